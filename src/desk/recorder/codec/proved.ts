import * as z from 'zod/mini';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import type {Began, Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import type {TableMemory} from '../table-memory.ts';
import {isFields} from './alike.ts';
import {isMoment} from './grammar.ts';
import type {PlainFields} from './memory.ts';
import {refuseLine} from './read.ts';

/**
 * What was read, proved as far as it goes by its frame: that it is a message that the desk knows, and a state
 * with all rooms in it. What lies in them is as the schema has it, whose hash stands at the beginning.
 */

const beganSchema: z.ZodMiniType<Began> = z.object({
  format: z.number(),
  version: z.string(),
  schema: z.string(),
  at: z.number(),
  profile: z.string(),
  host: z.string(),
  pid: z.number(),
  zone: z.string(),
  isCapsule: z.optional(z.literal(true)),
  facts: z.optional(z.record(z.string(), z.string())),
});

export function provedBegan(value: unknown): Began {
  const began = z.safeParse(beganSchema, value).data;
  if (began === undefined) throw new RecordingError('It does not begin as a recording does.');
  return began;
}

/** Every message; one that is missing here does not compile. */
const types: {readonly [Type in Msg['type']]: true} = {
  started: true,
  pressed: true,
  typed: true,
  ran: true,
  resized: true,
  lookTold: true,
  columnsShown: true,
  scrollTold: true,
  tick: true,
  pollDue: true,
  book: true,
  arrived: true,
  failed: true,
  reread: true,
  listRead: true,
  questionShown: true,
  questionSaid: true,
  questionUnproved: true,
  positionRead: true,
  tradeRead: true,
  fillsRead: true,
  easyOptionRead: true,
  journalRead: true,
  journalOpened: true,
  journalFailed: true,
  told: true,
  resumed: true,
  focused: true,
  lookedBack: true,
  glass: true,
  way: true,
  intent: true,
  stop: true,
};

const isMsg = (value: PlainFields & {readonly now: unknown}): value is PlainFields & Msg =>
  typeof value.type === 'string' && Object.hasOwn(types, value.type);

export function provedMsg(value: PlainFields & {readonly now: unknown}): Msg {
  if (isMsg(value)) {
    if (value.type === 'resized' && !isSize(value)) return refuseSize();
    return value;
  }
  return refuseLine(`tells of what this program does not know, ${JSON.stringify(value.type)?.slice(0, 40)}`);
}

type Snapshot = Extract<Entry, {type: 'snapshot'}>;

export function provedSnapshot({state, table, hash, isAfterGap}: PlainFields): Snapshot {
  if (isFields(state) && isFields(state.viewport) && !isSize(state.viewport)) return refuseSize();
  if (!isState(state) || !isTable(table) || typeof hash !== 'string') return refuseLine('holds no snapshot');
  return {type: 'snapshot', state, table, hash, ...(isAfterGap === true && {isAfterGap})};
}

/** A picture takes memory for each of its cells. */
const mostCells = 1_000;

const refuseSize = () => refuseLine(`has a screen of no or more than ${mostCells} rows or columns`);

function isSize({columns, rows}: PlainFields): boolean {
  return [columns, rows].every(
    each => Number.isInteger(each) && Number(each) >= 1 && Number(each) <= mostCells,
  );
}

const rooms = [
  'settings',
  'viewport',
  'look',
  'book',
  'rounds',
  'intents',
  'link',
  'stop',
  'keys',
  'overlay',
];
const lists = ['activity', 'alerts', 'notices', 'messages'];

function isState(value: unknown): value is State {
  if (!isFields(value) || !isFields(value.now) || !isMoment(value.now)) return false;
  const {feeds} = value;
  return (
    isFields(feeds) &&
    feedPanes.every(pane => isFields(feeds[pane])) &&
    rooms.every(name => isFields(value[name])) &&
    lists.every(name => Array.isArray(value[name]))
  );
}

function isTable(value: unknown): value is TableMemory {
  if (!isFields(value)) return false;
  const {rows, figures} = value;
  return isFields(rows) && isFields(figures) && rows.needs instanceof Map && figures.needs instanceof Map;
}
