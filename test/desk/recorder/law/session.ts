import type {Msg} from '../../../../src/desk/messages.ts';
import type {State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import {createChance} from '../../../sim/chance.ts';
import {sessionOf, sizes} from '../redact/sessions.ts';
import {randomSource} from '../redact/values.ts';

/** What a desk was, as it happened: each message with the state that it led to. */
export type Session = {
  readonly name: string;
  readonly first: State;
  readonly steps: readonly {readonly msg: Msg; readonly state: State}[];
};

/** Where nothing is shown. */
const tiny = {columns: 30, rows: 8};

/** What anybody may do at a dashboard with long lists. */
export function keySession(seed: number): Session {
  const chance = createChance(seed);
  let next = 100;
  const {first, msgs} = sessionOf({
    ...{seed, steps: 90, mostRows: 70, jumpMs: 30_000, size: chance.pick([...sizes, tiny])},
    source: inner => {
      const usual = randomSource(inner);
      return {...usual, id: () => (inner.is(0.2) ? usual.id() : String(next++))};
    },
    settings: {
      refreshMs: chance.pick([1_000, 2_000, 10_000]),
      startPane: chance.pick(['cards', 'portfolio', 'orders'] as const),
      bell: chance.is(0.2),
    },
  });
  let state = first;
  const steps = msgs.map(msg => {
    [state] = update(state, msg);
    return {msg, state};
  });
  return {name: `keys of seed ${seed}`, first, steps};
}
