/** An answer's body, decompressed by us: undici caps compressed bytes, so a small bomb would pass. */
import type {LinkFailure} from '../errors.ts';

/** The largest answer that is read, decoded. */
export const maxBodyBytes = 8 * 1024 * 1024;

const leastRoom = 16 * 1024;

/** What has come so far, in one buffer: a chunk of one byte costs one byte, not an object kept to the end. */
export class Bytes {
  #room: Buffer;
  #length = 0;

  /** @param told the length that the service told, if it did: room for it is made at once, and never copied */
  constructor(told?: string) {
    const length = Number(told);
    this.#room = Buffer.alloc(Number.isInteger(length) && length > 0 && length <= maxBodyBytes ? length : 0);
  }

  /** Whether the chunk still fits into the largest answer that is read. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.length;
    if (length > maxBodyBytes) return false;
    if (length > this.#room.length) this.#grow(Math.max(length, 2 * this.#room.length, leastRoom));
    this.#room.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /** All of it, without the room that is left. */
  whole(): Buffer {
    return this.#length === this.#room.length
      ? this.#room
      : Buffer.from(this.#room.subarray(0, this.#length));
  }

  #grow(size: number): void {
    const room = Buffer.alloc(Math.min(size, maxBodyBytes));
    room.set(this.#room.subarray(0, this.#length));
    this.#room = room;
  }
}

export type BodyResult = {ok: true; body: Buffer} | {ok: false; kind: LinkFailure};

/** Undoes gzip or br, and stops as soon as more than 8 MB come out. */
export async function decodeBody(encoded: Buffer, contentEncoding: string): Promise<BodyResult> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || encoded.length === 0) return {ok: true, body: encoded};
  const decompress = await decompressorFor(encoding);
  if (decompress === undefined) return {ok: false, kind: 'encoding'};
  return new Promise(resolve => {
    decompress(encoded, {maxOutputLength: maxBodyBytes}, (error, body) =>
      resolve(error === null ? {ok: true, body} : {ok: false, kind: kindOf(error)}),
    );
  });
}

type Decompress = (
  encoded: Buffer,
  options: {maxOutputLength: number},
  callback: (error: Error | null, body: Buffer) => void,
) => void;

/** Loaded with the first compressed answer: a local service sends none, and starting is faster without. */
async function decompressorFor(encoding: string): Promise<Decompress | undefined> {
  const {brotliDecompress, gunzip} = await import('node:zlib');
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzip;
  return encoding === 'br' ? brotliDecompress : undefined;
}

function kindOf(error: Error): LinkFailure {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return code === 'Z_BUF_ERROR' ? 'cut' : 'encoding';
}
