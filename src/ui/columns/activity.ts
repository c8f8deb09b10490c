import type {Tone} from '../../desk/model/vocabulary.ts';
import type {ActivityLine} from '../../desk/state.ts';
import {amountWords, words} from '../../desk/words/text.ts';
import {both, clock} from '../../desk/words/times.ts';
import {width} from '../format.ts';
import type {Column} from './column.ts';

export const activityColumns: readonly Column<ActivityLine>[] = [
  {
    name: 'time',
    heading: 'time',
    kind: 'word',
    priority: 5,
    isZoned: true,
    cell: (row, {zone}) => ({text: clock(row.at, zone)}),
    exact: (row, {now}) => both(row.at, now),
  },
  {
    name: 'state',
    heading: 'state',
    kind: 'text',
    priority: 1,
    least: 12,
    cell: row => ({text: words(partsOf(row).state), ...toneOf(row.outcome)}),
  },
  {name: 'side', heading: 'side', kind: 'word', priority: 3, cell: ({order}) => ({text: order?.side ?? ''})},
  {
    name: 'size',
    heading: 'size',
    kind: 'word',
    priority: 6,
    cell: ({order, amount}) => ({text: order === undefined ? amount : shown(order.size)}),
  },
  {
    name: 'symbol',
    heading: 'symbol',
    kind: 'text',
    priority: 4,
    least: 20,
    cell: ({order, target}) => ({text: words(order?.symbol ?? target)}),
  },
  {
    name: 'price',
    heading: 'price',
    kind: 'number',
    priority: 7,
    cell: ({order}) => ({text: shown(order?.price)}),
  },
  {
    name: 'outcome',
    heading: 'result',
    kind: 'text',
    priority: 2,
    least: 16,
    cell(row) {
      const {money, result} = partsOf(row);
      const text = words(result);
      // An ellipsis follows.
      return {text, whole: money === '' ? 0 : Math.min(width(text), width(money) + 1)};
    },
  },
  {
    name: 'requestId',
    heading: 'request',
    kind: 'word',
    priority: 8,
    cell: row => ({text: words(row.requestId)}),
  },
  {
    name: 'latency',
    heading: 'took',
    kind: 'word',
    priority: 9,
    cell: row => ({text: row.latencyMs === undefined ? words(undefined) : `${Math.round(row.latencyMs)} ms`}),
  },
];

const shown = (value: string | undefined) => (value === undefined ? '' : amountWords(value));

/** The state is in capitals; money follows it directly, at the start of the result. */
function partsOf({kind, what, amount, outcome}: ActivityLine) {
  const [, state = '', after = ''] = /^([A-Z]{2,}(?:,? [A-Z]{2,})*)(?![\w/])[.,:]? ?(.*)$/s.exec(outcome) ?? [
    undefined,
    '',
    outcome,
  ];
  const [, id = '', rest = ''] = /^(?:(#\d+)(?:\. ?|$))?(.*)$/s.exec(after) ?? [];
  const filled = rest.startsWith('@') ? amount : '';
  const result = [filled, rest.replace(/^P\/L (?=[+-]?\d)/, ''), id].filter(Boolean).join(' ');
  const [money = ''] = /^(?:\S+ @ \S+|[+-]?[\d,.]+(?: \w+)?)/.exec(result) ?? [];
  return {state: kind === 'intent' ? `${state} ${what}` : state || what, money, result};
}

/** The word itself gives the outcome; the tone only repeats it. */
function toneOf(outcome: string): {tone?: Tone} {
  if (/^(UNKNOWN|OVERFILL)/.test(outcome)) return {tone: 'danger'};
  if (/^(REJECTED|NOT SENT)/.test(outcome)) return {tone: 'warning'};
  return /^CONFIRMED/.test(outcome) ? {tone: 'good'} : {};
}
