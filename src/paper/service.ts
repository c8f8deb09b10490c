/** The book in memory, the ledger on disk and the service clock, kept in step. */
import type {ServiceClock} from './clock.ts';
import {apply, type BookCommand, type BookEvent} from './engine/apply.ts';
import type {Book} from './engine/book.ts';
import type {Ledger} from './ledger.ts';

export type PaperService = {
  /** The book at this moment of service time, with everything that time did written down. */
  book(): Book;
  /** Does a command; when this returns, what it changed is on disk. */
  run(command: BookCommand): BookEvent;
  /** Throws the book away and begins a new one, with as many accounts, at this moment of service time. */
  reset(): void;
};

export function createPaperService(ledger: Ledger, clock: ServiceClock): PaperService {
  let current = ledger.book;

  const perform = (command: BookCommand): readonly BookEvent[] => {
    const [book, events] = apply(current, command, clock.now());
    const isDone = command.type !== 'wait' && events.at(-1)?.type !== 'refused';
    const hasRows = events.some(isRow);
    // A failed commit throws here, and the service goes on from the book that is on disk.
    if (hasRows) ledger.commit(book, events, isDone ? command : undefined);
    current = book;
    return events;
  };

  return {
    book() {
      perform({type: 'wait'});
      return current;
    },
    run(command) {
      const outcome = perform(command).at(-1);
      if (outcome === undefined) throw new Error(`The engine said nothing about ${command.type}.`);
      return outcome;
    },
    reset() {
      const accounts = current.accounts.size;
      ledger.reset(clock.now());
      current = ledger.book;
      for (let have = 0; have < accounts; have++) perform({type: 'addAccount'});
    },
  };
}

const isRow = ({type}: BookEvent): boolean =>
  type !== 'refused' && type !== 'orderDone' && type !== 'easyOptionDone';
