import type {BoundJournal} from '../journal/contract.ts';
import {JournalError} from '../journal/problem.ts';
import type {StopCommand, StopMsg} from '../stop/room.ts';

type StopWorld = {
  readonly journal: BoundJournal;
  readonly send: (msg: StopMsg) => void;
};

/** Carries out what a stop asks of the journal. */
export function createStopEffects({journal, send}: StopWorld): (command: StopCommand) => void {
  const {stop} = journal;
  return command => {
    try {
      if (command.type === 'set') stop.set(command.at);
      if (command.type === 'lift') stop.lift();
      send({type: 'seen', record: stop.seen()});
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      // That it cannot be looked at is told by the polls.
      if (command.type !== 'look') send({type: 'unkept', what: command.type, reason: error.message});
    }
  };
}
