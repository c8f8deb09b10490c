import {createChance} from '../../../sim/chance.ts';
import {runScenario} from '../../../sim/scenario.ts';
import type {Session} from './session.ts';

/** Of a session; each seed takes them from another place. */
const mostSteps = 60;

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
  const chance = createChance(seed);
  return [...sessions.values()].map(({name, first, steps}) => {
    const from = chance.from(0, Math.max(0, steps.length - mostSteps));
    return {name, first: steps[from - 1]?.state ?? first, steps: steps.slice(from, from + mostSteps)};
  });
}
