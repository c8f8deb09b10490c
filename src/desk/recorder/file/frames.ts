/**
 * The bytes of a recording. A file is its magic words, then frames (little endian):
 *
 *   0   uint32   length of the payload
 *   4   uint32   CRC-32 of everything after it, the payload included
 *   8   float64  the latest wall time in it, in ms
 *   16  uint8    kind
 *   17  uint32   bytes of the uncompressed text
 *   21           payload: the text, raw-deflated
 *
 * A text is lines of codec.ts, each ended by a line feed. A segment is a frame with a snapshot and the frames
 * of messages after it. Each frame is compressed alone, with the last 32 KiB of its segment's text as the
 * dictionary. This is as small as one stream, but nothing is buffered between frames, the last frame can be
 * written during a crash, and a cut frame does not damage earlier ones. A killed process leaves at most one
 * cut frame: reading ends before the first incomplete one.
 */
import {crc32, deflateRawSync, inflateRawSync, type ZlibOptions} from 'node:zlib';
import type {Millis} from '../../../api/wire/records.ts';
import {Encoder, mostValues} from '../codec.ts';
import {type Entry, RecordingError, timeOf} from '../entries.ts';

export const magic = Buffer.from('optty recording\n');

const kinds = ['began', 'snapshot', 'messages'] as const;

export type FrameKind = (typeof kinds)[number];

export type Framed = {readonly kind: FrameKind; readonly at: Millis; readonly text: string};

export type PackedFrame = {
  readonly kind: FrameKind;
  readonly at: Millis;
  readonly payload: Buffer;
  readonly plain: number;
};

const headerBytes = 21;
const checkedFrom = 8;
/** The window of deflate: with 8 KiB a recording is 14 % larger. */
const dictionaryBytes = 32_768;
/** Most frames are smaller than the default chunk of 16 KiB, which would be garbage for each frame. */
const packing = {memLevel: 6, chunkSize: 2_048};
const mostPlain = 1 << 28;

export const mostText = 32 * 1024 * 1024;
const mostFrames = 200_000;

export function createPacker(): (frame: Framed) => Buffer {
  const last = new LastText();
  return frame => {
    if (frame.kind !== 'messages') last.clear();
    const plain = Buffer.from(frame.text);
    const payload = deflateRawSync(plain, {...packing, ...last.dictionary()});
    last.add(plain);
    return frameOf(frame, plain.length, payload);
  };
}

/** The last text of a segment, as the dictionary of its next frame. */
class LastText {
  readonly #bytes = Buffer.alloc(dictionaryBytes);
  #length = 0;

  dictionary(): Pick<ZlibOptions, 'dictionary'> {
    return this.#length === 0 ? {} : {dictionary: this.#bytes.subarray(0, this.#length)};
  }

  clear(): void {
    this.#length = 0;
  }

  add(text: Buffer): void {
    const added = text.subarray(-dictionaryBytes);
    const kept = Math.min(this.#length, dictionaryBytes - added.length);
    this.#bytes.copyWithin(0, this.#length - kept, this.#length);
    added.copy(this.#bytes, kept);
    this.#length = kept + added.length;
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

/** The complete frames of a file, not inflated. @throws {RecordingError} too many frames */
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

/** The lines of a segment's frames, inflated on demand. @throws {Error} of zlib */
export function* linesFramed(frames: readonly PackedFrame[]): Generator<string> {
  const last = new LastText();
  for (const {kind, payload, plain} of frames) {
    if (kind !== 'messages') last.clear();
    const text = inflateRawSync(payload, {...last.dictionary(), maxOutputLength: Math.max(1, plain)});
    last.add(text);
    let start = 0;
    for (let end = text.indexOf(lineFeed); end >= 0; end = text.indexOf(lineFeed, start)) {
      yield text.toString('utf8', start, end);
      start = end + 1;
    }
  }
}

const lineFeed = 10;

/** For `readRecording`. @throws {RecordingError} a segment is larger than readers accept */
export function packedRecording(entries: readonly Entry[]): Buffer {
  return Buffer.concat([magic, ...framesWith(entries).map(createPacker())]);
}

export function recordedLines(entries: readonly Entry[]): readonly string[] {
  return framesWith(entries).flatMap(({text}) => text.split('\n').slice(0, -1));
}

function framesWith(entries: readonly Entry[]): readonly Framed[] {
  const encoder = new Encoder();
  const frames: Framed[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const text = `${encoder.encode(entry)}\n`;
    bytes = (entry.type === 'snapshot' ? 0 : bytes) + Buffer.byteLength(text);
    if (bytes > mostText || encoder.values > mostValues)
      throw new RecordingError('Too many minutes for one recording; choose fewer.');
    const kind = entry.type === 'msg' ? 'messages' : entry.type;
    const last = kind === 'messages' && frames.at(-1)?.kind === kind ? frames.pop() : undefined;
    frames.push({kind, at: timeOf(entry), text: (last?.text ?? '') + text});
  }
  return frames;
}
