import * as z from 'zod/mini';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import type {Began, Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import type {TableMemory} from '../table-memory.ts';
import {isMoment} from './grammar.ts';
import type {Plain} from './memory.ts';
import {isPlain} from './plain.ts';
import {refuse} from './read.ts';

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
  glass: true,
  way: true,
  intent: true,
  stop: true,
};

const isMsg = (value: Plain & {readonly now: unknown}): value is Plain & Msg =>
  typeof value.type === 'string' && Object.hasOwn(types, value.type);

export function provedMsg(value: Plain & {readonly now: unknown}): Msg {
  if (isMsg(value)) return value;
  return refuse(`tells of what this program does not know, ${JSON.stringify(value.type)?.slice(0, 40)}`);
}

type Snapshot = Extract<Entry, {type: 'snapshot'}>;

export function provedSnapshot({state, table, hash}: Plain): Snapshot {
  if (!isState(state) || !isTable(table) || typeof hash !== 'string') return refuse('holds no snapshot');
  return {type: 'snapshot', state, table, hash};
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
  if (!isPlain(value) || !isPlain(value.now) || !isMoment(value.now)) return false;
  const {feeds} = value;
  return (
    isPlain(feeds) &&
    feedPanes.every(pane => isPlain(feeds[pane])) &&
    rooms.every(name => isPlain(value[name])) &&
    lists.every(name => Array.isArray(value[name]))
  );
}

function isTable(value: unknown): value is TableMemory {
  if (!isPlain(value)) return false;
  const {rows, figures} = value;
  return isPlain(rows) && isPlain(figures) && rows.needs instanceof Map && figures.needs instanceof Map;
}
