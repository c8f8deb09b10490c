import {jsonIn} from '../../../api/wire/given.ts';
import type {Msg} from '../../model/messages.ts';
import type {Moment} from '../../model/moment.ts';
import type {Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import {isFields} from './alike.ts';
import {lineWeight, momentAt, mostWeight, streamOf} from './grammar.ts';
import {createLineMemory, type LineMemory} from './memory.ts';
import {provedBegan, provedMsg, provedSnapshot} from './proved.ts';
import {LineReader, refuseLine} from './read.ts';

/** Reads lines in the order of their writing, from the first one or from a snapshot on. */
export type Decoder = {
  /** @throws {RecordingError} it is no line of a recording, or does not go on from the last one */
  decode(line: string): Entry;
  /** Of all that it has read. */
  readonly weight: number;
};

/** Of a line: a snapshot of a hundred thousand rows has fewer values. */
const mostValues = 2_000_000;

export function createDecoder(): Decoder {
  const memory = createLineMemory();
  let at: Moment = {mono: 0, wall: 0};

  const message = (line: readonly unknown[]): Msg => {
    const [mono, wall, first, differs] = line;
    const now = timeOf(at, mono, wall);
    at = now;
    const reader = new LineReader(memory, now, false);
    if (Array.isArray(first)) {
      const told = reader.whole(first[0]);
      if (!isFields(told)) return refuseLine('holds no message');
      const msg = provedMsg({...told, now});
      const name = streamOf(msg);
      if (name !== undefined) memory.streams.set(name, {number: memory.streams.size, last: told});
      return msg;
    }
    for (const [name, {number, last}] of memory.streams) {
      if (number !== first) continue;
      const told = line.length === 3 ? last : reader.difference(last, differs);
      if (!isFields(told)) return refuseLine('holds no message');
      memory.streams.set(name, {number, last: told});
      return provedMsg({...told, now});
    }
    return refuseLine('goes on with what nothing began');
  };

  const snapshot = (written: unknown, time: unknown): Entry => {
    const [mono, wall]: readonly unknown[] = Array.isArray(time) ? time : [];
    at = timeOf(at, [mono], [wall]);
    memory.restart();
    memory.streams.clear();
    const read = new LineReader(memory, at, true).whole(written);
    const {streams, ...entry} = isFields(read) ? read : refuseLine('holds no snapshot');
    for (const each of Array.isArray(streams) ? streams : refuseLine('holds no streams')) {
      const [name, last]: readonly unknown[] = Array.isArray(each) ? each : [];
      if (typeof name !== 'string' || !isFields(last)) return refuseLine('holds a stream that is none');
      memory.streams.set(name, {number: memory.streams.size, last});
    }
    return provedSnapshot(entry);
  };

  return {
    decode(line) {
      const written = writtenIn(line, memory);
      try {
        if (Array.isArray(written)) return {type: 'msg', msg: message(written)};
        if (!isFields(written)) return refuseLine('is no JSON');
        if ('began' in written) return {type: 'began', began: provedBegan(written.began)};
        return snapshot(written.snapshot, written.now);
      } catch (error) {
        throw inWords(error);
      }
    },
    get weight() {
      return memory.weight;
    },
  };
}

/** What it was read as may be no value of the desk, so that something stumbled over it. */
function inWords(error: unknown): unknown {
  if (error instanceof TypeError || error instanceof RangeError)
    return new RecordingError('A line of the recording holds what cannot be.', {cause: error});
  return error;
}

/** @throws {RecordingError} it would take too much memory, by itself or with the lines before it */
function writtenIn(line: string, memory: LineMemory): unknown {
  memory.weight += lineWeight;
  const isLarge = line.length > mostValues && valuesIn(line) > mostValues;
  return isLarge || memory.weight > mostWeight ? refuseLine('holds too much') : jsonIn(line);
}

/** How many values JSON holds at most. To find out takes no memory, as reading it would. */
function valuesIn(json: string): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (!isText && (sign === ',' || sign === '[' || sign === '{')) count++;
  }
  return count;
}

/** A time is told from the line before, or as it is. */
function timeOf(before: Moment, mono: unknown, wall: unknown): Moment {
  const now =
    Array.isArray(mono) && Array.isArray(wall)
      ? {mono: Number(mono[0]), wall: Number(wall[0])}
      : momentAt(before, [Number(mono), Number(wall)]);
  return Number.isFinite(now.mono) && Number.isFinite(now.wall) ? now : refuseLine('has no time');
}
