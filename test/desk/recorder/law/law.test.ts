import {describe, expect, it} from 'vitest';
import {createChance} from '../../../sim/chance.ts';
import {driftOf} from './drift.ts';
import {keySession} from './session.ts';
import {simSessions} from './sim-sessions.ts';

/** `npm run prove -- replay` tries ten thousand of them. */
const seeds = [1, 5, 9];

describe('a recorded session', {timeout: 60_000}, () => {
  it.each(seeds)('replays to the same states and cells with any keys: seed %i', async seed => {
    const {drift, compared} = await driftOf(keySession(seed), createChance(seed), true);
    expect(drift).toBeUndefined();
    expect(compared.frame).toBeGreaterThan(0);
  });

  it('replays to the same states and cells for each dashboard of the simulation', async () => {
    const sessions = await simSessions(3);
    expect(sessions.length).toBeGreaterThan(0);
    for (const session of sessions)
      expect((await driftOf(session, createChance(3), true)).drift).toBeUndefined();
  });
});
