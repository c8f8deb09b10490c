import type {Millis} from '../../../api/wire/records.ts';
import {createEncoder, mostValues} from '../codec.ts';
import type {Entry} from '../entries.ts';
import {RecordingError} from '../error.ts';
import {createPacker, type FrameKind, magic, mostText} from './frames.ts';

export function packedRecording(entries: readonly Entry[]): Buffer {
  const packer = createPacker();
  const frames = framedLines(entries).map(({kind, at, lines}) =>
    packer.packNow({kind, at, text: lines.map(line => `${line}\n`).join('')}),
  );
  return Buffer.concat([magic, ...frames]);
}

type FrameLines = {readonly kind: FrameKind; at: Millis; readonly lines: string[]};

/**
 * Lines grouped by frame: the messages after a snapshot are one frame.
 * @throws {RecordingError} a segment is larger than readers accept
 */
function framedLines(entries: readonly Entry[]): readonly FrameLines[] {
  const encoder = createEncoder();
  const frames: FrameLines[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const line = encoder.encode(entry);
    bytes = (entry.type === 'snapshot' ? 0 : bytes) + Buffer.byteLength(line) + 1;
    if (bytes > mostText || encoder.values > mostValues)
      throw new RecordingError('So many minutes are more than could be read again; fewer have room.');
    const kind = entry.type === 'msg' ? 'messages' : entry.type;
    const last = frames.at(-1);
    const at = timeOf(entry);
    if (last?.kind === 'messages' && kind === 'messages') {
      last.lines.push(line);
      last.at = at;
    } else frames.push({kind, at, lines: [line]});
  }
  return frames;
}

export function recordedLines(entries: readonly Entry[]): readonly string[] {
  return framedLines(entries).flatMap(({lines}) => lines);
}

function timeOf(entry: Entry): Millis {
  switch (entry.type) {
    case 'began':
      return entry.began.at;
    case 'snapshot':
      return entry.state.now.wall;
    case 'msg':
      return entry.msg.now.wall;
    default:
      return entry satisfies never;
  }
}
