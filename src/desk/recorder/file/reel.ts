import {
  closeSync,
  constants,
  lstat as lstatOf,
  openSync,
  readdir as readdirOf,
  unlink as unlinkOf,
  write,
  writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {Millis} from '../../../api/wire/records.ts';
import {createPacker, type Framed, magic} from './frames.ts';
import {partFile, partOf, type SessionPart} from './sessions.ts';

export type Reel = {
  readonly path: string;
  readonly bytes: number;
  /**
   * Appends a frame; one with the beginning of a recording starts a new file. Await the previous call first.
   * @throws {Error} of the file system
   */
  append(frame: Framed): Promise<void>;
  /**
   * Synchronous and final; includes the frame of a pending `append`.
   * @throws {Error} of the file system
   */
  appendNow(frames: readonly Framed[]): void;
  close(): void;
};

/** Never opens an existing file, nor follows a link. */
const creating = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

const writeAt: (
  file: number,
  bytes: Buffer,
  offset: number,
  length: number,
  place: number,
) => Promise<{bytesWritten: number}> = promisify(write);

export function createReel(folder: string, session: string, onFile: (name: string) => void): Reel {
  return new FileReel(folder, session, onFile);
}

class FileReel implements Reel {
  readonly #folder: string;
  readonly #session: string;
  readonly #onFile: (name: string) => void;
  #number = 0;
  #file: number | undefined;
  #packer = createPacker();
  #place = 0;
  #underWay: {readonly frame: Framed; bytes: Buffer | undefined} | undefined;
  #isEnded = false;

  constructor(folder: string, session: string, onFile: (name: string) => void) {
    this.#folder = folder;
    this.#session = session;
    this.#onFile = onFile;
  }

  get path(): string {
    return join(this.#folder, this.#name);
  }

  get bytes(): number {
    return this.#place;
  }

  async append(frame: Framed): Promise<void> {
    if (this.#isEnded) return;
    const file = this.#fileFor(frame);
    this.#underWay = {frame, bytes: undefined};
    const bytes = this.#withMagic(await this.#packer.pack(frame));
    this.#underWay = {frame, bytes};
    for (let done = 0; done < bytes.length && !this.#isEnded; )
      done += (await writeAt(file, bytes, done, bytes.length - done, this.#place + done)).bytesWritten;
    if (this.#isEnded) return;
    this.#place += bytes.length;
    this.#underWay = undefined;
  }

  appendNow(frames: readonly Framed[]): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const begun = this.#underWay;
    // A pending write of another thread writes the same bytes to the same place.
    if (begun !== undefined && this.#file !== undefined)
      this.#putNow(this.#file, begun.bytes ?? this.#withMagic(this.#packer.packNow(begun.frame)));
    for (const frame of frames) {
      const file = this.#fileFor(frame);
      this.#putNow(file, this.#withMagic(this.#packer.packNow(frame)));
    }
  }

  close(): void {
    this.#isEnded = true;
    this.#closeFile();
  }

  get #name(): string {
    return partFile(this.#session, Math.max(1, this.#number));
  }

  #fileFor({kind}: Framed): number {
    if (this.#file !== undefined && kind !== 'began') return this.#file;
    // At exit another thread may still write; the system then closes the file.
    if (!this.#isEnded) this.#closeFile();
    this.#number++;
    const file = openSync(this.path, creating, 0o600);
    this.#file = file;
    this.#packer = createPacker();
    this.#place = 0;
    this.#onFile(this.#name);
    return file;
  }

  #withMagic(packed: Buffer): Buffer {
    return this.#place === 0 ? Buffer.concat([magic, packed]) : packed;
  }

  #putNow(file: number, bytes: Buffer): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(file, bytes, done, bytes.length - done, this.#place + done);
    this.#place += bytes.length;
  }

  #closeFile(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

/** `node:fs/promises` would take another MiB of memory for these three. */
const [lstat, readdir, unlink] = [promisify(lstatOf), promisify(readdirOf), promisify(unlinkOf)];

const ringBytes = 64 * 1024 * 1024;
const ringMs = 30 * 24 * 3_600_000;
export const partBytes = 4 * 1024 * 1024;
/** A recorder writes more often than this, also from another host that shares the folder. */
const writtenMs = 5 * 60_000;

type Ring = {
  readonly folder: string;
  readonly own: string;
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly now: Millis;
  readonly most?: number;
};

type Kept = {
  readonly part: SessionPart;
  readonly written: Millis;
  readonly bytes: number;
  readonly isOpen: boolean;
};

/**
 * Makes room for a new file. Deletes files that are too old, then the oldest of the own session while it takes
 * more than half, then the oldest of all. Files that may still be open stay.
 * @throws {Error} of the file system
 */
export async function turnRing(ring: Ring): Promise<void> {
  const {folder, own, now, most = ringBytes} = ring;
  const session = partOf(own)?.session;
  const isOwn = ({part}: Kept) => part.session === session;
  let kept = await partsKept(ring);
  const oldestFirst = kept.filter(({isOpen}) => !isOpen).sort((a, b) => a.written - b.written);
  const dropWhere = async (isTooMuch: (each: Kept) => boolean) => {
    for (const each of oldestFirst) {
      if (!kept.includes(each) || !isTooMuch(each)) continue;
      await unlink(join(folder, each.part.name)).catch(unlessGone);
      kept = kept.filter(other => other !== each);
    }
  };
  await dropWhere(({written}) => now - written > ringMs);
  await dropWhere(each => isOwn(each) && roomOf(kept.filter(isOwn)) > most / 2);
  await dropWhere(() => roomOf(kept) > most);
}

function roomOf(parts: readonly Kept[]): number {
  return parts.reduce((sum, {isOpen, bytes}) => sum + (isOpen ? Math.max(partBytes, bytes) : bytes), 0);
}

async function partsKept({folder, own, pid, isAlive, now}: Ring): Promise<Kept[]> {
  const parts = (await readdir(folder)).map(partOf).filter(part => part !== undefined);
  const newest = Map.groupBy(parts, ({session}) => session);
  const isNewest = ({session, number}: SessionPart) =>
    newest.get(session)?.every(other => other.number <= number) === true;
  const kept: Kept[] = [];
  for (const part of parts) {
    const found = await lstat(join(folder, part.name)).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const written = found.mtimeMs;
    const isWritten = now - written <= writtenMs || (part.pid !== pid && isAlive(part.pid));
    const isOpen = part.name === own || (isNewest(part) && isWritten);
    kept.push({part, written, bytes: found.size, isOpen});
  }
  return kept;
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
