/**
 * Records a running session. Messages are only noted; encoding, compression and writing happen later in
 * batches, so that no key or frame waits. Any failure ends the recording and nothing else.
 */

import {closeSync, constants, lstatSync, openSync, write, writeSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {Millis} from '../../../api/wire/records.ts';
import {makeFolder, makePrivateFolder} from '../../../folders.ts';
import type {HaltMsg} from '../../halt/state.ts';
import type {IntentSent} from '../../intents/intent.ts';
import type {Msg} from '../../messages.ts';
import type {Moment} from '../../model/moment.ts';
import {questionOf} from '../../order/questions.ts';
import type {State} from '../../state.ts';
import {Encoder, mostValues} from '../codec.ts';
import type {Began, Entry, TableMemory} from '../entries.ts';
import {createPacker, type Framed, magic} from './frames.ts';
import {partBytes, partFile, sessionName, trimRecordings} from './sessions.ts';

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
  readonly pace?: Partial<Pace>;
};

type Pace = {readonly writeMs: number; readonly segmentMs: number};

const usualPace: Pace = {writeMs: 4_000, segmentMs: 180_000};
const snapshotShare = 1 / 5_000;
const quietMs = 5_000;
const partMs = 24 * 3_600_000;
const mostNoted = 500;
const mostWaiting = 16 * 1024 * 1024;
const closeMs = 500;

export const undrawn: TableMemory = {
  rows: {of: '', start: 0, needs: new Map()},
  figures: {start: 0, width: 0, needs: new Map()},
};

export class Recorder {
  readonly #given: Given;
  readonly #pace: Pace;
  readonly #framing: Framing;
  readonly #file: RecordingFile;
  #noted: Noted[];
  #waiting: Framed[] = [];
  #writing: Promise<void> | undefined;
  #isEnded = false;
  #wakesAt = Number.POSITIVE_INFINITY;
  #segmentAt: number;
  #pressedAt = Number.NEGATIVE_INFINITY;
  #segmentMs: number;
  #partAt: Millis;

  constructor(given: Given) {
    const {folder, began, secrets, first, clock, pace} = given;
    const {mono, wall} = first.now;
    this.#given = given;
    this.#pace = {...usualPace, ...pace};
    this.#framing = new Framing(secrets);
    this.#file = new RecordingFile(folder, sessionName(began.at, began.pid), name => this.#trim(name));
    this.#noted = [
      {entry: {type: 'began', began}, at: began.at},
      {entry: {type: 'snapshot', state: first, table: undrawn}, at: wall},
    ];
    this.#segmentAt = mono;
    this.#segmentMs = this.#pace.segmentMs;
    this.#partAt = wall;
    this.#attempt(() => openFolder(given));
    this.#wakeAt(clock().mono, this.#pace.writeMs);
  }

  note(msg: Msg, before: State): void {
    if (this.#isEnded) return;
    const {mono, wall} = msg.now;
    if (msg.type === 'pressed') this.#pressedAt = mono;
    if (msg.type === 'tick') {
      // Objects held for longer survive garbage collections, and V8 keeps more memory for them.
      this.#encode();
      if (this.#isSegmentOver(mono)) this.#beginSegment(before, msg.now);
    }
    this.#noted.push({entry: {type: 'msg', msg}, at: wall});
    const isDue = isUrgent(msg, before) || this.#noted.length >= mostNoted;
    this.#wakeAt(mono, isDue ? 0 : this.#pace.writeMs);
  }

  /** Resolves to the path when everything noted so far is written; undefined if nothing is recorded. */
  async flush(): Promise<string | undefined> {
    this.#encode();
    await this.#write();
    return this.#isEnded ? undefined : this.#file.path;
  }

  /** Synchronous and final: the program is about to exit. */
  flushNow(): void {
    if (this.#isEnded) return;
    this.#encode();
    if (this.#isEnded) return;
    this.#isEnded = true;
    try {
      this.#file.appendNow([...this.#waiting, ...this.#framing.frames()]);
    } catch {
      // The process is exiting; what was written before is whole.
    }
  }

  async close(): Promise<void> {
    if (this.#isEnded) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise(resolve => {
      timer = setTimeout(resolve, closeMs);
    });
    await Promise.race([this.flush(), late]);
    clearTimeout(timer);
    this.#letGo();
  }

  #isSegmentOver(mono: number): boolean {
    const longMs = mono - this.#segmentAt;
    // If possible not while the user types: a snapshot of 10,000 rows takes 60 ms.
    const isQuiet = mono - this.#pressedAt >= quietMs || longMs >= 2 * this.#segmentMs;
    return this.#framing.isFull || (isQuiet && longMs >= this.#segmentMs);
  }

  #beginSegment(state: State, {mono, wall}: Moment): void {
    const {began, table} = this.#given;
    if (this.#file.bytes > partBytes || wall - this.#partAt > partMs) {
      this.#noted.push({entry: {type: 'began', began}, at: began.at});
      this.#partAt = wall;
    }
    this.#noted.push({entry: {type: 'snapshot', state, table: table()}, at: wall});
    this.#segmentAt = mono;
  }

  #wakeAt(now: number, ms: number): void {
    const at = now + ms;
    if (this.#isEnded || at >= this.#wakesAt) return;
    this.#wakesAt = at;
    this.#given.after(ms, () => {
      if (this.#wakesAt === at) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.#encode();
      void this.#write();
    });
  }

  #encode(): void {
    const noted = this.#noted;
    this.#noted = [];
    const began = this.#given.clock().mono;
    this.#attempt(() => {
      for (const each of noted) this.#framing.take(each);
    });
    if (noted.some(({entry}) => entry.type === 'snapshot')) {
      const tookMs = this.#given.clock().mono - began;
      this.#segmentMs = Math.max(this.#pace.segmentMs, tookMs / snapshotShare);
    }
  }

  #write(): Promise<void> | undefined {
    const held = this.#waiting.reduce((sum, {text}) => sum + text.length, 0);
    this.#waiting.push(...this.#framing.frames());
    if (held > mostWaiting) this.#end(new Error('more comes than can be written in time'));
    if (this.#waiting.length > 0) this.#writing ??= this.#drain();
    return this.#writing;
  }

  async #drain(): Promise<void> {
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
        await this.#file.append(next);
    } catch (error) {
      this.#end(error);
    } finally {
      this.#writing = undefined;
    }
  }

  #attempt(work: () => void): void {
    if (this.#isEnded) return;
    try {
      work();
    } catch (error) {
      this.#end(error);
    }
  }

  #trim(own: string): void {
    const {folder, began, isAlive, clock} = this.#given;
    this.#attempt(() => trimRecordings({folder, own, pid: began.pid, isAlive, now: clock().wall}));
  }

  #end(error: unknown): void {
    if (this.#isEnded) return;
    this.#letGo();
    this.#given.onEnd(`${whyEnded(error, this.#given.folder)} Everything else continues.`);
  }

  #letGo(): void {
    this.#isEnded = true;
    this.#noted = [];
    this.#waiting = [];
    // Closing a file during a write on another thread could let that write hit a reused descriptor.
    void Promise.resolve(this.#writing).then(() => this.#file.close());
  }
}

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

/** With the wall time at which it came: a snapshot's own is that of the last tick. */
type Noted = {readonly entry: Entry; readonly at: Millis};

const fullBytes = 2 * 1024 * 1024;
const mostBytes = 24 * 1024 * 1024;

class Framing {
  readonly #encoder: Encoder;
  readonly #mask: ReturnType<typeof createMask>;
  #framed: Framed[] = [];
  #text = '';
  #at: Millis = 0;
  #segmentBytes = 0;
  #snapshotBytes = 0;
  #snapshotValues = 0;

  constructor(secrets: readonly string[]) {
    this.#mask = createMask(secrets);
    this.#encoder = new Encoder(this.#mask.text);
  }

  get isFull(): boolean {
    const bytes = this.#segmentBytes - this.#snapshotBytes;
    const values = (mostValues + this.#snapshotValues) / 2;
    return bytes > Math.max(fullBytes, this.#snapshotBytes) || this.#encoder.values > values;
  }

  frames(): readonly Framed[] {
    this.#frame();
    return this.#framed.splice(0);
  }

  #frame(): void {
    if (this.#text !== '') this.#framed.push({kind: 'messages', at: this.#at, text: this.#text});
    this.#text = '';
  }

  take({entry, at}: Noted): void {
    const line = `${this.#encoder.encode(this.#masked(entry))}\n`;
    const bytes = Buffer.byteLength(line);
    if (entry.type !== 'began') {
      this.#segmentBytes = entry.type === 'snapshot' ? bytes : this.#segmentBytes + bytes;
      if (this.#segmentBytes > mostBytes || this.#encoder.values > mostValues)
        throw new Error('more comes than could be read again');
    }
    if (entry.type !== 'msg') this.#frame();
    this.#at = at;
    if (entry.type === 'msg') this.#text += line;
    else {
      this.#framed.push({kind: entry.type, at, text: line});
      [this.#snapshotBytes, this.#snapshotValues] = [bytes, this.#encoder.values];
    }
  }

  #masked(entry: Entry): Entry {
    return entry.type === 'msg' ? {...entry, msg: this.#mask.key(entry.msg)} : entry;
  }
}

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

/** Never opens an existing file, nor follows a link. */
const creating = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** `node:fs/promises` would take another MiB of memory. */
const writeAt: (
  file: number,
  bytes: Buffer,
  offset: number,
  length: number,
  place: number,
) => Promise<{bytesWritten: number}> = promisify(write);

class RecordingFile {
  path = '';
  bytes = 0;
  readonly #folder: string;
  readonly #session: string;
  readonly #onFile: (name: string) => void;
  #number = 0;
  #file = -1;
  #pack = createPacker();
  #underWay: Buffer = Buffer.alloc(0);
  #isEnded = false;

  constructor(folder: string, session: string, onFile: (name: string) => void) {
    this.#folder = folder;
    this.#session = session;
    this.#onFile = onFile;
  }

  /** A frame with the beginning of a recording starts a new file. Await the previous call first. */
  async append(frame: Framed): Promise<void> {
    if (this.#isEnded) return;
    const bytes = this.#packed(frame);
    this.#underWay = bytes;
    for (let done = 0; done < bytes.length && !this.#isEnded; )
      done += (await writeAt(this.#file, bytes, done, bytes.length - done, this.bytes + done)).bytesWritten;
    if (this.#isEnded) return;
    this.bytes += bytes.length;
    this.#underWay = Buffer.alloc(0);
  }

  /** Synchronous and final; includes the frame of a pending `append`. @throws {Error} of the file system */
  appendNow(frames: readonly Framed[]): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // A pending write of another thread writes the same bytes to the same place.
    this.#writeNow(this.#underWay);
    for (const frame of frames) this.#writeNow(this.#packed(frame));
  }

  close(): void {
    this.#isEnded = true;
    if (this.#file >= 0) closeSync(this.#file);
    this.#file = -1;
  }

  #writeNow(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.bytes + done);
    this.bytes += bytes.length;
  }

  #packed(frame: Framed): Buffer {
    if (this.#file < 0 || frame.kind === 'began') this.#begin();
    const packed = this.#pack(frame);
    return this.bytes === 0 ? Buffer.concat([magic, packed]) : packed;
  }

  #begin(): void {
    // At exit another thread may still write; the system then closes the file.
    if (this.#file >= 0 && !this.#isEnded) closeSync(this.#file);
    const name = partFile(this.#session, ++this.#number);
    this.path = join(this.#folder, name);
    this.#file = openSync(this.path, creating, 0o600);
    this.#pack = createPacker();
    this.bytes = 0;
    this.#onFile(name);
  }
}
