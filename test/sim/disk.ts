import {isResolved} from '../../src/core/intents/intent.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import type {Chance} from './chance.ts';
import type {JournalAtHand} from './dashboard.ts';
import type {World} from './world.ts';

/**
 * The disk that the journal is on: it may be full for a while, and what can then be read of the journal
 * differs.
 */
export type Disk = {
  isFull(): boolean;
  fill(): void;
  /** The journal's file is moved away for a while; it is back when `then` is called. */
  moveAway(then: () => void): void;
  isAway(): boolean;
  /** The journal on it, as a process comes by it: `whole` for all uses, `plain` for reading alone. */
  journal(whole: BoundJournal, plain: BoundJournal): JournalAtHand;
};

export function full(): JournalError {
  return new JournalError('full', 'The disk is full.');
}

/** No use of it is answered while its file is away. */
export function guardedBy<Part extends object>(part: Part, check: () => void): Part {
  const entries = Object.entries(part).map(([name, use]) => [
    name,
    typeof use === 'function'
      ? (...given: unknown[]) => {
          check();
          return use(...given);
        }
      : use instanceof Object
        ? guardedBy(use, check)
        : use,
  ]);
  return Object.fromEntries(entries) as Part;
}

export function gone(): JournalError {
  return new JournalError('replaced', 'The journal was moved away.');
}

export function createDisk(world: World, chance: Chance): Disk {
  let fullUntil = 0;
  let awayUntil = 0;
  /** It opens and cannot be written; or it can only be read; or not even that. */
  let leaves: 'opens' | 'reads' | 'nothing' = 'opens';
  const isAway = () => world.now() < awayUntil;
  const isFull = () => world.now() < fullUntil;
  return {
    isFull,
    moveAway(then) {
      awayUntil = world.now() + chance.from(500, 30_000);
      world.at(awayUntil, then);
    },
    isAway,
    fill() {
      fullUntil = world.now() + chance.from(500, 20_000);
      leaves = chance.pick(['opens', 'reads', 'nothing'] as const);
    },
    journal: (whole, plain) => ({
      open() {
        if (isAway()) throw gone();
        if (isFull() && leaves !== 'opens') throw full();
        return whole;
      },
      glimpse() {
        if (isAway() || (isFull() && leaves === 'nothing')) return undefined;
        const open = plain.writes(world.now()).filter(each => !isResolved(each));
        return {open, activity: plain.recentActivity(200), halt: plain.halt.seen()};
      },
    }),
  };
}
