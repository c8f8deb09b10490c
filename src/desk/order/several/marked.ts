import {selected, stepRow} from '../../feeds/navigate.ts';
import type {Moment} from '../../model/moment.ts';
import {ownId} from '../../model/rows.ts';
import type {State} from '../../model/state.ts';
import type {Pane, WrittenPane} from '../../model/vocabulary.ts';
import type {Step} from '../../step.ts';

/** Rows that were marked to be acted on together. They are known by their ids, whatever page shows them. */
export function markedOn({marked}: Pick<State, 'marked'>, pane: Pane): ReadonlySet<string> {
  return isWritten(pane) ? marked[pane] : none;
}

const none: ReadonlySet<string> = new Set();

function isWritten(pane: Pane): pane is WrittenPane {
  return pane === 'orders' || pane === 'easyOptions';
}

/** Marks the row that is selected, or takes its mark away, and goes one down. */
export function toggleMark(state: State, now: Moment): Step {
  const {pane} = state;
  const row = isWritten(pane) ? selected(state, pane) : undefined;
  if (!isWritten(pane) || row === undefined) return [state, []];
  const id = ownId<WrittenPane>(pane, row) ?? '';
  const ids = new Set(state.marked[pane]);
  if (!ids.delete(id)) ids.add(id);
  return stepRow({...state, marked: {...state.marked, [pane]: ids}}, 1, now);
}

/** Takes the marks away from all rows of a pane but those to be kept. */
export function keepMarks(state: State, pane: WrittenPane, isKept: (id: string) => boolean): State {
  const ids = [...state.marked[pane]].filter(isKept);
  return {...state, marked: {...state.marked, [pane]: new Set(ids)}};
}

/** Takes the marks of the pane in view away; undefined where there are none. */
export function withoutMarks(state: State): State | undefined {
  const {pane} = state;
  return isWritten(pane) && state.marked[pane].size > 0 ? keepMarks(state, pane, () => false) : undefined;
}
