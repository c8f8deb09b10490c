import {describe, expect, it} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {type Canaries, capsuleWith, foundIn, recordingWith, textOf} from './canaries.ts';

const seeds = Array.from({length: 16}, (_, at) => at + 1);
const steps = 25;

describe('a capsule', () => {
  it.each(seeds)('holds none of what a session told of its account (seed %i)', seed => {
    const {canaries, entries} = recordingWith(seed, steps);
    expect(foundIn(textOf(capsuleWith(entries, seed)), canaries)).toEqual([]);
  });

  it('is made of sessions that told all of it, but for the token, which no recording holds', () => {
    const told = new Set(
      seeds.flatMap(seed => {
        const {canaries, entries} = recordingWith(seed, steps);
        return foundIn(textOf(entries), canaries).map(({canary}) => canary);
      }),
    );
    const {token: _token, ...others} = recordingWith(1, 1).canaries;
    expect([...told].sort()).toEqual(Object.keys(others).sort());
  });

  const leaks: readonly [string, (canaries: Canaries) => string][] = [
    ['as it is', ({orderId}) => `order ${orderId} is gone`],
    ['backwards', ({user}) => [...user].reverse().join('')],
    ['as base64 of a longer text', ({path}) => btoa(`a file is ${path} here`)],
    ['in a URL', ({note}) => `/v1/search?q=${encodeURIComponent(note)}`],
    ['as a rounded number', ({ask}) => `ask ${Number(ask).toFixed(0)}`],
    ['with thousands', ({investment}) => Number(investment).toLocaleString('en-US')],
    ['in hexadecimal', ({token}) => Buffer.from(token).toString('hex')],
  ];

  it.each(leaks)('would be seen to hold it %s', (_how, leak) => {
    const {canaries, entries} = recordingWith(7, steps);
    const told: Entry = {
      type: 'msg',
      msg: {type: 'told', text: leak(canaries), level: 'info', now: {mono: 1, wall: 1}},
    };
    expect(foundIn(textOf([...capsuleWith(entries, 7), told]), canaries)).not.toEqual([]);
  });
});
