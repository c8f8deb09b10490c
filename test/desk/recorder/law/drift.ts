import {createDecoder} from '../../../../src/desk/recorder/codec/decoder.ts';
import {createEncoder} from '../../../../src/desk/recorder/codec/encoder.ts';
import {hashOf} from '../../../../src/desk/recorder/hash.ts';
import {update} from '../../../../src/desk/update.ts';
import {createTableView} from '../../../../src/ui/table/view.ts';
import type {Chance} from '../../../sim/chance.ts';
import {createScreen} from './screen.ts';
import type {Session} from './session.ts';

/** A line of a recording, and what the state and the screen were behind it. */
type Recorded = {readonly line: string; readonly hash: string; readonly cells: string};

/** How often a session is snapshot. */
const snapshotEvery = 50;

/**
 * The law: what is read back from the lines of a session, from the first or from any snapshot on, leads to the
 * same states and the same cells after every message.
 * @returns where it does not, in words
 */
export function driftOf(session: Session, chance: Chance): string | undefined {
  const recorded = record(session, chance);
  for (let from = 0; from < recorded.length; from++) {
    if (!recorded[from]?.line.startsWith('{')) continue;
    const drift = replayed(recorded.slice(from));
    if (drift !== undefined) return `${session.name}: from line ${from} on, ${drift}`;
  }
  return undefined;
}

function replayed(recorded: readonly Recorded[]): string | undefined {
  try {
    return replay(recorded);
  } catch (error) {
    return String(error);
  }
}

function record({first, steps}: Session, chance: Chance): readonly Recorded[] {
  const encoder = createEncoder();
  const table = createTableView();
  const draw = createScreen(table);
  const recorded: Recorded[] = [];
  let seen = {hash: hashOf(first), cells: draw(first)};
  const snapshot = (state: Session['first']) => {
    const {hash} = seen;
    const line = encoder.encode({type: 'snapshot', state, table: table.tell(), hash});
    recorded.push({line, ...seen});
  };
  snapshot(first);
  let before = first;
  for (const {msg, state} of steps) {
    if (chance.is(1 / snapshotEvery)) snapshot(before);
    const line = encoder.encode({type: 'msg', msg});
    seen = {hash: hashOf(state), cells: draw(state)};
    recorded.push({line, ...seen});
    before = state;
  }
  return recorded;
}

function replay([start, ...rest]: readonly Recorded[]): string | undefined {
  const decoder = createDecoder();
  const entry = start && decoder.decode(start.line);
  if (start === undefined || entry?.type !== 'snapshot') return 'there is no snapshot';
  const table = createTableView();
  table.take(entry.table);
  const draw = createScreen(table);
  let {state} = entry;
  if (hashOf(state) !== entry.hash) return 'the snapshot is another state';
  const differs = ({hash, cells}: Recorded) =>
    hashOf(state) !== hash
      ? 'the state is another'
      : draw(state) !== cells
        ? 'the screen is another'
        : undefined;
  const atOnce = differs(start);
  if (atOnce !== undefined) return `at once ${atOnce}`;
  for (const [at, each] of rest.entries()) {
    const next = decoder.decode(each.line);
    if (next.type === 'msg') [state] = update(state, next.msg);
    const difference = differs(each);
    if (difference !== undefined) return `at ${at + 1}, ${each.line.slice(0, 80)}, ${difference}`;
  }
  return undefined;
}
