import {describe, expect, it} from 'vitest';
import {RecordingError} from '../../../../src/desk/recorder/error.ts';
import {recordingOf} from '../../../../src/desk/recorder/file/opened.ts';
import {began, begun, snapshotAt, tickAt} from './entries.ts';

describe('a recording in memory', () => {
  const all = [
    ...[begun, snapshotAt(2_000), tickAt(3_000), tickAt(4_000)],
    ...[snapshotAt(4_000), tickAt(5_000), snapshotAt(6_000)],
  ];

  it('begins a segment with each snapshot', () => {
    const recording = recordingOf(all);
    expect(recording.segments.map(each => each.entries())).toEqual([
      all.slice(1, 4),
      all.slice(4, 6),
      all.slice(6),
    ]);
  });

  it('tells from when to when it and its segments go', () => {
    const {segments, ...recording} = recordingOf(all);
    expect(recording).toEqual({
      began,
      from: 2_000,
      to: 6_000,
      isTorn: false,
      sliceMs: Number.POSITIVE_INFINITY,
    });
    expect(segments.map(({from, to}) => [from, to])).toEqual([
      [2_000, 4_000],
      [4_000, 5_000],
      [6_000, 6_000],
    ]);
  });

  it('is none without its beginning and a snapshot', () => {
    for (const entries of [[], all.slice(1), [begun], [begun, tickAt(2_000)], [...all, begun]])
      expect(() => recordingOf(entries)).toThrow(RecordingError);
  });
});
