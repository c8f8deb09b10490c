import type {OverlayOf} from '../../desk/model/overlay.ts';
import {isWatched, watchedRow, watches} from '../../desk/model/watched.ts';
import {levelError} from '../../desk/overlays/alert.ts';
import type {Alert, State} from '../../desk/state.ts';
import {hintLine} from '../../desk/words/keys.ts';
import {flat, number} from '../../desk/words/text.ts';
import {wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import type {Paint} from '../theme.ts';

/** The level at which a row's number is to ring. */
export const alertDrawing: Drawing<'alert'> = {
  lines: (state, overlay, {columns}, paint) => alertLines(state, overlay, columns, paint),
  field: {
    name: 'level',
    error: ({text}) => levelError(text),
    hint: table => `${hintLine(table, 'alert', [[['back'], 'back']])}  >12.5 or <-3  empty removes`,
  },
};

/** What the alert is set on. */
function alertLines(state: State, overlay: OverlayOf<'alert'>, columns: number, paint: Paint): string[] {
  if (!isWatched(state.pane)) return [];
  const row = watchedRow(state.feeds, state.pane, overlay.rowId);
  const set = state.alerts.filter(each => each.rowId === overlay.rowId && each.pane === state.pane);
  return [
    ` ${paint('strong', `Alert on the ${watches[state.pane].label}`)}`,
    ...wrap(`${flat(row?.name ?? overlay.rowId)}, now ${number(row?.value)}`, columns - 2).map(
      line => ` ${line}`,
    ),
    ...set.map(each => ` ${paint('dim', `set: ${levelOf(each)} (removed by typing it again)`)}`),
    ...state.alerts
      .filter(each => !set.includes(each))
      .flatMap(each => wrap(`elsewhere: ${flat(each.label)} ${levelOf(each)}`, columns - 2))
      .map(line => ` ${paint('dim', line)}`),
  ];
}

function levelOf({above, level, hasRung}: Alert): string {
  return `${above ? '≥' : '≤'} ${number(level)}${hasRung ? ', rung' : ''}`;
}
