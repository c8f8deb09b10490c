import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {version} from '../../../api/version.ts';
import type {Millis} from '../../../api/wire/records.ts';
import {createDecoder} from '../codec.ts';
import {type Began, type Entry, RecordingError, recordingVersion} from '../entries.ts';
import {framesOf, linesFramed, magic, mostText, type PackedFrame} from './frames.ts';

const mostBytes = 64 * 1024 * 1024;
/** Segments in memory, at most `mostText` of them together. */
const mostKept = 3;

export function readRecording(path: string): Recording {
  const {frames, isTorn} = inWords(path, () => framesIn(path));
  const [first, ...rest] = frames;
  const entriesOf = createReader(path);
  const [entry] = first?.kind === 'began' ? entriesOf([first]) : [];
  if (entry?.type !== 'began') throw new RecordingError(`${path} is cut off before its header.`);
  const {began} = entry;
  const why = whyUnplayable(began);
  if (why !== undefined) throw new RecordingError(why);
  const segments = segmentsOf(rest, entriesOf);
  const [from, to] = [segments[0]?.from, segments.at(-1)?.to];
  if (from === undefined || to === undefined)
    throw new RecordingError('The recording is cut off before its first frame.');
  return {began, from, to, isTorn, segments};
}

type Made = Pick<Began, 'format' | 'version'>;

/** The reason not to play a recording, with the version that can. */
export function whyUnplayable(
  began: Made,
  own: Made = {format: recordingVersion, version},
): string | undefined {
  if (began.format === own.format) return undefined;
  const needs =
    began.version === own.version
      ? `It needs the build of optty ${own.version} that recorded it; this is another.`
      : `It needs optty ${began.version}; this is ${own.version}.`;
  return `The recording has content that this version of optty does not know. ${needs}`;
}

function framesIn(path: string): ReturnType<typeof framesOf> {
  const bytes = bytesOf(path);
  const start = bytes.subarray(0, magic.length);
  if (!start.equals(magic.subarray(0, start.length)))
    throw new RecordingError(`${path} is not a recording of optty.`);
  return framesOf(bytes);
}

function bytesOf(path: string): Buffer {
  // Non-blocking: a named pipe without a writer would block the program.
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

type EntriesOf = (frames: readonly PackedFrame[]) => readonly Entry[];

function segmentsOf(frames: readonly PackedFrame[], entriesOf: EntriesOf): Segment[] {
  const groups: PackedFrame[][] = [];
  for (const frame of frames) {
    if (frame.kind === 'snapshot') groups.push([]);
    groups.at(-1)?.push(frame);
  }
  return groups.map(of => ({
    from: of[0]?.at ?? Number.NaN,
    to: of.at(-1)?.at ?? Number.NaN,
    entries: () => entriesOf(of),
  }));
}

type Read = {readonly of: readonly PackedFrame[]; readonly entries: readonly Entry[]};

function createReader(path: string): EntriesOf {
  let lately: readonly Read[] = [];
  const read = (of: readonly PackedFrame[]): Read => {
    if (textBytes(of) > mostText) throw new RecordingError(`${path} holds more than any recording of optty.`);
    const {decode} = createDecoder();
    return {of, entries: inWords(path, () => Array.from(linesFramed(of), decode))};
  };
  return of => {
    const found = lately.find(each => each.of === of) ?? read(of);
    let bytes = 0;
    lately = [found, ...lately.filter(each => each !== found)].filter((each, at) => {
      bytes += textBytes(each.of);
      return at === 0 || (at < mostKept && bytes <= mostText);
    });
    return found.entries;
  };
}

const textBytes = (frames: readonly PackedFrame[]) => frames.reduce((sum, {plain}) => sum + plain, 0);

function inWords<Value>(path: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const {code, message}: Readonly<Record<string, unknown>> = Object(error);
    if (code === 'ENOENT') throw new RecordingError(`There is no recording ${path}.`);
    throw new RecordingError(`${path} cannot be read (${code ?? message}).`);
  }
}

export type Recording = {
  readonly began: Began;
  readonly from: Millis;
  readonly to: Millis;
  readonly isTorn: boolean;
  /** In the order of writing, at least one. Times go back if the clock was set back. */
  readonly segments: readonly Segment[];
};

type Segment = {
  readonly from: Millis;
  readonly to: Millis;
  /** Read on demand. @throws {RecordingError} it is invalid */
  entries(): readonly Entry[];
};
