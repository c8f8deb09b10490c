import {createEncoder, mostValues} from '../codec.ts';
import {type Entry, timeOf} from '../entries.ts';
import {RecordingError} from '../error.ts';
import {createPacker, type Framed, magic, mostText} from './frames.ts';

/**
 * The bytes of a file that `readRecording` reads.
 * @throws {RecordingError} a segment is larger than readers accept
 */
export function packedRecording(entries: readonly Entry[]): Buffer {
  const packer = createPacker();
  return Buffer.concat([magic, ...framesWith(entries).map(packer.packNow)]);
}

/** @throws {RecordingError} likewise */
export function recordedLines(entries: readonly Entry[]): readonly string[] {
  return framesWith(entries).flatMap(({text}) => text.split('\n').slice(0, -1));
}

/** The messages after a snapshot are one frame. */
function framesWith(entries: readonly Entry[]): readonly Framed[] {
  const encoder = createEncoder();
  const frames: Framed[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const text = `${encoder.encode(entry)}\n`;
    bytes = (entry.type === 'snapshot' ? 0 : bytes) + Buffer.byteLength(text);
    if (bytes > mostText || encoder.values > mostValues)
      throw new RecordingError('So many minutes are more than could be read again; fewer have room.');
    const kind = entry.type === 'msg' ? 'messages' : entry.type;
    const last = kind === 'messages' && frames.at(-1)?.kind === kind ? frames.pop() : undefined;
    frames.push({kind, at: timeOf(entry), text: (last?.text ?? '') + text});
  }
  return frames;
}
