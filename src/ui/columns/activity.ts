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
    priority: 4,
    isZoned: true,
    cell: (row, {zone}) => ({text: clock(row.at, zone)}),
  },
  {name: 'what', heading: 'what', kind: 'word', priority: 3, cell: row => ({text: words(row.what)})},
  {
    name: 'state',
    heading: 'state',
    kind: 'word',
    priority: 1,
    cell: row => ({text: words(partsOf(row)[0]), ...toneOf(row.outcome)}),
  },
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
    heading: 'result',
    kind: 'text',
    priority: 6,
    least: 16,
    cell: row => ({text: words(partsOf(row)[1])}),
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
    priority: 8,
    cell: row => ({text: row.latencyMs === undefined ? words(undefined) : `${Math.round(row.latencyMs)} ms`}),
  },
];

/** State and money are in the first sentence, which is never cut. */
function partsOf({outcome}: ActivityLine): readonly [string, string] {
  const [, state = outcome, id = '', rest = ''] = /^(.*?)( #\d+)?(?:\. (.*)|\.?)$/s.exec(outcome) ?? [];
  return [state, [rest, id.trim()].filter(Boolean).join(' ')];
}

/** The word itself gives the outcome; the tone only repeats it. */
function toneOf(outcome: string): {tone?: Tone} {
  if (/^UNKNOWN/.test(outcome)) return {tone: 'danger'};
  if (/^(REJECTED|NOT SENT)/.test(outcome)) return {tone: 'warning'};
  return /^CONFIRMED/.test(outcome) ? {tone: 'good'} : {};
}
