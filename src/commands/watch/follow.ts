import {setImmediate as breath} from 'node:timers/promises';
import {ApiError, LinkError} from '../../api/errors.ts';
import type {Config} from '../../config/config.ts';
import {type AccountBook, bookOf} from '../../desk/book/book.ts';
import {bookRows} from '../../desk/book/reading/reading.ts';
import type {BookRows} from '../../desk/book/rows.ts';
import {type FollowOptions, followAccount} from '../../desk/effects/account.ts';
import {createEventKeeper} from '../../desk/effects/event-keeper.ts';
import type {EventRunner} from '../../desk/effects/on-event.ts';
import {keepStatus} from '../../desk/journal/brief/keeping.ts';
import {readingNote} from '../../desk/journal/brief/note.ts';
import type {EventLog, LoggedEvent} from '../../desk/journal/log/contract.ts';
import {JournalError} from '../../desk/journal/problem.ts';
import type {Moment} from '../../desk/model/moment.ts';
import {type FeedPane, feedPanes, paneSlugs} from '../../desk/model/vocabulary.ts';
import type {Connection} from '../connect.ts';
import {createTimers} from '../dashboard/timers.ts';
import {lagsOf, sortableBy} from '../records.ts';

type Given = {
  readonly config: Config;
  readonly connection: Connection;
  readonly log: EventLog;
  readonly runner: EventRunner | undefined;
  /** Keeps what `optty status` tells; false where it cannot. */
  readonly keepNote: (name: string, text: string) => boolean;
  /** Prints what the log holds by now. */
  readonly print: () => Promise<void>;
  /** A trouble that does not end it, in a sentence. */
  readonly tell: (text: string) => void;
  readonly signal: AbortSignal;
};

const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

/** How often it is seen what other processes have logged, and whether the service still answers. */
const lookEveryMs = 1_000;

/**
 * Reads the account round after round, logs what it tells and has it printed, until the signal ends. What is
 * not logged is not printed: where the journal cannot be written the next answer tells it again.
 * @throws {ApiError | LinkError} the credential is refused
 */
export async function watchAccount({
  config,
  connection,
  log,
  runner,
  keepNote,
  print,
  tell,
  signal,
}: Given): Promise<void> {
  const {refreshMs: periodMs, dialect} = config;
  const {tradesLagMs} = lagsOf(config);
  const keeper = createEventKeeper({log, tradesLagMs, periodMs, begun: clock(), clock});
  const journal = onceInARow(tell);
  const lists = new Map(feedPanes.map(pane => [pane, onceInARow(tell)] as const));
  const keep = async (find: () => Iterable<readonly LoggedEvent[]>) => {
    try {
      for (const logged of find()) {
        runner?.run(logged);
        // Signals are heard between two steps.
        await breath();
      }
      await print();
      journal(undefined);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      journal(error.message);
    }
  };
  let reason = 'No answer came.';
  let hasFailed = false;
  const refused = createRefusals();
  const onFault: FollowOptions['onFault'] = ({pane, error, fault}) => {
    refused(pane, error);
    hasFailed = true;
    reason = fault.text;
  };
  const ended = Promise.withResolvers<never>();
  const looking = setInterval(() => {
    keep(() => [keeper.lookForStale(reason)]).catch(ended.reject);
  }, lookEveryMs);
  const account = followNote(config);
  const timers = createTimers();
  keepStatus({note: account.note, keep: keepNote, after: timers.after});
  const reading = async () => {
    const options = {sortable: sortableBy(dialect), clock, random: Math.random, periodMs, tradesLagMs};
    for await (const read of followAccount(connection.client, {...options, signal, onFault})) {
      const rows = bookRows(read);
      account.take(rows);
      for (const [pane, say] of lists) say(rows[pane].fault && `${paneSlugs[pane]}: ${rows[pane].fault}`);
      if (!hasFailed) await keep(() => keeper.take(read));
      hasFailed = false;
    }
  };
  try {
    await keep(() => []);
    await Promise.race([reading(), ended.promise]);
  } finally {
    timers.stop();
    clearInterval(looking);
  }
}

/** What was read last, for the note; its figures are made where one is due, and only of what changed. */
function followNote({refreshMs: periodMs, times}: Config) {
  let rows: BookRows | undefined;
  let book: AccountBook | undefined;
  return {
    take(read: BookRows) {
      rows = read;
    },
    note() {
      const now = clock();
      const read = rows;
      if (read === undefined) return undefined;
      const bookNow = () => {
        book = bookOf(read, {now, times}, book);
        return book;
      };
      return readingNote(read, bookNow, {now, periodMs});
    },
  };
}

/** Says what a trouble is when it begins or is another one, not with every try. */
function onceInARow(tell: (text: string) => void): (text: string | undefined) => void {
  let told: string | undefined;
  return text => {
    if (text !== undefined && text !== told) tell(text);
    told = text;
  };
}

/** A credential that every list refuses will not be taken by trying again. */
function createRefusals(): (pane: FeedPane, error: unknown) => void {
  const forbidden = new Set<FeedPane>();
  return (pane, error) => {
    const isWrong = error instanceof ApiError && error.status === 401;
    const isMissing = error instanceof LinkError && error.kind === 'credentials';
    if (error instanceof ApiError && error.status === 403) forbidden.add(pane);
    else forbidden.delete(pane);
    if (isWrong || isMissing || forbidden.size === feedPanes.length) throw error;
  };
}
