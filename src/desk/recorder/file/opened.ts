/** A recording as its files hold it: `readRecording` inflates no more than how it began. */
import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {createDecoder} from '../codec/decoder.ts';
import type {Began, Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import {whyUnplayable} from '../schema/playable.ts';
import {framesOf, linesFramed, magic, type PackedFrame} from './frames.ts';
import {type Recording, recordingFrom, type Segment} from './recording.ts';
import {partOf, partsOf} from './sessions.ts';

/** No recording of ours is as large. */
const mostBytes = 256 * 1024 * 1024;
/** Of a segment's text; it is many times what was compressed. */
const mostText = 512 * 1024 * 1024;
/** So many segments stay inflated: the one that is looked at and its neighbours. */
const mostInflated = 3;

/**
 * Opens a recording. Of a session that stands in several files all that are left are read, whichever of them is
 * named.
 * @throws {RecordingError} it cannot be read, or is none, with the reason in words
 */
export function readRecording(path: string): Recording {
  const files = filesOf(path).map(readFile);
  // Whoever was killed when a file began has left one that holds nothing.
  const whole = files.filter(({began}) => began !== undefined);
  const [{began} = {began: undefined}] = whole;
  if (began === undefined) throw new RecordingError(`${path} ends before it says what it is.`);
  const why = whyUnplayable(began);
  if (why !== undefined) throw new RecordingError(why);
  const lately: Inflated[] = [];
  const segments = whole.flatMap(({frames}) => segmentsOf(frames, path, lately));
  return recordingFrom(
    began,
    segments,
    files.some(({isTorn}) => isTorn),
  );
}

function filesOf(path: string): string[] {
  const part = partOf(basename(path));
  if (part === undefined) return [path];
  const folder = dirname(path);
  const parts = reading(path, () => partsOf(folder, part.session));
  return parts.length === 0 ? [path] : parts.map(({name}) => join(folder, name));
}

type OpenedFile = {
  /** Undefined where the file ends before it is told. */
  readonly began: Began | undefined;
  readonly frames: readonly PackedFrame[];
  readonly isTorn: boolean;
};

function readFile(path: string): OpenedFile {
  const bytes = reading(path, () => bytesOf(path));
  const start = bytes.subarray(0, magic.length);
  if (!start.equals(magic.subarray(0, start.length)))
    throw new RecordingError(`${path} is no recording of optty.`);
  if (start.length < magic.length) return {began: undefined, frames: [], isTorn: true};
  const {frames, isTorn} = framesOf(bytes);
  const [first, ...rest] = frames;
  const [began] = first?.kind === 'began' ? decoded([first], path) : [];
  return {began: began?.type === 'began' ? began.began : undefined, frames: rest, isTorn};
}

function bytesOf(path: string): Buffer {
  // Without waiting: a named pipe that nobody writes would hold the program.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new RecordingError(`${path} is no file.`);
    if (found.size > mostBytes) throw new RecordingError(`${path} is larger than any recording of optty.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

type Inflated = {readonly of: readonly PackedFrame[]; readonly entries: readonly Entry[]};

function segmentsOf(frames: readonly PackedFrame[], path: string, lately: Inflated[]): Segment[] {
  const groups: PackedFrame[][] = [];
  for (const frame of frames) {
    if (frame.kind === 'snapshot') groups.push([]);
    groups.at(-1)?.push(frame);
  }
  return groups.map(of => ({
    from: of[0]?.at ?? Number.NaN,
    to: of.at(-1)?.at ?? Number.NaN,
    entries() {
      const at = lately.findIndex(each => each.of === of);
      const [found = {of, entries: decoded(of, path)}] = at < 0 ? [] : lately.splice(at, 1);
      lately.unshift(found);
      lately.length = Math.min(lately.length, mostInflated);
      return found.entries;
    },
  }));
}

function decoded(frames: readonly PackedFrame[], path: string): readonly Entry[] {
  const bytes = frames.reduce((sum, {plain}) => sum + plain, 0);
  if (bytes > mostText) throw new RecordingError(`${path} holds more than any recording of optty.`);
  const {decode} = createDecoder();
  return reading(path, () => linesFramed(frames)).map(decode);
}

/** What the file system and zlib say, in words. */
function reading<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const {code, message}: Readonly<Record<string, unknown>> = Object(error);
    if (code === 'ENOENT') throw new RecordingError(`There is no recording ${path}.`);
    throw new RecordingError(`${path} cannot be read (${code ?? message}).`);
  }
}
