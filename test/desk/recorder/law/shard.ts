import {parentPort} from 'node:worker_threads';
import {createChance} from '../../../sim/chance.ts';
import {driftOf} from './drift.ts';
import {keySession} from './key-sessions.ts';
import {simSessions} from './sim-sessions.ts';

/** What the sessions of one seed came to. */
export type Proved = {
  readonly seed: number;
  readonly sessions: number;
  readonly messages: number;
  readonly drifts: readonly string[];
};

/** Every fourth seed is a scenario of the simulation, with all its dashboards. */
const simEvery = 4;

async function prove(seed: number): Promise<Proved> {
  const sessions = seed % simEvery === 0 ? await simSessions(seed) : [keySession(seed)];
  const drifts = sessions.flatMap(session => driftOf(session, createChance(seed)) ?? []);
  return {
    seed,
    sessions: sessions.length,
    messages: sessions.reduce((sum, {steps}) => sum + steps.length, 0),
    drifts,
  };
}

parentPort?.on('message', (seed: number) => {
  void prove(seed).then(proved => parentPort?.postMessage(proved));
});
