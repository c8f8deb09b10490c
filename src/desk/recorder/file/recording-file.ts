import {closeSync, constants, openSync, write, writeSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createPacker, type Framed, magic} from './frames.ts';
import {partFile} from './sessions.ts';

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

/** The file that a session is recorded in, and the next ones. */
export class RecordingFile {
  path = '';
  bytes = 0;
  readonly #folder: string;
  readonly #session: string;
  readonly #onFile: (name: string) => void;
  #number = 0;
  #file: number | undefined;
  #packer = createPacker();
  #underWay: {readonly frame: Framed; bytes: Buffer | undefined} | undefined;
  #isEnded = false;

  constructor(folder: string, session: string, onFile: (name: string) => void) {
    this.#folder = folder;
    this.#session = session;
    this.#onFile = onFile;
  }

  /**
   * Appends a frame; one with the beginning of a recording starts a new file. Await the previous call first.
   * @throws {Error} of the file system
   */
  async append(frame: Framed): Promise<void> {
    if (this.#isEnded) return;
    const file = this.#fileFor(frame);
    this.#underWay = {frame, bytes: undefined};
    const bytes = this.#withMagic(await this.#packer.pack(frame));
    this.#underWay = {frame, bytes};
    for (let done = 0; done < bytes.length && !this.#isEnded; )
      done += (await writeAt(file, bytes, done, bytes.length - done, this.bytes + done)).bytesWritten;
    if (this.#isEnded) return;
    this.bytes += bytes.length;
    this.#underWay = undefined;
  }

  /**
   * Synchronous and final; includes the frame of a pending `append`.
   * @throws {Error} of the file system
   */
  appendNow(frames: readonly Framed[]): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const begun = this.#underWay;
    // A pending write of another thread writes the same bytes to the same place.
    for (const frame of begun === undefined ? frames : [begun.frame, ...frames]) {
      const isBegun = frame === begun?.frame;
      const file = isBegun && this.#file !== undefined ? this.#file : this.#fileFor(frame);
      const packed = (isBegun && begun.bytes) || this.#withMagic(this.#packer.packNow(frame));
      for (let done = 0; done < packed.length; )
        done += writeSync(file, packed, done, packed.length - done, this.bytes + done);
      this.bytes += packed.length;
    }
  }

  close(): void {
    this.#isEnded = true;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #fileFor({kind}: Framed): number {
    if (this.#file !== undefined && kind !== 'began') return this.#file;
    // At exit another thread may still write; the system then closes the file.
    if (this.#file !== undefined && !this.#isEnded) closeSync(this.#file);
    const name = partFile(this.#session, ++this.#number);
    this.path = join(this.#folder, name);
    this.#file = openSync(this.path, creating, 0o600);
    this.#packer = createPacker();
    this.bytes = 0;
    this.#onFile(name);
    return this.#file;
  }

  #withMagic(packed: Buffer): Buffer {
    return this.bytes === 0 ? Buffer.concat([magic, packed]) : packed;
  }
}
