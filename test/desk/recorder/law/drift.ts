import {createDecoder, Encoder} from '../../../../src/desk/recorder/codec.ts';
import {isSame} from '../../../../src/desk/recorder/player/player.ts';
import type {State} from '../../../../src/desk/state.ts';
import {update} from '../../../../src/desk/update.ts';
import {createTableView} from '../../../../src/ui/table/view.ts';
import type {Chance} from '../../../sim/chance.ts';
import {createScreen, type LawScreen, type Seen} from './screen.ts';
import type {Session} from './session.ts';

/** A line of a recording, and what the state and the screen were behind it. */
type Recorded = {readonly line: string; readonly state: State; readonly seen: Seen};

export type Compared = Record<Seen['kind'], number>;

type Verdict = {
  readonly compared: Compared;
  /** Where a replay is not what was, in words. */
  readonly drift: string | undefined;
};

/** Of a session, about: each of them is replayed to the end. */
const snapshots = 2;

/**
 * The law: what is read back from the lines of a session, from the first or from any snapshot on, leads to the
 * same states and the same cells after every message.
 * @param hasInk panels and dialogs are compared as Ink draws them as well, which takes most of the time
 */
export async function driftOf(session: Session, chance: Chance, hasInk: boolean): Promise<Verdict> {
  const compared = {plain: 0, lines: 0, frame: 0};
  const recorded = await record(session, chance, hasInk);
  for (let from = 0; from < recorded.length; from++) {
    if (!recorded[from]?.line.startsWith('{"snapshot"')) continue;
    const drift = await replayed(recorded.slice(from), hasInk, compared);
    if (drift !== undefined) return {compared, drift: `${session.name}: from line ${from} on, ${drift}`};
  }
  return {compared, drift: undefined};
}

async function record({first, steps}: Session, chance: Chance, hasInk: boolean): Promise<Recorded[]> {
  const encoder = new Encoder();
  const table = createTableView();
  const screen = createScreen(table, hasInk);
  const recorded: Recorded[] = [];
  let last = {state: first, seen: await screen.draw(first)};
  const snapshot = (state: Session['first']) => {
    const line = encoder.encode({type: 'snapshot', state, table: table.tell()});
    recorded.push({line, ...last});
  };
  snapshot(first);
  let before = first;
  for (const {msg, state} of steps) {
    if (chance.is(snapshots / steps.length)) snapshot(before);
    const line = encoder.encode({type: 'msg', msg});
    last = {state, seen: await screen.draw(state)};
    recorded.push({line, ...last});
    before = state;
  }
  screen.close();
  return recorded;
}

async function replayed(
  recorded: readonly Recorded[],
  hasInk: boolean,
  compared: Compared,
): Promise<string | undefined> {
  const table = createTableView();
  const screen = createScreen(table, hasInk);
  try {
    return await replay(recorded, table, screen, compared);
  } catch (error) {
    return String(error);
  } finally {
    screen.close();
  }
}

async function replay(
  [start, ...rest]: readonly Recorded[],
  table: ReturnType<typeof createTableView>,
  screen: LawScreen,
  compared: Compared,
): Promise<string | undefined> {
  const decoder = createDecoder();
  const entry = start && decoder.decode(start.line);
  if (start === undefined || entry?.type !== 'snapshot') return 'there is no snapshot';
  table.take(entry.table);
  let {state} = entry;
  const known = new WeakMap<object, object>();
  const differs = async ({state: recordedState, seen}: Recorded) => {
    if (!isSame(state, recordedState, known)) return 'the state is another';
    const {kind, cells} = await screen.draw(state);
    compared[kind] += 1;
    return cells === seen.cells ? undefined : `the screen is another (${kind})`;
  };
  const atOnce = await differs(start);
  if (atOnce !== undefined) return `at once ${atOnce}`;
  for (const [at, each] of rest.entries()) {
    const next = decoder.decode(each.line);
    if (next.type === 'msg') [state] = update(state, next.msg);
    const difference = await differs(each);
    if (difference !== undefined) return `at ${at + 1}, ${each.line.slice(0, 80)}, ${difference}`;
  }
  return undefined;
}
