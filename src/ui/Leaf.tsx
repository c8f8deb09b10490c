import {Box, type DOMElement} from 'ink';
import {type ComponentType, memo, useInsertionEffect, useLayoutEffect, useMemo, useRef} from 'react';
import type {Page} from '../term/screen/ink.ts';
import {type LinesProps, useTheme} from './desk.tsx';

/** A box of the size of its lines; the page shows them there. Changed lines leave Ink's layout as it is. */
export function createLeaf(page: Page): ComponentType<LinesProps> {
  return memo(function Leaf({lines, columns}: LinesProps) {
    const theme = useTheme();
    const box = useRef<DOMElement>(null);
    const block = useMemo(
      () => ({lines: lines.map(theme), columns, place: () => placeOf(box.current)}),
      [lines, theme, columns],
    );
    // Ink passes its frame on after such an effect, and before it says where a new box is.
    useInsertionEffect(() => {
      page.put(box, block);
      return () => page.remove(box);
    }, [block]);
    useLayoutEffect(() => page.show(), []);
    const {length: rows} = lines;
    return useMemo(() => <Box ref={box} width={columns} height={rows} flexShrink={0} />, [columns, rows]);
  });
}

function placeOf(box: DOMElement | null): {row: number; column: number} | undefined {
  if (box === null) return undefined;
  let [row, column] = [0, 0];
  for (let at: DOMElement | undefined = box; at !== undefined; at = at.parentNode) {
    row += at.yogaNode?.getComputedTop() ?? 0;
    column += at.yogaNode?.getComputedLeft() ?? 0;
  }
  return {row, column};
}
