import {compare} from '../../api/wire/decimal.ts';
import {parseLevel, rowsWithAlerts} from '../feeds/alerts.ts';
import type {Moment} from '../model/moment.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {isWatched, watchedRow, watches} from '../model/watched.ts';
import {selected, selectedRow} from '../navigate.ts';
import {tell} from '../notices.ts';
import {close, type Dialog, lineDialog, lineOf, show} from '../overlay.ts';
import {isOver} from '../resources/easy-options.ts';
import {back, keys, noRows, text, title} from '../sheet.ts';
import type {Alert, State} from '../state.ts';
import type {Step} from '../step.ts';
import {flat, number} from '../words/text.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly alert: {readonly text: string; readonly rowId: string};
  }
}

/** An alert on an ended Easy Option can still be removed. */
export function alertBlocked(state: State): string | undefined {
  if (selectedRow(state) === undefined) return 'Select the row to set an alert on.';
  const option = selected(state, 'easyOptions');
  if (option === undefined || !isOver(option)) return undefined;
  const hasAlert = rowsWithAlerts(state.alerts, 'easyOptions').has(option.id);
  return hasAlert ? undefined : `It is ${option.status} already: its P/L no longer changes.`;
}

export function openAlert(state: State): Step {
  const {pane} = state;
  if (!isWatched(pane)) return [state, []];
  return show(state, {kind: 'alert', text: '', rowId: state.feeds[pane].selected ?? ''});
}

export const alert = {
  ...lineDialog(set),
  line: overlay => ({...lineOf(overlay), isNumber: true}),
  sheet(state, {rowId, text: typed}) {
    const {pane, alerts} = state;
    if (!isWatched(pane)) return noRows;
    const row = watchedRow(state.feeds, pane, rowId);
    const set = alerts.filter(each => each.rowId === rowId && each.pane === pane);
    const others = alerts.filter(each => !set.includes(each));
    return [
      title(`Alert on the ${watches[pane].label}`),
      text(`${flat(row?.name ?? rowId)}, now ${number(row?.value)}`),
      ...set.map(each => text(`set: ${levelOf(each)} (type it again to remove)`, 'dim')),
      ...others.map(each => text(`elsewhere: ${flat(each.label)} ${levelOf(each)}`, 'dim')),
      {is: 'field', name: 'level', prompt: '›', value: typed, error: levelError(typed) ?? ''},
      keys(state, 'alert', [back], {also: '  >12.5 or <-3  empty removes'}),
    ];
  },
} satisfies Dialog<'alert'>;

const levelWanted = 'A level is a number, such as 12.5, >12.5 or <-3.';

function levelOf({above, level, hasRung}: Alert): string {
  return `${above ? '≥' : '≤'} ${number(level)}${hasRung ? ', triggered' : ''}`;
}

export function levelError(text: string): string | undefined {
  const mayBecome = /^[<>]?=?\s*-?$/.test(text.trim());
  return mayBecome || parseLevel(text, undefined) !== undefined ? undefined : levelWanted;
}

function set(state: State, {rowId, text}: OverlayOf<'alert'>, now: Moment): Step {
  const {pane} = state;
  if (!isWatched(pane)) return [state, []];
  const {field, label: column} = watches[pane];
  const row = watchedRow(state.feeds, pane, rowId);
  const isOfRow = (each: Alert) => each.pane === pane && each.rowId === rowId;
  const keep = (alerts: readonly Alert[], told: string, level: 'info' | 'good' = 'info'): Step => [
    tell({...close(state), alerts}, told, level, now),
    [{type: 'keepAlerts', alerts}],
  ];
  if (text === '')
    return keep(
      state.alerts.filter(each => !isOfRow(each)),
      'Alerts on this row removed.',
    );
  const parsed = parseLevel(text, row?.value);
  if (parsed === undefined) return [tell(state, levelWanted, 'warning', now), []];
  const told = ({label, above, level}: Alert) => `${label} ${above ? '≥' : '≤'} ${level}`;
  const again = state.alerts.find(each => isOfRow(each) && compare(each.level, parsed.level) === 0);
  if (again !== undefined) {
    const rest = state.alerts.filter(each => each !== again);
    return keep(rest, `Alert removed: ${told(again)}`);
  }
  const label = `${row?.name ?? rowId} ${column}`;
  const added: Alert = {id: `${now.wall}`, pane, rowId, label, field, ...parsed, hasRung: false};
  return keep([...state.alerts, added], `Alert set: ${told(added)}`, 'good');
}
