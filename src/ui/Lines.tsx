import {Box, Text, Transform} from 'ink';
import TextInput from 'ink-text-input';
import {useInsertionEffect, useMemo, useRef} from 'react';
import {sgrText} from '../term/screen/cells.ts';
import {type Line, width} from './format.ts';
import {useSurroundings} from './store.ts';

type Props = {
  readonly lines: readonly Line[];
  readonly width?: number;
  readonly isLast?: boolean;
};

/**
 * The lines already have their width: Ink lays out one character, and the screen puts the lines there. Ink
 * draws a frame after such an effect. Changed lines change nothing that React compares or Ink lays out, which
 * halves the cost of a key.
 */
export function Lines({lines, width, isLast = false}: Props) {
  const {page, styled} = useSurroundings();
  const block = useMemo(() => ({lines: lines.map(styled), columns: width}), [lines, styled, width]);
  const last = useRef(block);
  useInsertionEffect(() => {
    last.current = block;
  }, [block]);
  const rows = isLast ? 1 : lines.length;
  return useMemo(
    () => (
      <Box height={rows} width={1} flexShrink={0}>
        <Transform transform={() => page.cite(last.current)}>
          <Text> </Text>
        </Transform>
      </Box>
    ),
    [page, rows],
  );
}

/** Ink draws this itself: nothing to the right of a field can be cited. */
export function Toned({text, tone}: Line[number]) {
  const {styled} = useSurroundings();
  return <Text wrap="truncate">{sgrText(styled([{text, tone}]))}</Text>;
}

type FieldProps = {
  readonly name: string;
  readonly value: string;
  readonly columns: number;
  readonly isMarked?: boolean;
};

/**
 * The desk owns the text: if it returns other text than was typed (completion, history), the cursor moves to
 * the end.
 */
export function TextField({name, value, columns, isMarked = false}: FieldProps) {
  const {store} = useSurroundings();
  const edited = isMarked ? '' : value;
  const typed = useRef(edited);
  const generation = useRef(0);
  if (typed.current !== edited) {
    typed.current = edited;
    generation.current++;
  }
  const change = (next: string) => {
    typed.current = next;
    store.send({type: 'typed', field: name, value: next});
  };
  const needed = width(value) + 1;
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Box width={Math.max(columns, needed)} flexShrink={0} marginLeft={Math.min(0, columns - needed)}>
        {isMarked ? <Toned text={value} tone="tab" /> : null}
        <TextInput key={generation.current} value={edited} showCursor={!isMarked} onChange={change} />
      </Box>
    </Box>
  );
}

export function StillField({value, columns}: Pick<FieldProps, 'value' | 'columns'>) {
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Text wrap="truncate">{value === '' ? ' ' : value}</Text>
    </Box>
  );
}
