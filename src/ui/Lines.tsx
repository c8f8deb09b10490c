import {Box, Text, Transform} from 'ink';
import {useInsertionEffect, useMemo, useRef} from 'react';
import {sgrText} from '../term/screen/cells.ts';
import type {Line} from './format.ts';
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
