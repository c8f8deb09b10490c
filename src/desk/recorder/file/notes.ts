import type {Millis} from '../../../api/wire/records.ts';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {createEncoder} from '../codec/encoder.ts';
import {mostWeight} from '../codec/grammar.ts';
import type {Began, Entry} from '../entries.ts';
import {hashOf} from '../hash.ts';
import type {TableMemory} from '../table-memory.ts';
import type {Framed} from './frames.ts';
import {createMask} from './mask.ts';

/** What was noted and is not yet encoded. */
export type Noted =
  | {readonly type: 'began'; readonly began: Began}
  | {readonly type: 'snapshot'; readonly state: State; readonly table: TableMemory; readonly at: Millis}
  | {readonly type: 'msg'; readonly msg: Msg};

/** A message that takes fewer letters tells of no change: time has passed, or an answer was the same. */
const stillLength = 100;

/** What a person does is a change, however short. */
const ofPerson: ReadonlySet<Msg['type']> = new Set(['pressed', 'typed', 'resized']);

export type NotesEncoder = {
  /** Adds to what is to be framed. @returns whether any of it tells of a change */
  take(noted: readonly Noted[]): boolean;
  /** The frames of all that was taken since: messages with no snapshot between them make one. */
  frames(): readonly Framed[];
  /** Leaves messages out, up to the next snapshot. */
  cut(): void;
  readonly isCut: boolean;
  /** So much stands behind the last snapshot that it is time for another one. */
  readonly isFull: boolean;
};

/** Reading a segment is to take no longer than a blink. */
const fullBytes = 2 * 1024 * 1024;
/** A segment that is read may have a third more than one that is written. */
const mostBytes = 24 * 1024 * 1024;

export function createNotesEncoder(secrets: readonly string[]): NotesEncoder {
  const encoder = createEncoder();
  const mask = createMask(secrets);
  let framed: Framed[] = [];
  let lines: string[] = [];
  let at: Millis = 0;
  let segmentBytes = 0;
  let snapshotBytes = 0;
  let isCut = false;

  const frame = () => {
    if (lines.length > 0) framed.push({kind: 'messages', at, text: textOf(lines)});
    lines = [];
  };
  const encode = (noted: Noted): boolean => {
    if (isCut && noted.type === 'msg') return false;
    const entry = entryOf(noted, mask);
    const line = encoder.encode(entry.type === 'snapshot' && isCut ? {...entry, isAfterGap: true} : entry);
    const bytes = Buffer.byteLength(line);
    if (noted.type !== 'began') {
      segmentBytes = noted.type === 'snapshot' ? bytes : segmentBytes + bytes;
      isCut = segmentBytes > mostBytes || encoder.weight > (3 * mostWeight) / 4;
      // What would go on from a line that is left out cannot be read.
      if (isCut) return false;
    }
    at = timeOf(noted);
    if (noted.type === 'msg') {
      lines.push(line);
      return line.length > stillLength || ofPerson.has(noted.msg.type);
    }
    frame();
    framed.push({kind: noted.type, at, text: textOf([line])});
    snapshotBytes = bytes;
    return true;
  };
  return {
    take: noted => noted.map(encode).includes(true),
    frames() {
      frame();
      const all = framed;
      framed = [];
      return all;
    },
    cut() {
      isCut = true;
    },
    get isCut() {
      return isCut;
    },
    get isFull() {
      return segmentBytes - snapshotBytes > fullBytes || encoder.weight > mostWeight / 2;
    },
  };
}

function entryOf(noted: Noted, mask: ReturnType<typeof createMask>): Entry {
  switch (noted.type) {
    case 'msg':
      return {type: 'msg', msg: mask.hideIn(noted.msg)};
    case 'snapshot': {
      const state = mask.hide(noted.state);
      return {type: 'snapshot', state, table: noted.table, hash: hashOf(state)};
    }
    case 'began':
      return noted;
    default:
      return noted satisfies never;
  }
}

function timeOf(noted: Noted): Millis {
  switch (noted.type) {
    case 'msg':
      return noted.msg.now.wall;
    case 'snapshot':
      return noted.at;
    case 'began':
      return noted.began.at;
    default:
      return noted satisfies never;
  }
}

const textOf = (lines: readonly string[]) => lines.map(line => `${line}\n`).join('');
