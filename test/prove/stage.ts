import type {Limits} from '../../src/account/model/vocabulary.ts';
import type {Intent} from '../../src/core/intents/intent.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';
import {full} from '../sim/disk.ts';
import {bindStore, copyOf, type Store} from '../sim/memory-journal.ts';
import type {Mutation} from '../sim/mutations.ts';
import {aroundCommits} from '../sim/watched-journal.ts';
import {type Call, type Desk, deskBorn, type Left, type Request, type World} from './world.ts';

/** One step under way: a copy of the world that the program's own code works on. */
export type Stage = {
  readonly before: World;
  now: number;
  service: World['service'];
  readonly store: Store;
  wire: readonly Request[];
  readonly desks: Desk[];
  left: Left;
  made: number;
  broken: string | undefined;
  /** The slot that a person's yes is for. */
  asking: string | undefined;
  /** How many commits the step has made, and what befalls the process at one of them. */
  commits: number;
  readonly fate: Fate | undefined;
  readonly limits: Limits;
  /** Of lists and trades, as the profile has it. */
  readonly lagMs: number;
  /** How the program is broken on purpose. */
  readonly broke: Mutation;
  /** Hears what is said to the person. */
  readonly hear: Hear;
};

export type Hear = (desk: number, said: Intent | string) => void;

/** At its commit of that number, from 1, the process dies right after it, or the disk is full. */
export type Fate = {readonly at: number; readonly what: 'dies' | 'full'};

export class Died extends Error {}

export function stageOf(
  world: World,
  given: Pick<Stage, 'limits' | 'lagMs' | 'broke' | 'fate' | 'hear'>,
): Stage {
  const {now, service, wire, left, made, broken} = world;
  const desks = [...world.desks];
  return {
    ...given,
    ...{before: world, now, service, wire, left, made, broken, desks},
    // Activity is told by nobody here, and would grow with every step.
    ...{store: copyOf({...world.store, events: []}), commits: 0, asking: undefined},
  };
}

export function worldOf(stage: Stage): World {
  const {before, now, service, wire, desks, left, made, broken} = stage;
  const store = isAsItWas(stage) ? before.store : stage.store;
  return {now, service, store, wire, desks: desks.map(withoutStale), left, made, broken};
}

/** Without a commit only what keeps halts and limits may be other than it was: most states share a journal. */
function isAsItWas({commits, store, limits}: Stage): boolean {
  return commits === 0 && store.halts.length === 0 && !hasLimits(limits);
}

/** The first law that is broken is the one that is told. */
export function breach(stage: Stage, words: string): void {
  stage.broken ??= words;
}

export function spend(stage: Stage, what: keyof Left): void {
  stage.left = {...stage.left, [what]: stage.left[what] - 1};
}

export function deskAt(stage: Stage, index: number): Desk {
  const desk = stage.desks[index];
  if (desk === undefined) throw new Error(`There is no dashboard ${index}.`);
  return desk;
}

export function changeDesk(stage: Stage, index: number, fields: Partial<Desk>): void {
  stage.desks[index] = {...deskAt(stage, index), ...fields};
}

export function withoutCall(stage: Stage, index: number, call: Call): void {
  const desk = deskAt(stage, index);
  changeDesk(stage, index, {calls: desk.calls.filter(each => each !== call)});
}

/** Of a dead process nothing is left but what it committed and what it sent. */
export function kill(stage: Stage, index: number): void {
  stage.desks[index] = deskBorn(0, 0);
  spend(stage, 'deaths');
}

/**
 * The journal as the process of a dashboard uses it: what is committed is counted, and may be its last
 * deed.
 */
export function journalOf(stage: Stage, index: number): BoundJournal {
  const {pid} = deskAt(stage, index);
  const runs = (other: number) => stage.desks.some(each => each.pid === other);
  const journal = bindStore(stage.store, {
    ...{pid, isAlive: runs, weighed: stage.broke.weighed, isUnfenced: stage.broke.isUnfenced},
  });
  const commit = <V>(work: () => V): V => {
    const {fate} = stage;
    const isHere = fate?.at === ++stage.commits;
    if (isHere && fate.what === 'full') {
      spend(stage, 'journalFaults');
      throw full();
    }
    const value = work();
    if (isHere) throw new Died();
    return value;
  };
  const {halt} = journal;
  const counted: BoundJournal = {
    ...aroundCommits(journal, commit),
    halt: {
      ...halt,
      set: (at, wants) => commit(() => halt.set(at, wants)),
      report: (progress, another) => commit(() => halt.report(progress, another)),
    },
  };
  return stage.broke.journal?.(counted) ?? counted;
}

/** Timers whose end would be dropped. */
function withoutStale(desk: Desk): Desk {
  if (desk.timers.length === 0) return desk;
  const timers = desk.timers.filter(({due}) => {
    const intent = desk.intents.list.find(each => each.id === due.intentId);
    return intent !== undefined && isRepeating(intent) && intent.attempts.length + 1 === due.attempt;
  });
  return timers.length === desk.timers.length ? desk : {...desk, timers};
}

const isRepeating = ({state}: Intent) => state === 'SENDING';
