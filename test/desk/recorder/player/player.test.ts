import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {isSame, Player} from '../../../../src/desk/recorder/player/player.ts';
import type {State} from '../../../../src/desk/state.ts';
import {cases} from '../../../helpers/cases.ts';
import {epoch} from '../../../helpers/desk.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {plainData} from '../plain-data.ts';
import {recordSession} from './session.ts';

const states: State[] = [];
const entries = recordSession({minutes: 7, eachMs: 60_000}, state => states.push(state));
const recording = recordingOf(entries);
const walls = entries.flatMap(each => (each.type === 'msg' ? [each.msg.now.wall] : []));

function passed({head, recording: {segments}}: Player): number {
  const before = segments.slice(0, head.segment).map(each => each.entries().length - 1);
  return before.reduce((sum, each) => sum + each, 0) + head.taken - 1;
}

describe('a player', () => {
  it('starts with the first snapshot', () => {
    const player = new Player(recording);
    expect(passed(player)).toBe(0);
    expect(player.head.at.wall).toBe(epoch);
  });

  it('rebuilds the state of the desk at every message, forward and back', () => {
    const player = new Player(recording);
    const seen: State[] = [];
    while (player.step(1)) seen.push(player.state());
    expect(isSame(seen, states)).toBe(true);
    for (let index = states.length - 2; index >= 0; index--) {
      expect(player.step(-1)).toBe(true);
      expect(passed(player)).toBe(index + 1);
      expect(isSame(player.state(), states[index])).toBe(true);
    }
    expect(player.step(-1)).toBe(true);
    expect(passed(player)).toBe(0);
    expect(player.step(-1)).toBe(false);
    expect(player.head.differs).toBeUndefined();
  });

  it('finds the last message up to any time, from any place', () => {
    const player = new Player(recording);
    let seed = 7;
    for (let tries = 0; tries < cases(60, 300); tries++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const at = epoch - 5_000 + (seed % 440_000);
      player.seek(at);
      const index = walls.findLastIndex(each => each <= at);
      expect(passed(player)).toBe(index + 1);
      if (index >= 0) expect(isSame(player.state(), states[index])).toBe(true);
      if (tries % 3 === 0) player.step(tries % 2 === 0 ? 1 : -1);
    }
  });

  it('returns the time of the next message', () => {
    const player = new Player(recording);
    player.seek(epoch + 200_000);
    const next = player.next();
    player.step(1);
    expect(player.head.at).toEqual(next);
    player.seek(Number.MAX_VALUE);
    expect(player.next()).toBeUndefined();
    expect(player.step(1)).toBe(false);
  });

  it('reports from when the messages lead to a state other than the recorded one, and shows that one', () => {
    const other = entries.map((each): Entry => {
      if (each.type !== 'snapshot' || each.state.now.wall < epoch + 150_000) return each;
      const state = {...each.state, account: 'not of these messages', counter: each.state.counter + 1_000};
      return {...each, state};
    });
    const changed = recordingOf(other);
    const player = new Player(changed);
    const from = changed.segments.find(each => each.from >= epoch + 150_000)?.from ?? 0;
    player.seek(from - 1);
    expect(player.head.differs).toBeUndefined();
    while (!player.head.differs && player.step(1));
    expect(player.head.differs).toBe(true);
    expect(player.head.at.wall).toBeGreaterThanOrEqual(from);
    expect(player.state().counter).toBeGreaterThan(1_000);
  });

  it('shows the message that crashed the program, and continues to the messages after it', () => {
    const broken: Entry = {
      type: 'msg',
      msg: {type: 'pressed', now: {mono: 10_100, wall: epoch + 100}} as never,
    };
    const player = new Player(recordingOf([...entries.slice(0, 6), broken, ...entries.slice(6)]));
    while (player.head.crash === undefined && player.step(1));
    expect(player.head.crash).toMatch(/undefined/);
    expect(passed(player)).toBe(5);
    expect(player.step(1)).toBe(true);
    expect(player.head.crash).toBeUndefined();
  });
});

describe('two states', () => {
  it('are the same if their data is the same, even in different objects', () => {
    fc.assert(fc.property(plainData, value => isSame(structuredClone(value), value)));
  });

  it.each([
    ['lists in another order', [1, 2], [2, 1]],
    ['sets in another order', new Set(['a', 'b']), new Set(['b', 'a'])],
    ['a map and an object', new Map([['a', 1]]), {a: 1}],
    ['a list and a set', [1], new Set([1])],
    ['an undefined field and a missing field', {a: undefined}, {}],
    ['zero and minus zero', [0], [-0]],
    ['another field with the same value', {a: 1}, {b: 1}],
    ['null and an object', null, {}],
  ])('differ: %s', (_, one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it('are the same if an empty slot of a list is undefined', () => {
    const sparse: unknown[] = ['first'];
    sparse[2] = 'third';
    expect(isSame({rows: sparse}, {rows: ['first', undefined, 'third']})).toBe(true);
  });
});
