import {Box, Text} from 'ink';
import TextInput from 'ink-text-input';
import {useRef} from 'react';
import {width} from './format.ts';
import {useDesk, useSurroundings} from './store.ts';

type Props = {
  /** The field's name in the messages to the desk. */
  readonly name: string;
  readonly value: string;
  /** Cells it may take. */
  readonly columns: number;
  /** Marked as a whole: what is typed takes its place. */
  readonly isMarked?: boolean;
};

/**
 * One line of text being typed. The desk owns the text: where it comes back otherwise than it was typed
 * (completion, history), the cursor goes to its end. A text longer than its place shows its end. So does one of
 * the past, whatever is pressed there: no recording tells where the cursor was, and those keys are not for it.
 */
export function TextField({name, value, columns, isMarked = false}: Props) {
  const {store, paint} = useSurroundings();
  const edited = isMarked ? '' : value;
  const isPast = useDesk(({past}) => past !== undefined);
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
        {isMarked ? <Text>{paint('tab', value)}</Text> : null}
        {isPast ? (
          <PastText text={edited} hasCursor={!isMarked} />
        ) : (
          <TextInput key={generation.current} value={edited} showCursor={!isMarked} onChange={change} />
        )}
      </Box>
    </Box>
  );
}

/** What the input draws of a text while its cursor is at the end. */
function PastText({text, hasCursor}: {readonly text: string; readonly hasCursor: boolean}) {
  return (
    <Text>
      {text}
      {hasCursor ? <Text inverse> </Text> : null}
    </Text>
  );
}

/** A field that is not in focus. */
export function StillField({value, columns}: Pick<Props, 'value' | 'columns'>) {
  return (
    <Box width={columns} height={1} overflow="hidden">
      <Text wrap="truncate">{value === '' ? ' ' : value}</Text>
    </Box>
  );
}
