import type {Moment} from '../../account/model/moment.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {flat, number} from '../../account/words/text.ts';
import {span} from '../../account/words/times.ts';
import {compare, parseDecimal} from '../../api/wire/decimal.ts';
import {alertsOn, alertWords, watchedAt} from '../alerts.ts';
import {close, type Dialog, lineKeys, lineOf, moved, show} from '../dialog.ts';
import type {Alert, AlertPlace, WatchedValue} from '../kept.ts';
import type {Hint} from '../key-words.ts';
import {selected} from '../navigate.ts';
import {tell} from '../notices.ts';
import type {OverlayOf} from '../overlay.ts';
import {figureInView} from '../portfolio/move.ts';
import {back, type Choice, keys, text, title} from '../sheet.ts';
import type {State, Step} from '../state.ts';

/** The selected row or figure, if an alert can be set on it. */
function targetInView(state: State): OverlayOf<'alert'>['on'] {
  const {pane, feeds, portfolio} = state;
  if (pane !== 'cards' && pane !== 'easyOptions' && pane !== 'portfolio') return undefined;
  const option = selected(state, 'easyOptions');
  if (option !== undefined && isOver(option)) return undefined;
  const figure = portfolio.list === undefined ? figureInView(state)?.key : undefined;
  const rowId = pane === 'portfolio' ? figure : feeds[pane].selected;
  const seen = rowId === undefined ? undefined : watchedAt(state, {pane, rowId});
  return rowId === undefined || seen === undefined ? undefined : {pane, rowId, seen};
}

/** The list of alerts opens on every row. */
export function alertBlocked(state: State): string | undefined {
  if (state.alerts.length > 0 || targetInView(state) !== undefined) return undefined;
  const option = selected(state, 'easyOptions');
  if (option !== undefined) return `Already ${option.status}: its P/L no longer changes.`;
  return 'No alerts. Select a card, an Easy Option or a P/L of the Portfolio to set one.';
}

export function openAlert(state: State): Step {
  const on = targetInView(state);
  // A row without alerts chooses none: what is typed must not change an alert of another row.
  return show(state, {kind: 'alert', text: '', on, at: on === undefined ? -1 : 0});
}

/** Those of the row come first. */
function alertsFor(state: State, on: AlertPlace | undefined): readonly Alert[] {
  const own = on === undefined ? [] : alertsOn(state, on.pane, on.rowId);
  return [...own, ...state.alerts.filter(each => !own.includes(each))];
}

/** Undefined: a new one. */
const chosen = (state: State, {on, at}: OverlayOf<'alert'>): Alert | undefined =>
  alertsFor(state, on)[on === undefined ? at : at - 1];

export const alert = {
  keys: [...lineKeys, 'row.down', 'row.up'],
  line: overlay => ({...lineOf(overlay), isNumber: true}),
  typed: (overlay, _field, text) => ({...overlay, text}),
  press(state, overlay, {action, now}) {
    if (action === 'accept') return take(state, overlay, now);
    return moved(state, overlay, action, itemsOf(state, overlay).length);
  },
  sheet(state, overlay) {
    const {on, at, text: typed} = overlay;
    const {expiryAlertMs} = state.settings;
    const change = typed === '' ? 'removes it' : 'changes it';
    const does = chosen(state, overlay) === undefined ? on && 'sets it' : change;
    const enter: readonly Hint[] = does === undefined ? [] : [[['accept'], does]];
    const expires = expiryAlertMs === 0 ? '' : `, and ${span(expiryAlertMs)} before an expiry`;
    return [
      title('Alerts'),
      {is: 'field', name: 'level', prompt: '›', value: typed, error: levelError(typed) ?? ''},
      {is: 'choices', title: 'Alerts', items: itemsOf(state, overlay), at},
      text(`Rings without an alert: own fills${expires}.`, 'dim'),
      keys(state, 'alert', [[['row.down', 'row.up'], 'choose'], ...enter, back], {
        also: `  >12.5 or <-3${(on?.seen.values.length ?? 0) > 1 ? ', ask>12.5' : ''}`,
      }),
    ];
  },
} satisfies Dialog<'alert'>;

function itemsOf(state: State, {on}: OverlayOf<'alert'>): readonly Choice[] {
  const {name = '', values = []} = (on && (watchedAt(state, on) ?? on.seen)) ?? {};
  const added = `new: ${[flat(name), ...values.map(({label, value}) => `${label} ${number(value)}`)].join(', ')}`;
  const all = alertsFor(state, on).map(alertWords);
  return (on === undefined ? all : [added, ...all]).map(text => ({key: '', text, spoken: [text]}));
}

const levelWanted = 'A level is a number, such as 12.5, >12.5 or <-3.';

export function levelError(text: string): string | undefined {
  const mayBecome = /^(?:|a|as|ask|p|pl|p\/|p\/l)\s*(?:[<>]=?\s*|=\s*)?-?$/i.test(text.trim());
  return mayBecome || parseLevel(text) !== undefined ? undefined : levelWanted;
}

/** Sets a new one, changes the chosen one, or without a level removes it. */
function take(state: State, overlay: OverlayOf<'alert'>, now: Moment): Step {
  const old = chosen(state, overlay);
  const others = state.alerts.filter(each => each !== old);
  const keep = (alerts: readonly Alert[], did: string, of: Alert): Step => [
    tell({...close(state), alerts}, `Alert ${did}: ${alertWords(of)}`, 'good', now),
    [],
  ];
  if (overlay.text.trim() === '')
    return old === undefined ? [close(state), []] : keep(others, 'removed', old);
  const place = old ?? overlay.on;
  const row = place && (watchedAt(state, place) ?? (old === undefined ? overlay.on?.seen : undefined));
  const typed = parseLevel(overlay.text);
  const usual = old?.field ?? row?.values[0].field;
  const isMeant = ({field, label}: WatchedValue) =>
    typed?.of === '' ? field === usual : typed?.of === label.replace('/', '').toLowerCase();
  const seen = row?.values.find(isMeant);
  // The row of an old one may be out of view.
  const of = seen
    ? {label: `${row?.name} ${seen.label}`, field: seen.field}
    : typed?.of === ''
      ? old
      : undefined;
  if (place === undefined) return [tell(state, 'Choose an alert first.', 'warning', now), []];
  if (typed === undefined || of === undefined) return [tell(state, levelWanted, 'warning', now), []];
  const {pane, rowId} = place;
  const {sign, level} = typed;
  const above = sign === '' ? compare(level, seen?.value ?? level) >= 0 : sign === '>';
  const {label, field} = of;
  const set: Alert = {id: `${now.wall}`, pane, rowId, label, field, above, level, hasRung: false};
  return keep([...others, set], old === undefined ? 'set' : 'changed', set);
}

/** Reads `>12.5`, `ask< 3` or a bare number, which rings when the value gets there from its current side. */
function parseLevel(text: string) {
  const [, of = '', sign = '', minus = '', typed = ''] =
    /^([a-z/]*)\s*(?:([<>])=?\s*|=\s*)?(-?)([\d.]+)$/i.exec(text.trim()) ?? [];
  const named = of.replace('/', '').toLowerCase();
  const digits = parseDecimal(typed);
  if (digits === undefined || !['', 'ask', 'pl'].includes(named)) return undefined;
  return {of: named, sign, level: `${minus}${digits}`};
}
