import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {age, type Moment} from '../account/model/moment.ts';
import {type FeedPane, feedPanes, paneNames} from '../account/model/vocabulary.ts';
import {unanswered, whyOfAnother} from '../account/reading/ledger.ts';
import {ApiError, LinkError} from '../api/errors.ts';
import {jsonIn} from '../api/wire/given.ts';
import type {Config} from '../config/config.ts';
import {wrongIn} from '../config/error.ts';
import {type EventResource, eventResources} from '../core/events/event.ts';
import {offsetNow, serviceNow} from '../core/intents/clock.ts';
import type {Intent} from '../core/intents/intent.ts';
import {type BoundJournal, type Journal, openJournal} from '../core/journal/journal.ts';
import {leaseOf} from '../core/journal/lease.ts';
import type {EventLog} from '../core/journal/log.ts';
import {isLasting, JournalError, orRefused} from '../core/journal/problem.ts';
import type {Desk} from '../desk/desk.ts';
import {openEvents} from '../desk/effects/events.ts';
import {keeperOfNotes} from '../desk/effects/open-writes.ts';
import {keepStatus, statusNote} from '../desk/effects/status-note.ts';
import {fits} from '../desk/filter/conditions.ts';
import type {Row, State} from '../desk/state.ts';
import {askingOn, boundService, type Connection, connect, journalOf, sayCautions} from './connect.ts';
import {openAccountDesk, type Stated} from './headless-desk.ts';
import {clock, readHost} from './host.ts';
import {signalled, Unable} from './line/exit.ts';
import {type CommandLine, filterOf} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {type Out, say, withoutHidden} from './output.ts';

export async function runWatch({flags}: CommandLine, host: NodeJS.Process): Promise<void> {
  const config = await loadConfig(flags, host.env);
  sayCautions(config, host);
  const {wantedAt, doubts} = wantedBy(flags, config);
  const tell = (text: string) => say(host.stderr, `optty: ${text}\n`);
  for (const text of doubts) tell(`--filter: ${text}.`);
  const ended = signalled(host);
  const stopped = new AbortController();
  let watch: ReturnType<typeof watchAccount> | undefined;
  let begun = clock();
  const wantedNow = () => {
    const now = clock();
    const state = watch?.desk.getState();
    const isReady = state !== undefined && (flags.filter === undefined || tellsTime(state, begun, now));
    return isReady ? wantedAt(serviceNow(state, now)) : undefined;
  };
  const connection = await connect(config, host.env);
  let journal: Journal | undefined;
  try {
    const answered = untilAnswered(() => openAccount(config, connection, host), tell, stopped.signal);
    journal = (await Promise.race([answered, ended, connection.fault])) ?? undefined;
    if (journal === undefined) return;
    const {log} = journal;
    const print = createPrinter(log, host.stdout, startOf(flags.since, log), wantedNow, stopped.signal);
    begun = clock();
    watch = watchAccount({config, connection, journal, host, print, tell});
    await Promise.race([watch.failed, ended, connection.fault]);
  } finally {
    stopped.abort();
    await watch?.stop();
    await connection.close();
    journal?.close();
  }
}

/** One that starts before its service goes on once that answers. */
async function untilAnswered(
  open: () => Promise<Journal>,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<Journal> {
  let journal = await open().catch(unlessUnanswered);
  if (journal === undefined) tell(askingOn);
  while (journal === undefined) {
    await pause(askEveryMs, undefined, {signal});
    journal = await open().catch(unlessUnanswered);
  }
  return journal;
}

const askEveryMs = 1_000;

export function unlessUnanswered(error: unknown): undefined {
  if (!(error instanceof Unable && error.kind === 'unreachable')) throw error;
}

const hasRead = ({rounds}: State) => feedPanes.some(pane => rounds.reading.rows[pane].began !== undefined);

/** A filter counts its times by the clock of the service, which a slow answer does not show. */
const tellsTime = (state: State, begun: Moment, now: Moment) =>
  hasRead(state) && (offsetNow(state.intents, now) !== undefined || age(begun, now) > mostWaitMs);

/** A service without a Date header counts as if its clock were ours. */
const mostWaitMs = 20_000;

/** Longer than a dashboard waits for a locked journal. */
const busyTimeoutMs = 2_000;

/**
 * The journal of the profile's account.
 * @throws {Unable | JournalError} it cannot be used, or nothing says which it is
 */
export async function openAccount(
  config: Config,
  connection: Connection,
  host: NodeJS.Process,
  mayGuess = false,
) {
  const service = await boundService(connection, config);
  if (service.isGuessed && !mayGuess) throw new Unable(unanswered, 'unreachable');
  return openJournal({...journalOf(config, service), host: readHost(host.pid), busyTimeoutMs});
}

function startOf(since: CommandLine['flags'][string], log: EventLog): number {
  if (typeof since !== 'string') return log.end();
  // The reader has read nothing yet.
  if (since === '') return 0;
  const position = log.position(since);
  if (position !== undefined) return position;
  const words = `event ${JSON.stringify(since)} is not in the log (any more)`;
  throw new Unable(`--since: ${words}; --since '' prints the whole log.`, 'not-found');
}

type WatchGiven = {
  readonly config: Config;
  readonly connection: Connection;
  readonly host: NodeJS.Process;
  readonly journal: Journal;
  readonly print: () => Promise<void>;
  readonly tell: (text: string) => void;
  readonly link?: Stated;
  /** Called before the first read, and then every second. */
  readonly look?: (desk: Desk) => void;
};

const staleCheckMs = 1_000;

/** Prints only logged events: if the journal cannot be written, the next answer yields them again. */
export function watchAccount({config, connection, journal, host, print, tell, look, link}: WatchGiven) {
  const {refreshMs: periodMs, onEvent} = config;
  const failed = Promise.withResolvers<never>();
  const proof = createProof(journal, () => desk.getState(), failed.reject);
  const events = openEvents({
    ...{onEvent, env: host.env, periodMs, begun: clock(), clock, prove: proof.take},
    onKept: print,
    log: () => journal.log,
    send: msg => msg.type === 'told' && tell(msg.text),
  });
  const lists = new Map(feedPanes.map(pane => [pane, onceInARow(tell)] as const));
  const refused = createRefusals();
  const canRenew = config.credential.kind === 'token' && config.credential.renew !== undefined;
  let reason = 'No response.';
  const {desk, begin, after, stop} = openAccountDesk(
    connection.client,
    config,
    came => {
      const {rows} = came.reading;
      for (const [pane, say] of lists)
        say(rows[pane].fault && `${paneNames[pane].slug}: ${rows[pane].fault}`);
      if (came.fault === undefined) events.keep(came);
    },
    ({pane, error, fault}) => {
      reason = fault.text;
      const isStale = canRenew && hasRead(desk.getState());
      if (refused(pane, error, isStale)) failed.reject(error);
      // No page of another ledger ever counts.
      const another = whyOfAnother(connection.client, {});
      if (another !== undefined) failed.reject(new JournalError('barred', another));
    },
    link,
  );
  const readWrites = readerOfWrites(journal, desk);
  const check = () => {
    const state = desk.getState();
    readWrites();
    if (proof.isThere()) events.keep({fault: reason, serviceTime: serviceNow(state, clock())});
    look?.(desk);
    after(staleCheckMs, check);
  };
  // Only reads that begin later settle what the journal holds.
  check();
  begin();
  const note = () => (proof.isThere() ? statusNote({...desk.getState(), now: clock()}) : undefined);
  keepStatus({note, by: leaseOf(readHost(host.pid)), keep: keeperOfNotes(() => journal), after});
  return {
    desk,
    failed: failed.promise,
    stop() {
      stop();
      return events.stop();
    },
  };
}

/** An answer to a cancel proves how its order ended. */
function readerOfWrites(journal: Journal, desk: Desk): () => void {
  let known: readonly Intent[] | undefined;
  const read = () => {
    const intents = journal.writes(clock().wall);
    const working = known === undefined ? {working: journal.log.working()} : {};
    if (intents !== known) desk.send({type: 'journalRead', activity: [], intents, ...working});
    known = intents;
  };
  return () => orRefused(read, () => {});
}

/** Nothing is kept in the journal of another account. */
function createProof({account}: BoundJournal, state: () => State, failed: (reason: JournalError) => void) {
  let isThere = false;
  return {
    isThere: () => isThere,
    take() {
      const {link, rounds} = state();
      isThere = false;
      try {
        account.claim(link.accounts);
        isThere = true;
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        const isRead = rounds.reading.lists.easyOptions.ended !== undefined;
        if (isLasting(error, isRead)) failed(error);
        throw error;
      }
    },
  };
}

function onceInARow(tell: (text: string) => void): (text: string | undefined) => void {
  let last: string | undefined;
  return text => {
    if (text !== undefined && text !== last) tell(text);
    last = text;
  };
}

/**
 * Retries cannot help if every list refuses the credential.
 * @param isStale it was accepted before, and its source may still give a newer one
 */
function createRefusals(): (pane: FeedPane, error: unknown, isStale: boolean) => boolean {
  const forbidden = new Set<FeedPane>();
  return (pane, error, isStale) => {
    const isWrong = error instanceof ApiError && error.status === 401 && !isStale;
    const isMissing = error instanceof LinkError && error.kind === 'credentials';
    if (error instanceof ApiError && error.status === 403) forbidden.add(pane);
    else forbidden.delete(pane);
    return isWrong || isMissing || forbidden.size === feedPanes.length;
  };
}

const pieceSize = 200;

/** Prints the events of any process; waits for a slow reader, until it is stopped. */
function createPrinter(
  log: EventLog,
  out: Out & NodeJS.EventEmitter,
  from: number,
  wantedNow: () => Wanted | undefined,
  stopped: AbortSignal,
): () => Promise<void> {
  let position = from;
  const next = () => log.after(position, pieceSize);
  return async () => {
    const isWanted = wantedNow();
    if (isWanted === undefined) return;
    try {
      for (let events = next(); events.length > 0; events = next())
        for (const {number, line} of events) {
          position = number;
          if (isWanted(line) && !out.write(`${withoutHidden(line)}\n`))
            await once(out, 'drain', {signal: stopped});
        }
    } catch (error) {
      if (!stopped.aborted) throw error;
    }
  };
}

type Wanted = (line: string) => boolean;

function wantedBy(
  {resource, filter}: CommandLine['flags'],
  config: Config,
): {readonly wantedAt: (now: number) => Wanted; readonly doubts: readonly string[]} {
  if (typeof resource !== 'string') {
    if (filter === undefined) return {wantedAt: () => () => true, doubts: []};
    throw wrongIn('--filter', 'needs --resource too.');
  }
  const isOfIt = (event: Logged) => event.resource === resource;
  if (typeof filter !== 'string') return {wantedAt: () => line => isOfIt(eventIn(line)), doubts: []};
  const pane = feedPanes.find(each => paneNames[each].slug === resource);
  if (pane === undefined) throw wrongIn('--filter', `there is nothing to filter in ${resource}.`);
  const filterAt = (now: number) => filterOf(filter, pane, config, now);
  const {conditions, doubts} = filterAt(Date.now());
  const unmet = conditions.find(({field}) => field === undefined);
  if (unmet !== undefined)
    throw wrongIn('--filter', `events do not have ${unmet.text}; only the service can filter by it.`);
  return {
    wantedAt(now) {
      // The filter is not sent to the service: a record without the field does not match.
      const held = filterAt(now).conditions.map(each => ({...each, isAsked: false}));
      return line => {
        const event = eventIn(line);
        return isOfIt(event) && held.every(each => fits(event.record, each));
      };
    },
    doubts: doubts.map(({message}) => message),
  };
}

type Logged = {readonly resource: EventResource | undefined; readonly record: Row};

function eventIn(line: string): Logged {
  const {resource, record} = (jsonIn(line) ?? {}) as {resource?: string; record?: Row};
  return {resource: eventResources.find(each => each === resource), record: record ?? ({} as Row)};
}
