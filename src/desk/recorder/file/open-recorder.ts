/**
 * Records a running session. Messages are only noted; encoding, compression and writing happen later in
 * batches, so that no key or frame waits. Any failure ends the recording and nothing else.
 */

import {closeSync, constants, lstatSync, openSync, writeSync} from 'node:fs';
import {makeFolder, makePrivateFolder} from '../../../folders.ts';
import type {HaltMsg} from '../../halt/halt.ts';
import type {IntentSent} from '../../intents/intent.ts';
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';
import {questionOf} from '../../order/questions.ts';
import type {State} from '../../state.ts';
import {Encoder, mostValues} from '../codec.ts';
import type {Began, Entry, TableMemory} from '../entries.ts';
import {createPacker, type Framed, magic} from './frames.ts';
import {fullBytes, recordingPath, trimRecordings} from './sessions.ts';

type Given = {
  readonly folder: string;
  readonly began: Began;
  readonly secrets: readonly string[];
  readonly first: State;
  readonly table: () => TableMemory;
  readonly clock: () => Moment;
  readonly after: (ms: number, then: () => void) => void;
  readonly isAlive: (pid: number) => boolean;
  readonly isOwn: (folder: string) => boolean;
  readonly onEnd: (why: string) => void;
  readonly pace?: Pace;
};

type Pace = {readonly writeMs: number; readonly segmentMs: number};

const usualPace: Pace = {writeMs: 4_000, segmentMs: 180_000};
const quietMs = 5_000;
const mostNoted = 500;
const longSegmentBytes = 2 * 1024 * 1024;
const mostSegmentBytes = 24 * 1024 * 1024;

export const undrawn: TableMemory = {
  rows: {of: '', start: 0, needs: new Map()},
  figures: {start: 0, width: 0, needs: new Map()},
};

type Noted = Exclude<Entry, {type: 'began'}> & {
  /** Wall time at which it came: a snapshot's own is that of the last tick. */
  readonly at: number;
};

export class Recorder {
  readonly #given: Given;
  readonly #pace: Pace;
  readonly #mask: ReturnType<typeof createMask>;
  readonly #encoder: Encoder;
  #file: {readonly path: string; readonly descriptor: number; bytes: number} | undefined;
  #pack = createPacker();
  #noted: Noted[];
  /** Encoded messages that are not written yet. */
  #text = '';
  #textAt = 0;
  #segment = {at: 0, bytes: 0, ofSnapshot: {bytes: 0, values: 0}};
  #isEnded = false;
  #wakesAt = Number.POSITIVE_INFINITY;
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(given: Given) {
    const {secrets, first, clock, pace = usualPace} = given;
    this.#given = given;
    this.#pace = pace;
    this.#mask = createMask(secrets);
    this.#encoder = new Encoder(this.#mask.text);
    this.#noted = [{type: 'snapshot', state: first, table: undrawn, at: first.now.wall}];
    this.#segment.at = first.now.mono;
    this.#attempt(() => openFolder(given));
    this.#wakeAt(clock().mono, pace.writeMs);
  }

  note(msg: Msg, before: State): void {
    if (this.#isEnded) return;
    const {mono, wall} = msg.now;
    if (msg.type === 'pressed') this.#pressedAt = mono;
    if (msg.type === 'tick') {
      // Objects held for longer survive garbage collections, and V8 keeps more memory for them.
      this.#attempt(() => this.#encode());
      if (this.#isSegmentOver(mono)) {
        this.#noted.push({type: 'snapshot', state: before, table: this.#given.table(), at: wall});
        this.#segment.at = mono;
      }
    }
    this.#noted.push({type: 'msg', msg, at: wall});
    const isDue = isUrgent(msg, before) || this.#noted.length >= mostNoted;
    this.#wakeAt(mono, isDue ? 0 : this.#pace.writeMs);
  }

  /** Writes everything noted so far. @returns the path; undefined if nothing is recorded */
  flush(): string | undefined {
    this.#attempt(() => {
      this.#encode();
      this.#writeText();
    });
    return this.#isEnded ? undefined : this.#file?.path;
  }

  close(): void {
    this.flush();
    this.#letGo();
  }

  #isSegmentOver(mono: number): boolean {
    const {at, bytes, ofSnapshot} = this.#segment;
    const isLarge = bytes - ofSnapshot.bytes > Math.max(longSegmentBytes, ofSnapshot.bytes);
    if (isLarge || this.#encoder.values > (mostValues + ofSnapshot.values) / 2) return true;
    const longMs = mono - at;
    // If possible not while the user types: a snapshot of 10,000 rows takes 60 ms.
    const isQuiet = mono - this.#pressedAt >= quietMs || longMs >= 2 * this.#pace.segmentMs;
    return isQuiet && longMs >= this.#pace.segmentMs;
  }

  #wakeAt(now: number, ms: number): void {
    const at = now + ms;
    if (this.#isEnded || at >= this.#wakesAt) return;
    this.#wakesAt = at;
    this.#given.after(ms, () => {
      if (this.#wakesAt === at) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.flush();
    });
  }

  #encode(): void {
    for (const entry of this.#noted.splice(0)) {
      if (entry.type === 'msg') this.#takeMessage(entry);
      else this.#takeSnapshot(entry);
    }
  }

  #takeMessage({msg, at}: Extract<Noted, {type: 'msg'}>): void {
    const line = `${this.#encoder.encode({type: 'msg', msg: this.#mask.key(msg)})}\n`;
    this.#count(this.#segment.bytes + Buffer.byteLength(line));
    this.#text += line;
    this.#textAt = at;
  }

  #takeSnapshot({at, ...snapshot}: Extract<Noted, {type: 'snapshot'}>): void {
    this.#writeText();
    const text = `${this.#encoder.encode(snapshot)}\n`;
    const bytes = Buffer.byteLength(text);
    this.#count(bytes);
    this.#segment.ofSnapshot = {bytes, values: this.#encoder.values};
    if (this.#file === undefined || this.#file.bytes > fullBytes) this.#beginFile();
    this.#write({kind: 'snapshot', at, text});
  }

  #count(bytes: number): void {
    this.#segment.bytes = bytes;
    if (bytes > mostSegmentBytes || this.#encoder.values > mostValues)
      throw new Error('more comes than could be read again');
  }

  #beginFile(): void {
    const {folder, isAlive, clock, began: first} = this.#given;
    const began = this.#file === undefined ? first : {...first, at: clock().wall};
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    const path = recordingPath(folder, began);
    this.#file = {path, descriptor: openSync(path, creating, 0o600), bytes: 0};
    this.#pack = createPacker();
    trimRecordings({folder, own: path, pid: began.pid, isAlive, now: clock().wall});
    this.#append(magic);
    this.#write({kind: 'began', at: began.at, text: `${JSON.stringify({began})}\n`});
  }

  #writeText(): void {
    if (this.#text !== '') this.#write({kind: 'messages', at: this.#textAt, text: this.#text});
    this.#text = '';
  }

  #write(frame: Framed): void {
    this.#append(this.#pack(frame));
  }

  #append(bytes: Buffer): void {
    const file = this.#file;
    if (file === undefined) return;
    for (let done = 0; done < bytes.length; ) done += writeSync(file.descriptor, bytes, done);
    file.bytes += bytes.length;
  }

  #attempt(work: () => void): void {
    if (this.#isEnded) return;
    try {
      work();
    } catch (error) {
      this.#letGo();
      this.#given.onEnd(`${whyEnded(error, this.#given.folder)} Everything else continues.`);
    }
  }

  #letGo(): void {
    if (!this.#isEnded && this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#isEnded = true;
    this.#noted = [];
  }
}

/** Never opens an existing file, nor follows a link. */
const creating = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

function openFolder({folder, isOwn}: Given): void {
  makeFolder(folder);
  if (lstatSync(folder).isDirectory()) makePrivateFolder(folder);
  if (!isOwn(folder)) throw new Error('it is not a private folder of yours');
}

function whyEnded(error: unknown, folder: string): string {
  const {code, message}: Readonly<Record<string, unknown>> = Object(error);
  const reason = typeof code === 'string' ? (reasons[code] ?? code) : String(message);
  return `Recording stopped in ${folder}: ${reason}.`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EIO: 'the disk is faulty',
  EROFS: 'it cannot be written',
  EACCES: 'it cannot be written',
  EPERM: 'it cannot be written',
  EEXIST: 'something else is there',
  ENOTDIR: 'something else is there',
};

const routineOfIntents: ReadonlySet<IntentSent['type']> = new Set(['held', 'polled', 'restored']);
const routineOfHalt: ReadonlySet<HaltMsg['type']> = new Set(['seen', 'due']);

/** Reaches the disk at once: writes, their requests, and failures. */
function isUrgent(msg: Msg, before: State): boolean {
  switch (msg.type) {
    case 'intent':
      return !routineOfIntents.has(msg.msg.type);
    case 'halt':
      return !routineOfHalt.has(msg.msg.type);
    case 'failed':
    case 'journalFailed':
      return true;
    case 'pressed':
      return questionOf(before.overlay) !== undefined;
    case 'told':
      return msg.level === 'danger';
    default:
      return false;
  }
}

/** Hides secrets, keeping the length: a token must not be written, neither whole nor letter by letter. */

/** This many consecutive characters of a secret are hidden; shorter pieces appear in ordinary words. */
const telling = 8;
const shortestSecret = 6;
const instead = '*';
const typedLength = 64;

export function createMask(secrets: readonly string[]) {
  const pieces = secrets.filter(({length}) => length >= shortestSecret).flatMap(piecesOf);
  let typed = '';

  return {
    text(text: string): string {
      if (!pieces.some(piece => text.includes(piece))) return text;
      let hidden = text;
      for (const piece of pieces)
        for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
          hidden = hidden.slice(0, at) + instead.repeat(piece.length) + hidden.slice(at + piece.length);
      return hidden;
    },
    /** Hides the key that goes on with a secret, also where it is typed outside of a field. */
    key(msg: Msg): Msg {
      if (msg.type !== 'pressed') return msg;
      const {key} = msg;
      if (key.ctrl || key.alt || [...key.text].length !== 1) return msg;
      typed = (typed + key.text).slice(-typedLength);
      if (!pieces.some(piece => typed.endsWith(piece))) return msg;
      return {...msg, key: {...key, name: instead, text: instead}};
    },
  };
}

function piecesOf(secret: string): readonly string[] {
  const length = Math.min(telling, secret.length);
  return Array.from({length: secret.length - length + 1}, (_, at) => secret.slice(at, at + length));
}
