import type {Moment} from '../../account/model/moment.ts';
import type {Pane, WatchedPane} from '../../account/model/vocabulary.ts';
import {unlessSameItems} from '../../account/once.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {flat, number} from '../../account/words/text.ts';
import {compare, isDecimal, parseDecimal} from '../../api/wire/decimal.ts';
import type {Alert} from '../model/alerts.ts';
import type {OverlayOf} from '../model/overlay.ts';
import {isWatched, watchedRow, watches} from '../model/watched.ts';
import {selected, selectedRow} from '../navigate.ts';
import {tell} from '../notices.ts';
import {close, type Dialog, lineDialog, lineOf, show} from '../overlay.ts';
import {back, keys, noRows, text, title} from '../sheet.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

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

export function levelOf({above, level, hasRung}: Alert): string {
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

/** Reads `>12.5`, `< -3` or a bare number, which rings when the value gets there from its current side. */
function parseLevel(text: string, current: string | undefined) {
  const match = /^([<>]?)=?\s*(-?)([\d.]+)$/.exec(text.trim());
  const digits = match?.[3] === undefined ? undefined : parseDecimal(match[3]);
  if (match === null || digits === undefined) return undefined;
  const level = `${match[2]}${digits}`;
  if (match[1] !== '') return {above: match[1] === '>', level};
  return {above: current === undefined || compare(level, current) >= 0, level};
}

export function ring(state: State, pane: WatchedPane) {
  const rung: (Alert & {readonly value: string})[] = [];
  const alerts = state.alerts.map(alert => {
    if (alert.pane !== pane) return alert;
    const value = watchedValue(state, alert);
    if (value === undefined) return alert;
    const isBeyond = alert.above ? compare(value, alert.level) >= 0 : compare(value, alert.level) <= 0;
    if (isBeyond === alert.hasRung) return alert;
    const next = {...alert, hasRung: isBeyond};
    if (isBeyond) rung.push({...next, value});
    return next;
  });
  return {alerts: unlessSameItems(state.alerts, alerts), rung};
}

/** Row ids with their sign: `!` if an alert on the row has triggered, else `a`. */
export function rowsWithAlerts(alerts: readonly Alert[], pane: Pane): ReadonlyMap<string, '!' | 'a'> {
  const here = alerts.filter(each => each.pane === pane);
  // A triggered one wins.
  const sorted = here.toSorted((one, other) => Number(one.hasRung) - Number(other.hasRung));
  return new Map(sorted.map(({rowId, hasRung}) => [rowId, hasRung ? '!' : 'a']));
}

function watchedValue({feeds}: State, {pane, rowId}: Alert): string | undefined {
  const value = watchedRow(feeds, pane, rowId)?.value;
  return value !== undefined && isDecimal(value) ? value : undefined;
}
