import type {Binding} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {isWatched} from '../../desk/model/vocabulary.ts';
import {watchedRow, watches} from '../../desk/model/watched.ts';
import {flat, number, wrap} from '../format.ts';
import {hintLine} from '../lines/keys.ts';
import type {Paint} from '../theme.ts';

export function alertHints(table: readonly Binding[]): string {
  return `${hintLine(table, 'alert', [[['back'], 'back']])}  >12.5 or <-3  empty removes`;
}

/** What the alert is set on. */
export function alertLines(state: State, columns: number, _rows: number, paint: Paint): string[] {
  const {overlay} = state;
  if (overlay.kind !== 'alert' || !isWatched(state.pane)) return [];
  const row = watchedRow(state.feeds, state.pane, overlay.rowId);
  const set = state.alerts.filter(each => each.rowId === overlay.rowId && each.pane === state.pane);
  return [
    ` ${paint('strong', `Alert on the ${watches[state.pane].label}`)}`,
    ...wrap(`${flat(row?.name ?? overlay.rowId)}, now ${number(row?.value)}`, columns - 2).map(
      line => ` ${line}`,
    ),
    ...set.map(
      each =>
        ` ${paint('dim', `set: ${each.above ? '≥' : '≤'} ${number(each.level)}${each.hasRung ? ', rung' : ''}`)}`,
    ),
  ];
}
