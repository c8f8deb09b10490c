import {reasons} from '../../desk/intents/classify.ts';
import type {Tone} from '../../desk/model/vocabulary.ts';
import type {ActivityLine} from '../../desk/state.ts';
import {amountWords, words} from '../../desk/words/text.ts';
import {both, clock} from '../../desk/words/times.ts';
import {width} from '../format.ts';
import {type Cell, type Column, columnOf, type Facts, sideCell} from './column.ts';

const column = columnOf<ActivityLine>;

export const activityColumns: readonly Column<ActivityLine>[] = [
  column('time', 'time', 'word', 5, (row, facts) => ({text: clock(timeOf(row, facts), facts.zone)}), {
    isZoned: true,
    exact: (row, facts) => both(timeOf(row, facts), facts.now),
  }),
  // `CONFIRMED ca…` and `CONFIRMED cl…` must not look alike.
  column('state', 'state', 'text', 1, row => ({text: words(partsOf(row).state), ...toneOf(row.outcome)}), {
    least: 13,
  }),
  column('side', 'side', 'word', 3, ({order}) => sideCell(order?.side ?? '')),
  column('size', 'size', 'word', 6, ({order, amount}) => ({text: order ? shown(order.size) : amount})),
  column('symbol', 'symbol', 'text', 4, ({order, target}) => ({text: words(order?.symbol ?? target)}), {
    least: 20,
  }),
  column('price', 'price', 'number', 7, ({order}) => ({text: shown(order?.price)})),
  column('outcome', 'result', 'text', 2, resultCell, {least: 16}),
  column('requestId', 'request', 'word', 9, row => ({text: words(row.requestId)}), {isExtra: true}),
  column('latency', 'took', 'word', 8, tookCell, {isExtra: true}),
];

/** By the clock of the service, as the times of all records. */
export function timeOf({at, serviceAt}: ActivityLine, {skewMs = 0}: Facts): number {
  return serviceAt ?? at + skewMs;
}

function tookCell({latencyMs: ms}: ActivityLine): Cell {
  return {text: ms === undefined ? words(undefined) : `${Math.round(ms)} ms`};
}

function resultCell(row: ActivityLine): Cell {
  const {money, result} = partsOf(row);
  const text = words(result);
  // An ellipsis follows.
  return {text, whole: money === '' ? 0 : Math.min(width(text), width(money) + 1)};
}

const shown = (value: string | undefined) => (value === undefined ? '' : amountWords(value));

/** The state is in capitals; money follows it directly, at the start of the result, and then the id. */
function partsOf({kind, what, amount, outcome, order}: ActivityLine) {
  const [, state = '', after = ''] = /^([A-Z]{2,}(?:,? [A-Z]{2,})*)(?![\w/])[.,:]? ?(.*)$/s.exec(outcome) ?? [
    undefined,
    '',
    outcome,
  ];
  const [, id = '', reason = ''] = /^(?:(#\d+)(?:\. ?|$))?(.*)$/s.exec(after) ?? [];
  const isPlain = reason === reasons['yes, with its record'] && order?.price !== undefined;
  // The terms of a canceled order must not look like a fill.
  const terms = `${what === 'cancel' ? 'order ' : ''}${shown(order?.size)} @ ${shown(order?.price)}`;
  const rest = isPlain ? terms : reason;
  const filled = rest.startsWith('@') ? amount : '';
  const told = [filled, rest.replace(/^P\/L (?=[+-]?\d)/, '')].filter(Boolean).join(' ');
  const [money = ''] = /^(?:(?:filled |order )?\S+ @ [\d,.]*\d|[+-]?[\d,.]+(?: \w+)?)/.exec(told) ?? [];
  const result = id === '' ? told : [money, id, told.slice(money.length).trim()].filter(Boolean).join(' ');
  return {state: kind === 'intent' ? `${state} ${what}` : state || what, money, result};
}

/** The word itself gives the outcome; the tone only repeats it. */
function toneOf(outcome: string): {tone?: Tone} {
  if (/^(UNKNOWN|OVERFILL)/.test(outcome)) return {tone: 'danger'};
  if (/^(REJECTED|NOT SENT)/.test(outcome)) return {tone: 'warning'};
  return /^CONFIRMED/.test(outcome) ? {tone: 'good'} : {};
}
