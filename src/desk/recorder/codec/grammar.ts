/**
 * How an entry is written: a line of JSON that tells no more than what is other than in the lines before it.
 *
 * A line is
 *   {"began": ...}                          what the recording began with
 *   {"snapshot": whole, "now": [mono, wall]} a snapshot; what was remembered is dropped, and then kept of it
 *   [mono, wall, [whole]]                   the first message of its stream: a type, and the list it is of
 *   [mono, wall, stream, difference]        a message, told by what differs from the last of its stream
 *
 * Times are tenths of a millisecond by the monotonic clock since the line before, and how many milliseconds the
 * wall clock went further than that. Other moments are told so as well, back from the time of their line.
 *
 * A whole value is plain JSON, but for these:
 *   {"~": "u" | "n" | "+" | "-" | "0"}      undefined, not a number, the infinities, minus zero
 *   {"~@": [mono, wall]}                    a moment
 *   {"~m": [[key, value], ...]}             a map
 *   {"~s": [value, ...]}                    a set
 *   {"~o": [[name, value], ...]}            an object whose names would pass for one of these
 *   {"~k": [kind, id, difference]}          a record that was told before, by its id: what differs from then
 *   {"~r": number}                          in a snapshot, the object again that ended as the so-and-so-manieth
 *
 * A difference, where there is one, is told of what stood there before:
 *   text, number, true, false, null         that instead
 *   {name: difference, ...}                 of an object or a list, what differs in these fields or
 *                                           places; of a record what differs from when any line told
 *                                           it last
 *   [whole]                                 that instead
 *   ["+", number]                           so much more
 *   ["@", mono, wall]                       that moment
 *   ["-", [name, ...], {...}]               these fields are gone, and then as above
 *   ["k", kind, id, difference]             a record that was told before
 *   ["=", picks, {...}]                     of a list, runs of what stood there as start and count, and new
 *                                           values as [whole, ...]; and then as above
 *
 * Records are objects whose first field is an id. Both ends number the kinds of them in the order in which they
 * meet them, and so the streams.
 */
import type {Msg} from '../../model/messages.ts';
import type {Moment} from '../../model/moment.ts';

export type LineJson =
  | string
  | number
  | boolean
  | null
  | readonly LineJson[]
  | {readonly [name: string]: LineJson};

/** Deeper than anything that the desk holds; whoever walks it stays within the stack. */
export const mostDepth = 200;

/** Of a segment: places of its lists and fields of its objects. A recorder begins another one at half of it. */
export const mostWeight = 16_000_000;
/** Of an object or a list with nothing in it. */
export const ownWeight = 8;
/** Of an entry of a map or a set. */
export const mapWeight = 8;
/** Of a message, with its time. */
export const lineWeight = 64;

/** Of the fields of an object. No record has as many as make the engine keep them in a table. */
export const fieldsWeight = (count: number): number => (count < 200 ? count : 16 * count);

/** The messages that are told by what differs from the last of their stream; others come alone. */
const streaming: ReadonlySet<Msg['type']> = new Set([
  'tick',
  'pollDue',
  'arrived',
  'failed',
  'book',
  'pressed',
  'typed',
  'columnsShown',
  'scrollTold',
  'questionShown',
  'intent',
  'stop',
]);

/** The stream that a message is of; undefined where each is told whole. */
export function streamOf(msg: Msg): string | undefined {
  if (!streaming.has(msg.type)) return undefined;
  switch (msg.type) {
    case 'pollDue':
    case 'arrived':
    case 'failed':
    case 'columnsShown':
      return `${msg.type} ${msg.pane}`;
    case 'book':
      return 'came' in msg ? bookStream(msg.came) : 'book due';
    case 'intent':
    case 'stop':
      return msg.msg.type === 'gathered' || msg.msg.type === 'read'
        ? undefined
        : `${msg.type} ${msg.msg.type}`;
    default:
      return msg.type;
  }
}

type BookCame = Extract<Msg, {came: unknown}>['came'];

const bookStream = (came: BookCame) =>
  `book ${came.pane} ${came.kind === 'read' ? `${came.page.page} ${came.page.pageSize}` : came.kind}`;

/** Tenths of a millisecond, where the clock counts in them. */
function tenthsOf(ms: number): number | undefined {
  const tenths = Math.round(ms * 10);
  return Number.isSafeInteger(tenths) && tenths / 10 === ms ? tenths : undefined;
}

/** How far a moment lies from another one; undefined where numbers would not give it back. */
export function timesBetween(from: Moment, to: Moment): [mono: number, wall: number] | undefined {
  const [start, end] = [tenthsOf(from.mono), tenthsOf(to.mono)];
  if (start === undefined || end === undefined) return undefined;
  const [mono, wall] = [end - start, to.wall - from.wall];
  return Number.isSafeInteger(to.wall) && Number.isSafeInteger(wall)
    ? [mono, wall - Math.round(mono / 10)]
    : undefined;
}

/** The moment that lies so far from this one. */
export function momentAt(from: Moment, [mono, wall]: readonly [number, number]): Moment {
  return {
    mono: (Math.round(from.mono * 10) + mono) / 10,
    wall: from.wall + Math.round(mono / 10) + wall,
  };
}

export function isMoment(value: object): value is Moment {
  let count = 0;
  for (const name in value) {
    if (++count > 2 || name !== (count === 1 ? 'mono' : 'wall')) return false;
  }
  return count === 2;
}
