import {useCallback} from 'react';
import type {State} from '../../desk/state.ts';
import {LinesOf, type Place} from '../desk.tsx';
import type {DrawTable} from './view.ts';

/** The pane: a list, what happened, or the figures. Rows out of view cost nothing. */
export function Table({table, ...place}: Place & {readonly table: DrawTable}) {
  const select = useCallback((state: State) => table.onScreen(state).lines, [table]);
  return <LinesOf select={select} {...place} />;
}
