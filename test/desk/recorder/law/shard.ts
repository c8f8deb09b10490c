import {parentPort, workerData} from 'node:worker_threads';
import {createChance} from '../../../sim/chance.ts';
import {type Compared, driftOf} from './drift.ts';
import {keySession} from './session.ts';
import {simSessions} from './sim-sessions.ts';

export type Proved = {
  readonly sessions: number;
  readonly messages: number;
  readonly drifts: readonly string[];
  readonly compared: Compared;
};

/** Every fourth seed is a scenario of the simulation, with all its dashboards. */
const simEvery = 4;

/** Of so many seeds one is drawn by Ink as well, of the simulation and of random keys alike; 0 for none. */
const {inkEvery} = workerData as {readonly inkEvery: number};

async function prove(seed: number): Promise<Proved> {
  const sessions = seed % simEvery === 0 ? await simSessions(seed) : [keySession(seed)];
  const hasInk = inkEvery > 0 && Math.floor(seed / simEvery) % inkEvery === 0;
  const compared = {plain: 0, lines: 0, frame: 0};
  const drifts: string[] = [];
  for (const session of sessions) {
    const verdict = await driftOf(session, createChance(seed), hasInk);
    compared.plain += verdict.compared.plain;
    compared.lines += verdict.compared.lines;
    compared.frame += verdict.compared.frame;
    if (verdict.drift !== undefined) drifts.push(verdict.drift);
  }
  return {
    sessions: sessions.length,
    messages: sessions.reduce((sum, {steps}) => sum + steps.length, 0),
    drifts,
    compared,
  };
}

parentPort?.on('message', (seed: number) => {
  void prove(seed).then(proved => parentPort?.postMessage(proved));
});
