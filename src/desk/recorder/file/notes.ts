import type {Millis} from '../../../api/wire/records.ts';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {createEncoder} from '../codec/encoder.ts';
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
  /** Letters since the last snapshot. */
  readonly segmentLength: number;
};

export function createNotesEncoder(secrets: readonly string[]): NotesEncoder {
  const encoder = createEncoder();
  const mask = createMask(secrets);
  let framed: Framed[] = [];
  let lines: string[] = [];
  let at: Millis = 0;
  let segmentLength = 0;

  const frame = () => {
    if (lines.length > 0) framed.push({kind: 'messages', at, text: textOf(lines)});
    lines = [];
  };
  const encode = (noted: Noted): boolean => {
    const entry = entryOf(noted, mask);
    const line = encoder.encode(entry);
    at = timeOf(noted);
    if (noted.type === 'msg') {
      lines.push(line);
      segmentLength += line.length;
      return line.length > stillLength || ofPerson.has(noted.msg.type);
    }
    frame();
    framed.push({kind: noted.type, at, text: textOf([line])});
    segmentLength = 0;
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
    get segmentLength() {
      return segmentLength;
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
