import {compare, isDecimal, parseDecimal} from '../../api/wire/decimal.ts';
import type {Pane, WatchedPane} from '../model/vocabulary.ts';
import {watchedRow} from '../model/watched.ts';
import {unlessSameItems} from '../once.ts';
import type {Alert, State} from '../state.ts';

/** Reads `>12.5`, `< -3` or a bare number, which rings when the value gets there from its current side. */
export function parseLevel(text: string, current: string | undefined) {
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
