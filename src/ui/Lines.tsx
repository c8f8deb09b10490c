import {Box, Text, Transform} from 'ink';
import {memo, useInsertionEffect, useMemo, useRef} from 'react';
import {type StyledLine, sgrText} from '../term/screen/cells.ts';
import type {Block} from '../term/screen/ink.ts';
import type {Line} from './format.ts';
import {type CitedPage, useSurroundings} from './store.ts';

type Props = {
  readonly lines: readonly Line[];
  readonly height?: number;
  readonly width?: number;
  readonly isLast?: boolean;
};

/** The lines already have their width: Ink lays out one character, and the screen puts the lines there. */
export function Lines({lines, height = lines.length, width, isLast = false}: Props) {
  const {page, styled} = useSurroundings();
  const block = useMemo(
    () => ({lines: lines.map(styled), columns: width, rows: height}),
    [lines, styled, width, height],
  );
  if (page !== undefined) return <Cited page={page} block={block} height={isLast ? 1 : height} />;
  return (
    <Box flexDirection="column" height={height} flexShrink={0} {...(width !== undefined && {width})}>
      {Array.from({length: height}, (_, index) => (
        // A line is identified by its position, since its text changes.
        <Whole key={`line ${String(index)}`} line={block.lines[index] ?? []} />
      ))}
    </Box>
  );
}

type CitedProps = {
  readonly page: CitedPage;
  readonly block: Block;
  readonly height: number;
};

/**
 * Ink draws a frame after such an effect. Changed lines change nothing that React compares or Ink lays out,
 * which halves the cost of a key.
 */
function Cited({page, block, height}: CitedProps) {
  const last = useRef(block);
  useInsertionEffect(() => {
    last.current = block;
  }, [block]);
  return useMemo(
    () => (
      <Box height={height} width={1} flexShrink={0}>
        <Transform transform={() => page.cite(last.current)}>
          <Text> </Text>
        </Transform>
      </Box>
    ),
    [page, height],
  );
}

const Whole = memo(function Whole({line}: {readonly line: StyledLine}) {
  return (
    <Transform transform={() => sgrText(line)}>
      <Text> </Text>
    </Transform>
  );
});

/** Ink draws this itself: nothing to the right of a field can be cited. */
export function Toned({text, tone}: Line[number]) {
  const {styled} = useSurroundings();
  return <Text wrap="truncate">{sgrText(styled([{text, tone}]))}</Text>;
}
