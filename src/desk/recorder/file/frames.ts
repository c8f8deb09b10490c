/**
 * The bytes of a recording. A file is its magic words, then frames, one behind the other:
 *
 *   0   uint32   length of the payload
 *   4   uint32   CRC-32 of all that follows it, the payload included
 *   8   float64  the wall time of the newest thing in it, in ms
 *   16  uint8    kind
 *   17  uint32   bytes of the text before it was compressed
 *   21           payload: the text, raw-deflated
 *
 * (little endian). A text is lines of the codec, each ended by a line feed. A segment is a frame with a
 * snapshot and the frames of messages behind it, up to the next one. Each frame is compressed by itself, with
 * the last 8 KiB of its segment's text as the dictionary: as small as one stream over all of them, and yet
 * nothing is held between two frames, the last one can be written in the middle of a crash, and a frame that is
 * cut takes none before it along.
 *
 * Whoever is killed leaves at most one frame cut: reading ends before the first that is not whole. What
 * `createPacker` packs, `framesOf` finds again, and `linesFramed` inflates.
 */
import {crc32, deflateRaw, deflateRawSync, inflateRawSync, type ZlibOptions} from 'node:zlib';
import type {Millis} from '../../../api/wire/records.ts';
import {RecordingError} from '../error.ts';

export const magic = Buffer.from('optty recording\n');

const kinds = ['began', 'snapshot', 'messages'] as const;

/** What a frame holds: what the recording begins with, a snapshot that a segment begins with, or messages. */
export type FrameKind = (typeof kinds)[number];

/** A frame before it is packed. */
export type Framed = {
  readonly kind: FrameKind;
  /** Wall time of the newest thing in it. */
  readonly at: Millis;
  readonly text: string;
};

/** A frame as it stands in a file: checked, and not yet inflated. */
export type PackedFrame = {
  readonly kind: FrameKind;
  readonly at: Millis;
  readonly payload: Buffer;
  /** Bytes of the text. */
  readonly plain: number;
};

const headerBytes = 21;
const checkedFrom = 8;
/** How far back deflate looks. Four times as far takes half a MiB of memory, for 5 % less on the disk. */
const dictionaryBytes = 8_192;
/** Most frames are smaller than a chunk: one of the usual 16 KiB for each is garbage that a minute piles up. */
const packing = {windowBits: 13, memLevel: 6, chunkSize: 2_048};
/** What is longer would hold up the program; with less other threads save no time, and take memory each. */
const longText = 128 * 1024;
/** More than a snapshot of a hundred thousand rows; beyond it a frame is taken for damaged. */
const mostPlain = 1 << 28;

/** Of a segment, in bytes; it is many times what was compressed. */
export const mostText = 32 * 1024 * 1024;
/** A file of a whole day in which something is written each second has half as many. */
const mostFrames = 200_000;

const deflate = (text: Buffer, options: ZlibOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    if (text.length <= longText) resolve(deflateRawSync(text, options));
    else deflateRaw(text, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });

/** Packs frames one behind the other, each knowing what its segment has said so far. */
export type Packer = {
  /** Compresses what is long on another thread. To be waited for before anything else is packed. */
  pack(frame: Framed): Promise<Buffer>;
  /** At once. What `pack` still works on is as if it had never been asked. */
  packNow(frame: Framed): Buffer;
};

export function createPacker(): Packer {
  const said = new Said();
  const before = ({kind}: Framed) => (kind === 'messages' ? said.dictionary() : {});
  const end = (frame: Framed, plain: Buffer, payload: Buffer) => {
    if (frame.kind !== 'messages') said.forget();
    said.add(plain);
    return frameOf(frame, plain.length, payload);
  };
  return {
    async pack(frame) {
      const plain = Buffer.from(frame.text);
      return end(frame, plain, await deflate(plain, {...packing, ...before(frame)}));
    },
    packNow(frame) {
      const plain = Buffer.from(frame.text);
      return end(frame, plain, deflateRawSync(plain, {...packing, ...before(frame)}));
    },
  };
}

/** The end of what a segment has said, as far back as deflate can look: one place for all frames. */
class Said {
  readonly #bytes = Buffer.alloc(dictionaryBytes);
  #length = 0;

  /** As an option of zlib, which copies it. */
  dictionary(): Pick<ZlibOptions, 'dictionary'> {
    return this.#length === 0 ? {} : {dictionary: this.#bytes.subarray(0, this.#length)};
  }

  forget(): void {
    this.#length = 0;
  }

  add(plain: Buffer): void {
    const last = plain.subarray(-dictionaryBytes);
    const kept = Math.min(this.#length, dictionaryBytes - last.length);
    this.#bytes.copyWithin(0, this.#length - kept, this.#length);
    last.copy(this.#bytes, kept);
    this.#length = kept + last.length;
  }
}

function frameOf({kind, at}: Framed, plain: number, payload: Buffer): Buffer {
  const frame = Buffer.alloc(headerBytes + payload.length);
  frame.writeUInt32LE(payload.length, 0);
  frame.writeDoubleLE(at, 8);
  frame.writeUInt8(kinds.indexOf(kind), 16);
  frame.writeUInt32LE(plain, 17);
  payload.copy(frame, headerBytes);
  frame.writeUInt32LE(crc32(frame.subarray(checkedFrom)), 4);
  return frame;
}

/**
 * The whole frames from the start of a file, without inflating any.
 * @throws {RecordingError} there are too many
 */
export function framesOf(bytes: Buffer): {readonly frames: readonly PackedFrame[]; readonly isTorn: boolean} {
  const frames: PackedFrame[] = [];
  let place = magic.length;
  while (place < bytes.length) {
    const frame = frameAt(bytes, place);
    if (frame === undefined) return {frames, isTorn: true};
    if (frames.push(frame) > mostFrames)
      throw new RecordingError('The file has more frames than any recording of optty.');
    place += headerBytes + frame.payload.length;
  }
  return {frames, isTorn: false};
}

function frameAt(bytes: Buffer, place: number): PackedFrame | undefined {
  if (place + headerBytes > bytes.length) return undefined;
  const end = place + headerBytes + bytes.readUInt32LE(place);
  if (end > bytes.length) return undefined;
  const checked = bytes.subarray(place + checkedFrom, end);
  const kind = kinds[bytes.readUInt8(place + 16)];
  const plain = bytes.readUInt32LE(place + 17);
  if (crc32(checked) !== bytes.readUInt32LE(place + 4) || kind === undefined || plain > mostPlain)
    return undefined;
  const payload = bytes.subarray(place + headerBytes, end);
  return {kind, at: bytes.readDoubleLE(place + 8), payload, plain};
}

/**
 * The lines of a segment's frames, each made when it is asked for.
 * @throws {Error} of zlib; a frame that its writer's checksum holds for whole is no other than he wrote
 */
export function* linesFramed(frames: readonly PackedFrame[]): Generator<string> {
  const said = new Said();
  for (const {kind, payload, plain} of frames) {
    if (kind !== 'messages') said.forget();
    const text = inflateRawSync(payload, {...said.dictionary(), maxOutputLength: Math.max(1, plain)});
    said.add(text);
    let start = 0;
    for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, start)) {
      yield text.toString('utf8', start, end);
      start = end + 1;
    }
  }
}

const lineFeed = 10;
