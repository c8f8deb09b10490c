import type {BookReading} from '../book/reading/known.ts';
import type {Desk} from '../desk.ts';
import type {EventLog} from '../journal/log/contract.ts';
import {JournalError} from '../journal/problem.ts';
import type {Moment} from '../model/moment.ts';
import {createEventKeeper, type EventKeeper} from './event-keeper.ts';
import {createEventRunner} from './on-event.ts';

/** What the dashboard's own reading of the account tells, in the log that `optty watch` prints. */
export type DeskEvents = {
  /** @param fault why no answer came; what is known stays as it was */
  readonly keep: (reading: BookReading, fault: string | undefined) => void;
  /** Resolves when no program of on_event runs any more. */
  stop(): Promise<void>;
};

type Given = {
  /** Undefined until the journal can be written. */
  readonly log: () => EventLog | undefined;
  readonly onEvent: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tradesLagMs: number;
  readonly periodMs: number;
  /** When the account was begun to be read. */
  readonly begun: Moment;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
};

export function openEvents({log, onEvent, env, begun, clock, send, ...pace}: Given): DeskEvents {
  let opened: EventLog | undefined;
  let keeper: EventKeeper | undefined;
  let told: string | undefined;
  const runner =
    onEvent &&
    createEventRunner({
      ...{argv: onEvent, env},
      claim: id => opened?.claim(id, clock().wall) === true,
      tell: text => send({type: 'told', text, level: 'warning', isOfProgram: true}),
    });
  return {
    keep(reading, fault) {
      opened ??= log();
      if (opened === undefined) return;
      keeper ??= createEventKeeper({log: opened, begun, ...pace});
      try {
        const now = clock();
        const logged = fault === undefined ? keeper.take(reading, now) : keeper.lookForStale(fault, now);
        runner?.run(logged);
        told = undefined;
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        if (error.message !== told) send({type: 'told', text: error.message, level: 'danger'});
        told = error.message;
      }
    },
    stop: async () => runner?.stop(),
  };
}
