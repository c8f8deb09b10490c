import {fieldText} from '../account/model/rows.ts';
import type {FeedPane, Pane} from '../account/model/vocabulary.ts';
import {unlessSame, unlessSameItems} from '../account/once.ts';
import {rounded} from '../account/resources/figures.ts';
import {resources} from '../account/resources/resources.ts';
import {flat, number} from '../account/words/text.ts';
import {compare, isDecimal} from '../api/wire/decimal.ts';
import {recordNow} from './feeds/last-read.ts';
import type {Alert, AlertPlace, Watched} from './kept.ts';
import {nameOf} from './portfolio/lines.ts';
import {sectionsShown} from './portfolio/sections.ts';
import type {State} from './state.ts';

// Alerts: what they watch, and when they ring. `dialogs/alert.ts` sets them.

export function watchedAt(state: State, {pane, rowId}: AlertPlace): Watched | undefined {
  if (pane === 'portfolio') return figureWatched(state, rowId);
  return rowWatched(state, pane, rowId);
}

/** Also of a row that a filter or another page leaves out. */
function rowWatched<P extends FeedPane>(state: State, pane: P, rowId: string): Watched | undefined {
  const {row} = recordNow(state, pane, rowId);
  const {watched} = resources[pane];
  if (row === undefined || watched === undefined) return undefined;
  const {field, label, name} = watched;
  return {name: name(row) ?? rowId, values: [{field, label, value: fieldText(row, field)}]};
}

/** Its P/L, and of a position the ask; unknown until all that it is made of was read. */
function figureWatched(state: State, key: string): Watched | undefined {
  const figures = sectionsShown(state).flatMap(section => section.lines.map(line => ({section, line})));
  // The currency of a day that began with trades alone is known later.
  const {section, line} =
    figures.find(each => each.line.key === key) ??
    figures.find(({line: {of}}) => of === 'today' && key === todayKey) ??
    {};
  // The result of a record that has ended no longer changes.
  if (section === undefined || line?.pl === undefined || line.of === 'record') return undefined;
  const {of, pl, ask, currency} = line;
  const gain = section.isPartial || pl.without > 0 ? undefined : rounded(pl.sum, currency);
  const asked = of === 'position' ? [{field: 'ask', label: 'ask', value: ask}] : [];
  return {name: nameOf(line), values: [{field: 'pl', label: 'P/L', value: gain}, ...asked]};
}

const todayKey = 'glance ["","today",null]';

export const alertsOn = ({alerts}: Pick<State, 'alerts'>, pane: Pane, rowId: string): readonly Alert[] =>
  alerts.filter(each => each.pane === pane && each.rowId === rowId);

const levelWords = ({above, level}: Pick<Alert, 'above' | 'level'>) =>
  `${above ? 'at or above' : 'at or below'} ${number(level)}`;

export const rungWords = ({label, value, ...alert}: Alert & {readonly value: string}) =>
  `${label} ${number(value)}, ${levelWords(alert)}`;

export function alertWords({label, hasRung, ...alert}: Alert): string {
  return `${flat(label)} ${levelWords(alert)}${hasRung ? ', triggered' : ''}`;
}

export function ring(state: State) {
  const rung: (Alert & {readonly value: string})[] = [];
  const alerts = state.alerts.map(alert => {
    const value = watchedAt(state, alert)?.values.find(each => each.field === alert.field)?.value;
    if (value === undefined || !isDecimal(value)) return alert;
    const isBeyond = alert.above ? compare(value, alert.level) >= 0 : compare(value, alert.level) <= 0;
    if (isBeyond === alert.hasRung) return alert;
    const next = {...alert, hasRung: isBeyond};
    if (isBeyond) rung.push({...next, value});
    return next;
  });
  return {state: unlessSame(state, {...state, alerts: unlessSameItems(state.alerts, alerts)}), rung};
}
