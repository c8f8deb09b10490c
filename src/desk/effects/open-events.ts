import {setImmediate as breath} from 'node:timers/promises';
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

type Came = {readonly reading: BookReading; readonly fault: string | undefined};

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
  const keepOne = async ({reading, fault}: Came) => {
    opened ??= log();
    if (opened === undefined) return;
    keeper ??= createEventKeeper({log: opened, begun, clock, ...pace});
    try {
      const steps = fault === undefined ? keeper.take(reading) : [keeper.lookForStale(fault)];
      for (const logged of steps) {
        runner?.run(logged);
        if (isStopped) return;
        // Keys are heard between two steps.
        await breath();
      }
      told = undefined;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      if (error.message !== told) send({type: 'told', text: error.message, level: 'danger'});
      told = error.message;
    }
  };
  let isStopped = false;
  let waiting: Came | undefined;
  let underWay: Promise<void> | undefined;
  const keepAll = async () => {
    for (let next = waiting; next !== undefined && !isStopped; next = waiting) {
      waiting = undefined;
      await keepOne(next);
    }
    underWay = undefined;
  };
  return {
    keep(reading, fault) {
      // The newest reading tells all that an older one does, and that an answer failed is told by the next one.
      if (fault === undefined || waiting === undefined) waiting = {reading, fault};
      underWay ??= keepAll();
    },
    async stop() {
      isStopped = true;
      await underWay;
      await runner?.stop();
    },
  };
}
