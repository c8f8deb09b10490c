import type {BoundJournal, BoundService} from '../../src/desk/journal/contract.ts';
import {JournalError} from '../../src/desk/journal/problem.ts';
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
  /** The journal on it, as a process comes by it: `whole` for all uses, `plain` for reading alone. */
  journal(
    whole: (service: BoundService) => BoundJournal,
    plain: (service: BoundService) => BoundJournal,
  ): JournalAtHand;
};

export function full(): JournalError {
  return new JournalError('full', 'The disk is full.');
}

export function createDisk(world: World, chance: Chance): Disk {
  let fullUntil = 0;
  /** It opens and cannot be written; or it can only be read; or not even that. */
  let leaves: 'opens' | 'reads' | 'nothing' = 'opens';
  const isFull = () => world.now() < fullUntil;
  return {
    isFull,
    fill() {
      fullUntil = world.now() + chance.from(500, 20_000);
      leaves = chance.pick(['opens', 'reads', 'nothing'] as const);
    },
    journal: (whole, plain) => ({
      open(service) {
        if (isFull() && leaves !== 'opens') throw full();
        return whole(service);
      },
      glimpse(service) {
        if (isFull() && leaves === 'nothing') return undefined;
        const journal = plain(service);
        return {held: journal.held(), activity: journal.recentActivity(200)};
      },
    }),
  };
}
