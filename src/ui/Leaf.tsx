import {Box, Text, Transform} from 'ink';
import {type ComponentType, memo, useInsertionEffect, useMemo, useRef} from 'react';
import type {Block} from '../term/screen/ink.ts';
import {type LinesProps, useTheme} from './desk.tsx';

/** Below Ink: shows these lines where Ink places the returned character. */
export type CitedPage = {cite(block: Block): string};

/**
 * A box of its real size, in which Ink draws one character; the screen puts the lines there. Ink draws a frame
 * after such an effect. Changed lines change nothing that React compares or Ink lays out.
 */
export function createLeaf(page: CitedPage): ComponentType<LinesProps> {
  return memo(function Leaf({lines, columns}: LinesProps) {
    const theme = useTheme();
    const block = useMemo(() => ({lines: lines.map(theme), columns}), [lines, theme, columns]);
    const last = useRef(block);
    useInsertionEffect(() => {
      last.current = block;
    }, [block]);
    const {length: rows} = lines;
    return useMemo(
      () => (
        <Box width={columns} height={rows} flexShrink={0}>
          <Transform transform={() => page.cite(last.current)}>
            <Text> </Text>
          </Transform>
        </Box>
      ),
      [columns, rows],
    );
  });
}
