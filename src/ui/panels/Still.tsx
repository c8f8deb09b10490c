import {Text} from 'ink';
import {Table} from 'ink-table';
import type {PropsWithChildren} from 'react';
import {fit} from '../format.ts';
import {useSurroundings} from '../store.ts';

/** A small table that stands still, drawn by ink-table, without a rule between its rows. */
export class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** Cells come padded by their number of characters; what counts is how wide these are. */
function StillCell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

function StillHeader({children}: PropsWithChildren) {
  const {paint} = useSurroundings();
  return <Text>{paint('heading', String(children))}</Text>;
}

function StillRule({children}: PropsWithChildren) {
  const {paint} = useSurroundings();
  return <Text>{paint('dim', String(children))}</Text>;
}

/** The look of every still table. */
export const stillLook = {cell: StillCell, header: StillHeader, skeleton: StillRule};
