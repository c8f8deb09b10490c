import {describe, expect, it} from 'vitest';
import type {Entry} from '../../../../src/desk/recorder/entries.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import {createPlayer, type Player} from '../../../../src/desk/recorder/player/player.ts';
import type {State} from '../../../../src/desk/state.ts';
import {epoch} from '../../../helpers/desk.ts';
import {recordingOf} from '../../../helpers/recordings.ts';
import {recordSession} from './session.ts';

const states: State[] = [];
const entries = recordSession({minutes: 7, eachMs: 60_000}, state => states.push(state));
const recording = recordingOf(entries);
const hashes = states.map(hashOf);
const walls = entries.flatMap(each => (each.type === 'msg' ? [each.msg.now.wall] : []));

/** How many messages stand before the player. */
function passed({head, recording: {segments}}: Player): number {
  const before = segments.slice(0, head.segment).map(each => each.entries().length - 1);
  return before.reduce((sum, each) => sum + each, 0) + head.taken - 1;
}

describe('a player', () => {
  it('begins with the first snapshot', () => {
    const player = createPlayer(recording);
    expect(passed(player)).toBe(0);
    expect(player.head.at.wall).toBe(epoch);
  });

  it('makes of every message the state that the desk had, on and back again', () => {
    const player = createPlayer(recording);
    const seen: string[] = [];
    while (player.step(1)) seen.push(hashOf(player.state()));
    expect(seen).toEqual(hashes);
    for (let index = hashes.length - 2; index >= 0; index--) {
      expect(player.step(-1)).toBe(true);
      expect(passed(player)).toBe(index + 1);
      expect(hashOf(player.state())).toBe(hashes[index]);
    }
    expect(player.step(-1)).toBe(true);
    expect(passed(player)).toBe(0);
    expect(player.step(-1)).toBe(false);
    expect(player.differsFrom).toBeUndefined();
  });

  it('finds of any time the last message up to it, by any way', () => {
    const player = createPlayer(recording);
    let seed = 7;
    for (let tries = 0; tries < 300; tries++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const at = epoch - 5_000 + (seed % 440_000);
      player.seek(at);
      const index = walls.findLastIndex(each => each <= at);
      expect(passed(player)).toBe(index + 1);
      if (index >= 0) expect(hashOf(player.state())).toBe(hashes[index]);
      if (tries % 3 === 0) player.step(tries % 2 === 0 ? 1 : -1);
    }
  });

  it('tells when the message after this one came', () => {
    const player = createPlayer(recording);
    player.seek(epoch + 200_000);
    const next = player.next();
    player.step(1);
    expect(player.head.at).toEqual(next);
    player.seek(Number.MAX_VALUE);
    expect(player.next()).toBeUndefined();
    expect(player.step(1)).toBe(false);
  });

  it('tells from when on the messages make another state than was recorded, and shows what was recorded', () => {
    const other = entries.map((each): Entry => {
      if (each.type !== 'snapshot' || each.state.now.wall < epoch + 150_000) return each;
      const state = {...each.state, account: 'not of these messages', counter: each.state.counter + 1_000};
      return {...each, state, hash: hashOf(state)};
    });
    const changed = recordingOf(other);
    const player = createPlayer(changed);
    const from = changed.segments.find(each => each.from >= epoch + 150_000)?.from ?? 0;
    player.seek(from - 1);
    expect(player.differsFrom).toBeUndefined();
    while (player.differsFrom === undefined && player.step(1));
    expect(player.differsFrom).toBeDefined();
    expect(player.head.at.wall).toBeGreaterThanOrEqual(from);
    expect(player.state().counter).toBeGreaterThan(1_000);
  });

  it('shows the message over which the program ended, and goes on to what is behind it', () => {
    const broken: Entry = {
      type: 'msg',
      msg: {type: 'pressed', now: {mono: 10_100, wall: epoch + 100}} as never,
    };
    const player = createPlayer(recordingOf([...entries.slice(0, 6), broken, ...entries.slice(6)]));
    while (player.head.crash === undefined && player.step(1));
    expect(player.head.crash).toMatch(/undefined/);
    expect(passed(player)).toBe(5);
    expect(player.step(1)).toBe(true);
    expect(player.head.crash).toBeUndefined();
  });
});
