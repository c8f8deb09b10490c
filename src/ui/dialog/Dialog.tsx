import {Box} from 'ink';
import {useCallback} from 'react';
import {unlessSameEach} from '../../account/once.ts';
import type {Sheet} from '../../desk/sheet.ts';
import type {State} from '../../desk/state.ts';
import {type Area, Lines, useDesk} from '../desk.tsx';
import {allot, kinds} from './allot.ts';
import type {Drawn} from './panel.ts';

export function Dialog({sheetOf, columns, rows}: Area & {readonly sheetOf: (state: State) => Sheet}) {
  const select = useCallback(
    (state: State) => allot(sheetOf(state), {columns, rows}).blocks,
    [sheetOf, columns, rows],
  );
  const blocks = useDesk<readonly Drawn[]>(select, unlessSameBlocks);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      {blocks.map((block, index) => {
        const {View = Lines} = kinds[block.is];
        return <View key={index} {...block} columns={columns} />;
      })}
    </Box>
  );
}

const unlessSameBlocks = (before: readonly Drawn[], drawn: readonly Drawn[]) =>
  unlessSameEach(before, drawn, (one, other) => JSON.stringify(one) === JSON.stringify(other));
