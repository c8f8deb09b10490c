import {setImmediate as breath} from 'node:timers/promises';
import {age, type Moment} from '../../account/model/moment.ts';
import type {PortfolioReading} from '../../account/reading/known.ts';
import {runProgram, troubleOf} from '../../api/signing/program.ts';
import type {Millis} from '../../api/wire/records.ts';
import {
  accountEvents,
  type EventRows,
  eventLists,
  eventRowsOf,
  type LoggedSeen,
  nothingSeen,
  positionEvents,
} from '../../core/events/account.ts';
import {type AccountEvent, baselineOf, byTime} from '../../core/events/event.ts';
import type {EventLog, LoggedEvent} from '../../core/journal/log.ts';
import {JournalError} from '../../core/journal/problem.ts';
import type {Desk} from '../desk.ts';
import type {CommandOf} from '../messages.ts';

export type DeskEvents = ReturnType<typeof openEvents>;

/** With a fault, no answer came and the state of the account is unchanged. */
type Came = Omit<CommandOf<'keepEvents'>, 'type'>;

type EventsGiven = {
  readonly log: () => EventLog | undefined;
  readonly onEvent: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tradesLagMs: number;
  readonly periodMs: number;
  readonly begun: Moment;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
  /** @throws {JournalError} the journal may be of another account: nothing is kept of what an answer lists */
  readonly prove: () => Promise<void>;
  /** Called after each answer, whichever process logged its events. */
  readonly onKept?: () => Promise<void>;
};

export function openEvents(given: EventsGiven) {
  const {log, onEvent, env, clock, send, prove, onKept} = given;
  let keeper: ReturnType<typeof createEventKeeper> | undefined;
  let told: string | undefined;
  const catchUp = createCatchUp(send);
  const runner =
    onEvent &&
    createEventRunner({
      ...{argv: onEvent, env},
      claim: id => log()?.claim(id, clock().wall) === true,
      tell: text => send({type: 'told', text, level: 'warning', isOfProgram: true}),
    });
  const keepOne = async ({reading, fault, serviceTime}: Came) => {
    // Asked each time: an answer of another account ends the use of it.
    const opened = log();
    if (opened === undefined) return;
    keeper ??= createEventKeeper(opened, given);
    try {
      if (fault === undefined) await prove();
      const steps =
        fault === undefined ? keeper.take(reading, serviceTime) : [keeper.lookForStale(fault, serviceTime)];
      for (const logged of steps) {
        runner?.run(logged);
        catchUp.take(logged);
        if (isStopped) return;
        // Lets the terminal handle keys between two steps.
        await breath();
      }
      catchUp.endBy(reading);
      await onKept?.();
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
    keep(came: Came) {
      // The newest reading contains all that an older one does, and the next answer reports the fault.
      if (came.fault === undefined || waiting === undefined) waiting = came;
      underWay ??= keepAll();
    },
    async stop() {
      isStopped = true;
      await underWay;
      await runner?.stop();
    },
  };
}

/** Until each list was read once: what nobody has logged before. */
function createCatchUp(send: Desk['send']) {
  let missed: AccountEvent[] | undefined = [];
  return {
    take: (logged: readonly LoggedEvent[]) => void missed?.push(...logged.flatMap(({event}) => event ?? [])),
    endBy(reading: PortfolioReading) {
      if (missed === undefined || eventRowsOf(reading).ended.size < eventLists.length) return;
      if (missed.length > 0) send({type: 'caughtUp', events: missed});
      missed = undefined;
    },
  };
}

const resources = {easyOptions: 'easy-options', orders: 'orders', trades: 'trades'} as const;

type Pace = Pick<EventsGiven, 'tradesLagMs' | 'periodMs' | 'begun' | 'clock'>;

function createEventKeeper(log: EventLog, {tradesLagMs, periodMs, begun, clock}: Pace) {
  let seen: LoggedSeen | undefined;
  let told: EventRows | undefined;
  let lastAnswer = begun;
  return {
    /**
     * Takes an answer in steps, since a long list takes long; each step yields the events that it logged.
     * @throws {JournalError} events that were not logged are logged with the next answer
     */
    *take(reading: PortfolioReading, serviceTime: Millis): Generator<readonly LoggedEvent[], void> {
      const now = clock();
      lastAnswer = now;
      const read = eventRowsOf(reading);
      if (told !== undefined && isSame(told, read)) return;
      yield log.found(now.wall, now.wall, serviceTime - now.wall);
      seen ??= nothingSeen(log.working());
      seen = yield* logEvents(log, seen, read, {now, serviceTime, tradesLag: tradesLagMs});
      told = read;
      lastAnswer = clock();
    },
    lookForStale(reason: string, serviceTime: Millis): readonly LoggedEvent[] {
      const now = clock();
      if (age(lastAnswer, now) <= 3 * periodMs) return [];
      const aheadMs = serviceTime - now.wall;
      return log.lost({since: lastAnswer.wall, reason, now: now.wall, aheadMs});
    },
  };
}

/** A slice is one transaction, which waits for the disk. An event takes as long as three other rows. */
const sliceSize = 500;
const rowSlice = 3 * sliceSize;

function* slicesOf<Item>(items: readonly Item[], size = sliceSize): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

function* inSlices<Item>(
  items: readonly Item[],
  keep: (slice: readonly Item[]) => void,
): Generator<readonly [], void> {
  for (const slice of slicesOf(items, rowSlice)) {
    keep(slice);
    yield [];
  }
}

export function* logEvents(
  log: EventLog,
  before: LoggedSeen,
  read: EventRows,
  {
    now,
    serviceTime,
    tradesLag,
  }: {readonly now: Moment; readonly serviceTime: Millis; readonly tradesLag: number},
): Generator<readonly LoggedEvent[], LoggedSeen> {
  const aheadMs = serviceTime - now.wall;
  const cancels = log.cancels().map(each => ({...each, at: each.at + aheadMs}));
  const found = accountEvents(before, read, {cancels, now: now.mono, tradesLag});
  const {events: changes, seen: positions} = positionEvents(before.positions, read, {
    mono: now.mono,
    wall: serviceTime,
  });
  const seen: LoggedSeen = {...found.seen, ...(positions && {positions})};
  const events = [...found.events, ...changes];
  // Before its event: a process that ends between the two still knows that the order worked.
  yield* inSlices(found.begun, slice => log.keepWorking(slice, []));
  const begun = log.begun();
  const proved = [...read.ended].map(list => resources[list]);
  const all = positions?.held === undefined ? proved : [...proved, 'positions' as const];
  for (const resource of all.filter(each => !begun.has(each))) {
    const held = events.filter(each => each.resource === resource);
    const {floor, kept} = baselineOf(held, now.wall);
    yield* inSlices(kept, slice => log.know(slice, now.wall));
    // Last: if the process ends before this, it begins again.
    log.begin(resource, floor);
  }
  const news = events.filter(({resource}) => begun.has(resource)).sort(byTime);
  for (const slice of slicesOf(news)) {
    yield log.append(slice, now.wall, aheadMs);
    if (log.prune(now.wall)) yield [];
  }
  // After the events of how orders ended: a process that ends between the two finds the orders gone again.
  yield* inSlices(found.ended, slice => log.keepWorking([], slice));
  return seen;
}

function isSame(before: EventRows, after: EventRows): boolean {
  return (
    before.ended.size === after.ended.size && [...after.ended].every(list => before[list] === after[list])
  );
}

type RunnerGiven = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if this process may run the program for the event; no other process will. */
  readonly claim: (id: string) => boolean;
  /** Reports a failure; the same text is not repeated until the program has worked again. */
  readonly tell: (text: string) => void;
};

const timeoutMs = 5_000;
const mostWaiting = 100;

/** Runs the user's program for events, one at a time and at most once per event. */
export function createEventRunner({argv, env, claim, tell}: RunnerGiven) {
  const waiting: LoggedEvent[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;
  let left = 0;
  let told: string | undefined;

  const say = (text: string) => {
    if (text !== told) tell(text);
    told = text;
  };
  const runOne = async ({id, line}: LoggedEvent) => {
    try {
      if (!claim(id)) return;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return say(`on_event was not run for ${id}: ${error.message}`);
    }
    const given = {argv, env, input: `${line}\n`, timeoutMs};
    const trouble = troubleOf(await runProgram(given), given);
    if (trouble === undefined) told = undefined;
    else say(`on_event (${argv[0]}) ${trouble}.`);
  };
  const runAll = async () => {
    for (let next = waiting.shift(); next !== undefined && !isStopped; next = waiting.shift())
      await runOne(next);
    running = undefined;
    tellLeft();
  };
  const tellLeft = () => {
    if (left > 0) tell(`on_event was not run for ${left} events: ${mostWaiting} were already waiting.`);
    left = 0;
  };

  return {
    run(events: readonly LoggedEvent[]) {
      const room = Math.max(0, mostWaiting - waiting.length);
      waiting.push(...events.slice(0, room));
      left += Math.max(0, events.length - room);
      running ??= waiting.length === 0 ? undefined : runAll();
    },
    async stop() {
      isStopped = true;
      const rest = waiting.length;
      await running;
      if (rest > 0) tell(`on_event was not run for ${rest} events that were waiting.`);
    },
  };
}
