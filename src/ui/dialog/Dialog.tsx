import {Box} from 'ink';
import {useCallback} from 'react';
import {onceFor, unlessSameEach} from '../../account/once.ts';
import {sheetOf} from '../../desk/dialogs/index.ts';
import type {State} from '../../desk/state.ts';
import {type Area, Lines, useDesk} from '../desk.tsx';
import {panelSheet} from '../details.ts';
import {layoutOf} from '../layout.ts';
import {allot, kinds} from './allot.ts';
import type {Drawn} from './panel.ts';

export const panelDrawn = onceFor((state: State) => {
  const {panelColumns: columns, panelRows: rows} = layoutOf(state);
  return allot(panelSheet(state), {columns, rows});
});

export const aboveDrawn = onceFor((state: State) => {
  const {columns, filter: rows} = layoutOf(state);
  return allot(sheetOf(state), {columns, rows});
});

export function Dialog({drawn, columns, rows}: Area & {readonly drawn: typeof panelDrawn}) {
  const select = useCallback((state: State) => drawn(state).blocks, [drawn]);
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
