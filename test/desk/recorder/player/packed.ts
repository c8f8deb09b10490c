import {Encoder} from '../../../../src/desk/recorder/codec.ts';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {createPacker, magic} from '../../../../src/desk/recorder/file/frames.ts';

/** Messages of some seconds stand together in a frame. */
const frameMs = 4_000;

/** A session as its file holds it. */
export function packedSession(entries: readonly Entry[]): Buffer {
  const encoder = new Encoder();
  const pack = createPacker();
  const frames: Buffer[] = [magic];
  let text = '';
  let wall = 0;
  let from = 0;
  const flush = () => {
    if (text !== '') frames.push(pack({kind: 'messages', at: wall, text}));
    text = '';
  };
  for (const entry of entries) {
    if (entry.type === 'msg') {
      wall = entry.msg.now.wall;
      if (text === '') from = wall;
      text += `${encoder.encode(entry)}\n`;
      if (wall - from >= frameMs) flush();
      continue;
    }
    flush();
    wall = entry.type === 'began' ? entry.began.at : Math.max(wall, entry.state.now.wall);
    frames.push(pack({kind: entry.type, at: wall, text: `${encoder.encode(entry)}\n`}));
  }
  flush();
  return Buffer.concat(frames);
}
