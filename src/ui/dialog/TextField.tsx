import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useReducer, useRef} from 'react';
import {sgrText} from '../../term/screen/cells.ts';
import {useSend, useTheme} from '../desk.tsx';
import {width} from '../format.ts';
import type {Input} from './panel.ts';

/**
 * The desk owns the text: if it returns other text than was typed (completion, history, a key that it does not
 * take), the cursor moves to the end. Ctrl-W and Ctrl-U are `erase` of `desk/press.ts`, from the end alone.
 */
export function TextField({name, value, columns, isMarked}: Omit<Input, 'row' | 'before' | 'after'>) {
  const send = useSend();
  const theme = useTheme();
  const edited = isMarked ? '' : value;
  const typed = useRef(edited);
  const generation = useRef(0);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  if (typed.current !== edited) {
    typed.current = edited;
    generation.current++;
  }
  const change = (next: string) => {
    typed.current = next;
    send({type: 'typed', field: name, value: next});
    drawAgain();
  };
  const needed = width(value) + 1;
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box width={Math.max(columns, needed)} flexShrink={0} marginLeft={Math.min(0, columns - needed)}>
        {isMarked ? <Text wrap="truncate">{sgrText(theme([{text: value, tone: 'tab'}]))}</Text> : null}
        <TextInput key={generation.current} value={edited} showCursor={!isMarked} onChange={change} />
      </Box>
    </Box>
  );
}
