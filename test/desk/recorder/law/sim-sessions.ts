import {runScenario} from '../../../sim/scenario.ts';
import type {Session} from './session.ts';

/** The dashboards of a scenario of the simulation: one session for each process. */
export async function simSessions(seed: number): Promise<readonly Session[]> {
  const sessions = new Map<number, Session & {steps: Session['steps'][number][]}>();
  await runScenario(seed, {
    watch({pid, name}, before, state, msg) {
      const session = sessions.get(pid) ?? {name: `seed ${seed}, ${name}, ${pid}`, first: before, steps: []};
      sessions.set(pid, session);
      session.steps.push({msg, state});
    },
  });
  return [...sessions.values()];
}
