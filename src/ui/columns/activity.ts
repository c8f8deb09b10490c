import type {Tone} from '../../desk/model/vocabulary.ts';
import type {ActivityLine} from '../../desk/state.ts';
import {words} from '../../desk/words/text.ts';
import {clock} from '../../desk/words/times.ts';
import type {Column} from './column.ts';

export const activityColumns: readonly Column<ActivityLine>[] = [
  {
    name: 'time',
    heading: 'time',
    kind: 'word',
    priority: 3,
    isZoned: true,
    cell: (row, {zone}) => ({text: clock(row.at, zone)}),
  },
  {name: 'what', heading: 'what', kind: 'word', priority: 4, cell: row => ({text: words(row.what)})},
  {
    name: 'target',
    heading: 'target',
    kind: 'text',
    priority: 2,
    isName: true,
    least: 16,
    cell: row => ({text: words(row.target)}),
  },
  {name: 'amount', heading: 'amount', kind: 'word', priority: 5, cell: row => ({text: words(row.amount)})},
  {
    name: 'outcome',
    heading: 'outcome',
    kind: 'text',
    priority: 1,
    least: 16,
    cell: row => ({text: words(row.outcome), ...toneOf(row.outcome)}),
  },
  {
    name: 'requestId',
    heading: 'request',
    kind: 'word',
    priority: 7,
    cell: row => ({text: words(row.requestId)}),
  },
  {
    name: 'latency',
    heading: 'took',
    kind: 'word',
    priority: 6,
    cell: row => ({text: row.latencyMs === undefined ? words(undefined) : `${Math.round(row.latencyMs)} ms`}),
  },
];

/** The word itself gives the outcome; the tone only repeats it. */
function toneOf(outcome: string): {tone?: Tone} {
  if (/^UNKNOWN/.test(outcome)) return {tone: 'danger'};
  if (/^(REJECTED|NOT SENT)/.test(outcome)) return {tone: 'warning'};
  return /^CONFIRMED/.test(outcome) ? {tone: 'good'} : {};
}
