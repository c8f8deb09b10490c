import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {Encoder} from '../../../../src/desk/recorder/codec.ts';
import {type Entry, RecordingError} from '../../../../src/desk/recorder/entries.ts';
import {createPacker, type FrameKind, magic} from '../../../../src/desk/recorder/file/frames.ts';
import {readRecording} from '../../../../src/desk/recorder/file/opened.ts';
import {began, begun, snapshotAt, tickAt} from './entries.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'optty-opened-'));
});
afterEach(() => rmSync(folder, {recursive: true, force: true}));

/** Entries in a frame each. */
function write(entries: readonly Entry[]): string {
  const [encoder, pack] = [new Encoder(), createPacker()];
  const kindOf = ({type}: Entry): FrameKind => (type === 'msg' ? 'messages' : type);
  const frames = entries.map(entry =>
    pack({
      kind: kindOf(entry),
      at: entry.type === 'msg' ? entry.msg.now.wall : 0,
      text: `${encoder.encode(entry)}\n`,
    }),
  );
  const path = join(folder, 'report.optty');
  writeFileSync(path, Buffer.concat([magic, ...frames]));
  return path;
}

const all = [begun, snapshotAt(1_000), tickAt(2_000), tickAt(3_000)];
const entriesIn = (path: string) => readRecording(path).segments.flatMap(each => each.entries());

describe('a recording in a file', () => {
  it('is read with its beginning and its entries', () => {
    const path = write(all);
    expect(readRecording(path).began).toEqual(began);
    expect(entriesIn(path)).toEqual(all.slice(1));
  });

  it('returns recently inflated entries again', () => {
    const path = write([begun, ...[1, 2, 3, 4].map(snapshotAt)]);
    const [first, second, third, fourth] = readRecording(path).segments;
    const held = first?.entries();
    second?.entries();
    third?.entries();
    expect(first?.entries()).toBe(held);
    second?.entries();
    third?.entries();
    fourth?.entries();
    expect(first?.entries()).not.toBe(held);
    expect(first?.entries()).toEqual(held);
  });
});

describe('a file that is not a recording', () => {
  const refusal = (path: string) => {
    try {
      readRecording(path);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it.each([
    ['a file of another kind', 'something else', /^\/.*\/file is not a recording of optty\.$/],
    ['an empty file', '', /is cut off before its header/],
    ['only the magic bytes', magic, /is cut off before its header/],
  ])('is reported: %s', (_, bytes, words) => {
    const path = join(folder, 'file');
    writeFileSync(path, bytes);
    expect(refusal(path)).toBeInstanceOf(RecordingError);
    expect(String((refusal(path) as Error).message)).toMatch(words);
  });

  it('is reported if it has no first picture, is a folder, or is missing', () => {
    mkdirSync(join(folder, 'folder'));
    expect(refusal(write([begun]))).toMatchObject({message: /before its first picture/});
    expect(refusal(join(folder, 'folder'))).toMatchObject({message: /is no file/});
    expect(refusal(join(folder, 'nothing'))).toMatchObject({message: /^There is no recording/});
  });

  it('is reported if a complete frame holds something that no codec wrote', () => {
    const path = write(all);
    const frame = createPacker()({kind: 'snapshot', at: 1, text: '{"snapshot":7}\n'});
    writeFileSync(path, Buffer.concat([readFileSync(path), frame]));
    const [first, second] = readRecording(path).segments;
    expect(first?.entries()).toHaveLength(3);
    expect(() => second?.entries()).toThrow(RecordingError);
  });
});
