import {describe, expect, it} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {foundIn, recordingWith, redactedWith, textOf} from './canaries.ts';

const seeds = Array.from({length: 12}, (_, at) => at + 1);
const steps = 25;
const recordings = seeds.map(seed => ({seed, ...recordingWith(seed, steps)}));

describe.each([false, true])('a redacted recording (amounts hidden: %s)', hidesAmounts => {
  it.each(recordings)('holds no piece of a replaced text (seed $seed)', ({seed, canaries, entries}) => {
    expect(foundIn(textOf(redactedWith(entries, seed, hidesAmounts)), canaries, hidesAmounts)).toEqual([]);
  });
});

it('the recordings to redact contain all canaries except the token, which no recording contains', () => {
  const found = new Set(
    recordings.flatMap(({canaries, entries}) =>
      foundIn(textOf(entries), canaries, true).map(each => each.split(':')[0]),
    ),
  );
  const {token: _token, ...others} = recordingWith(1, 1).canaries;
  expect([...found].sort()).toEqual(Object.keys(others).sort());
});

it('the check finds a piece of 8 characters, also one that is typed key by key', () => {
  const {canaries, entries} = recordingWith(7, steps);
  const redacted = redactedWith(entries, 7, false);
  const now = {mono: 1, wall: 1};
  const told: Entry = {
    type: 'msg',
    msg: {type: 'told', text: canaries.user.slice(2, 10), level: 'info', now},
  };
  const pressed = [...canaries.user].map((text): Entry => {
    const key = {name: text, text, ctrl: false, alt: false, shift: false, alone: true, pasted: false, at: 1};
    return {type: 'msg', msg: {type: 'pressed', key, now}};
  });
  for (const leak of [[told], pressed])
    expect(foundIn(textOf([...redacted, ...leak]), canaries, false)).toEqual([
      expect.stringMatching(/^user: /),
    ]);
});
