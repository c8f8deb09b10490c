/** A recording as its files hold it: `readRecording` inflates no more than how it began. */
import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {createDecoder, type Decoder} from '../codec/decoder.ts';
import {mostWeight} from '../codec/grammar.ts';
import type {Began, Entry} from '../entries.ts';
import {RecordingError, Unfinished} from '../error.ts';
import {whyUnplayable} from '../schema/playable.ts';
import {framesOf, linesFramed, magic, mostText, type PackedFrame} from './frames.ts';
import {type Recording, recordingFrom, type Segment} from './recording.ts';
import {partOf, partsOf} from './sessions.ts';

/** All recordings together are as large. */
const mostBytes = 64 * 1024 * 1024;
/** So many segments stay inflated, if they are small: the one that is looked at and its neighbours. */
const mostInflated = 3;

/**
 * Opens a recording. Of a session that stands in several files all that are left are read, whichever of them is
 * named.
 * @param sliceMs after which reading ends with `Unfinished`
 * @throws {RecordingError} it cannot be read, or is none, with the reason in words
 */
export function readRecording(path: string, sliceMs = Number.POSITIVE_INFINITY): Recording {
  const files = filesOf(path).map(readFile);
  // Whoever was killed when a file began has left one that holds nothing.
  const whole = files.filter(({began}) => began !== undefined);
  const [{began} = {began: undefined}] = whole;
  if (began === undefined) throw new RecordingError(`${path} ends before it says what it is.`);
  const why = whyUnplayable(began);
  if (why !== undefined) throw new RecordingError(why);
  const entriesOf = createReader(path, sliceMs);
  const segments = whole.flatMap(({frames}) => segmentsOf(frames, entriesOf));
  const isTorn = files.some(each => each.isTorn);
  return {...recordingFrom(began, segments, isTorn), sliceMs};
}

function filesOf(path: string): string[] {
  const part = partOf(basename(path));
  if (part === undefined) return [path];
  const folder = dirname(path);
  const parts = inWords(path, () => partsOf(folder, part.session));
  return parts.length === 0 ? [path] : parts.map(({name}) => join(folder, name));
}

type OpenedFile = {
  /** Undefined where the file ends before it is told. */
  readonly began: Began | undefined;
  readonly frames: readonly PackedFrame[];
  readonly isTorn: boolean;
};

function readFile(path: string): OpenedFile {
  const bytes = inWords(path, () => bytesOf(path));
  const start = bytes.subarray(0, magic.length);
  if (!start.equals(magic.subarray(0, start.length)))
    throw new RecordingError(`${path} is no recording of optty.`);
  if (start.length < magic.length) return {began: undefined, frames: [], isTorn: true};
  const {frames, isTorn} = framesOf(bytes);
  const [first, ...rest] = frames;
  const [began] = first?.kind === 'began' ? createReader(path)([first]) : [];
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

type Inflated = {
  readonly of: readonly PackedFrame[];
  readonly entries: readonly Entry[];
  readonly weight: number;
};

type Reading = Pick<Inflated, 'of'> & {
  readonly entries: Entry[];
  readonly lines: Iterator<string>;
  readonly decoder: Decoder;
};

/** Reads one segment at a time, and keeps those that were read last. */
function createReader(path: string, sliceMs = Number.POSITIVE_INFINITY): EntriesOf {
  let lately: readonly Inflated[] = [];
  let reading: Reading | undefined;

  const begin = (of: readonly PackedFrame[]): Reading => {
    const bytes = of.reduce((sum, {plain}) => sum + plain, 0);
    if (bytes > mostText) throw new RecordingError(`${path} holds more than any recording of optty.`);
    return {of, entries: [], lines: linesFramed(of), decoder: createDecoder()};
  };
  const read = (of: readonly PackedFrame[]): Inflated => {
    const until = performance.now() + sliceMs;
    const {entries, lines, decoder} = reading?.of === of ? reading : begin(of);
    reading = undefined;
    const next = () => inWords(path, () => lines.next());
    for (let line = next(); line.done !== true; line = next()) {
      entries.push(decoder.decode(line.value));
      if (performance.now() < until) continue;
      reading = {of, entries, lines, decoder};
      throw new Unfinished();
    }
    return {of, entries, weight: decoder.weight};
  };
  return of => {
    const found = lately.find(each => each.of === of) ?? read(of);
    let weight = 0;
    lately = [found, ...lately.filter(each => each !== found)].filter((each, at) => {
      weight += each.weight;
      return at === 0 || (at < mostInflated && weight <= mostWeight);
    });
    return found.entries;
  };
}

/** What the file system and zlib say, in words. */
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
