import {outcomeWords} from '../../desk/blotter.ts';
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
  column('state', 'state', 'text', 1, stateCell, {least: 13}),
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
  const text = words(outcomeWords({...row, state: undefined}));
  // An ellipsis follows.
  return {text, whole: row.money ? Math.min(width(text), width(row.money) + 1) : 0};
}

const shown = (value: string | undefined) => (value === undefined ? '' : amountWords(value));

function stateCell({kind, what, state}: ActivityLine): Cell {
  const text = kind === 'intent' ? `${state ?? ''} ${what}` : (state ?? what);
  return {text: words(text), ...toneOf(state)};
}

/** The word itself gives the outcome; the tone only repeats it. */
function toneOf(state: string | undefined): {tone?: Tone} {
  switch (state) {
    case 'UNKNOWN':
    case 'OVERFILL':
      return {tone: 'danger'};
    case 'REJECTED':
    case 'NOT SENT':
      return {tone: 'warning'};
    case 'CONFIRMED':
      return {tone: 'good'};
    default:
      return {};
  }
}
