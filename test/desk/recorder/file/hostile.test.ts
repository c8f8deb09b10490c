import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {packedRecording} from '../../../../src/desk/recorder/file/frames.ts';
import {readRecording} from '../../../../src/desk/recorder/file/opened.ts';
import {Player} from '../../../../src/desk/recorder/player/player.ts';
import {recordSession} from '../player/session.ts';
import {emptySegments, hostile} from './hostile.ts';

function fileOf(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'optty-hostile-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const path = join(folder, 'report.optty');
  writeFileSync(path, bytes);
  return path;
}

const refusal = expect.objectContaining({
  name: 'RecordingError',
  message: expect.stringMatching(
    /holds too much|more than any recording|more frames than any|more than 1000 rows/,
  ),
});

it.each(Object.entries(hostile))(
  'a recording with %s is refused with a message',
  (_, make) => {
    const path = fileOf(make());
    expect(() => readRecording(path).segments.map(each => each.entries())).toThrow(refusal);
  },
  60_000,
);

it('no recording is packed that holds more than a reader accepts', () => {
  const [begun, snapshot, ...rest] = recordSession({minutes: 1});
  if (begun === undefined || snapshot === undefined) throw new Error('a session begins with two entries');
  const {now} = rest.flatMap(each => (each.type === 'msg' ? [each.msg] : []))[0] ?? {now: {mono: 1, wall: 1}};
  const text = 'x'.repeat(1_048_576);
  const typed = Array.from({length: 33}, (_, at): Entry => {
    return {type: 'msg', msg: {type: 'typed', field: 'filter', value: `${at}${text}`, now}};
  });
  expect(() => packedRecording([begun, snapshot, ...typed])).toThrow('choose fewer');
  expect(
    packedRecording([begun, snapshot, ...typed.slice(0, 20), snapshot, ...typed.slice(20)]).length,
  ).toBeGreaterThan(1);
});

it('a key that goes to the end of a recording with empty segments reads two segments', () => {
  const recording = readRecording(fileOf(emptySegments(500)));
  const read = new Set<number>();
  const segments = recording.segments.map((each, at) => ({
    ...each,
    entries: () => {
      read.add(at);
      return each.entries();
    },
  }));
  const player = new Player({...recording, segments});
  read.clear();
  player.seek(Number.MAX_VALUE);
  expect(player.head.segment).toBe(499);
  player.step(-1);
  expect(player.head.segment).toBe(498);
  expect(read.size).toBeLessThanOrEqual(3);
});
