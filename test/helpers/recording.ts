import {mkdirSync} from 'node:fs';
import {createEncoder} from '../../src/desk/recorder/codec/encoder.ts';
import type {Entry} from '../../src/desk/recorder/entries.ts';
import {createReel} from '../../src/desk/recorder/file/reel.ts';
import {sessionName} from '../../src/desk/recorder/file/sessions.ts';

/**
 * Writes what was recorded as a session of a state folder, as a dashboard that ran from the sources would have
 * left it: every program plays that.
 */
export function writeSession(folder: string, entries: readonly Entry[], pid: number): void {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  const [first] = entries;
  if (first?.type !== 'began') throw new Error('a recording tells first how it began');
  const reel = createReel(folder, sessionName(first.began.at, pid), () => {});
  const encoder = createEncoder();
  reel.appendNow(
    entries.map(withoutSchema).map(entry => ({
      kind: entry.type === 'msg' ? 'messages' : entry.type,
      at:
        entry.type === 'msg'
          ? entry.msg.now.wall
          : entry.type === 'began'
            ? entry.began.at
            : entry.state.now.wall,
      text: `${encoder.encode(entry)}\n`,
    })),
  );
  reel.close();
}

const withoutSchema = (entry: Entry): Entry =>
  entry.type === 'began' ? {...entry, began: {...entry.began, schema: ''}} : entry;
