import {closeSync, constants, openSync, write, writeSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createPacker, type Framed, magic} from './frames.ts';
import {partFile} from './sessions.ts';

/** The file that a session is recorded in, and the next ones. */
export type RecordingFile = {
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

export function createRecordingFile(
  folder: string,
  session: string,
  onFile: (name: string) => void,
): RecordingFile {
  return new SessionFile(folder, session, onFile);
}

class SessionFile implements RecordingFile {
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
