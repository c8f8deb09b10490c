import {age, type Moment} from '../../account/model/moment.ts';
import {ordersById} from '../../account/resources/orders.ts';
import {runProgram, troubleOf} from '../../api/signing/program.ts';
import type {Id, Millis, Order} from '../../api/wire/records.ts';
import {eventLists, ordersAtWork} from '../../core/events/account.ts';
import {type AccountEvent, type EventResource, eventJson} from '../../core/events/event.ts';
import type {EventLog} from '../../core/journal/log.ts';
import {JournalError} from '../../core/journal/problem.ts';
import type {Desk} from '../desk.ts';
import type {CommandOf} from '../messages.ts';

export type DeskEvents = ReturnType<typeof openEvents>;

/** A fault means that no answer came, and leaves the state of the account unchanged. */
export type Came = Omit<CommandOf<'keepEvents'>, 'type' | 'reading'>;

type EventsGiven = {
  readonly log: () => EventLog | undefined;
  readonly onEvent: readonly string[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly periodMs: number;
  readonly begun: Moment;
  readonly clock: () => Moment;
  readonly send: Desk['send'];
  /** @throws {JournalError} the journal may be of another account: nothing is kept of what an answer lists */
  readonly prove: () => void;
  /** Called after each answer, whichever process logged its events. */
  readonly onKept?: () => Promise<void>;
};

export function openEvents(given: EventsGiven) {
  const {log, onEvent, env, send, prove, onKept} = given;
  const runner =
    onEvent &&
    createEventRunner({
      ...{argv: onEvent, env},
      tell: text => send({type: 'told', text, level: 'warning', isOfProgram: true}),
    });
  const run: Run = (events, now) => runner?.run(events.map(each => eventJson(each, now)));
  const keeper = createEventKeeper(given, run);
  let told: string | undefined;
  let isStopped = false;
  let waiting: Came | undefined;
  let underWay: Promise<void> | undefined;
  const keepOne = async ({fault, serviceTime}: Came) => {
    // Asked each time: an answer of another account ends the use of it.
    const opened = log();
    if (opened === undefined) return;
    try {
      if (fault === undefined) {
        prove();
        run(opened.outage(undefined, serviceTime), serviceTime);
        keeper.keepDue(opened, serviceTime);
      } else keeper.lookForStale(opened, fault, serviceTime);
      await onKept?.();
      told = undefined;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      if (error.message !== told) send({type: 'told', text: error.message, level: 'danger'});
      told = error.message;
    }
  };
  const keepAll = async () => {
    for (let next = waiting; next !== undefined && !isStopped; next = waiting) {
      waiting = undefined;
      await keepOne(next);
    }
    underWay = undefined;
  };
  return {
    keep(came: Came) {
      keeper.take(came);
      // The next answer reports the fault.
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

type Run = (events: readonly AccountEvent[], now: Millis) => void;

/** Events that cannot be kept stay due until the next answer. Those that nobody has kept before are run. */
function createEventKeeper({clock, begun, periodMs, send}: EventsGiven, run: Run) {
  const due: AccountEvent[] = [];
  let works: Came['working'];
  /** The orders that this process keeps: another one may have seen more. */
  let kept: ReadonlyMap<Id, Order> | undefined;
  let lastAnswer = begun;
  /** The events of each list when it was first read. */
  const first = new Map<EventResource, readonly AccountEvent[]>();
  /** Those of them that nobody has logged; undefined once they are told. */
  let missed: AccountEvent[] | undefined = [];

  return {
    take({fault, found, working}: Came) {
      if (fault === undefined) lastAnswer = clock();
      if (found === undefined) return;
      const {events, begun} = found;
      for (const of of begun)
        first.set(
          of,
          events.filter(({resource}) => resource === of),
        );
      due.push(...events);
      works = working;
    },
    /** Again from its begin after a failure: the log takes each event once. */
    keepDue(opened: EventLog, now: Millis) {
      const before = kept ?? ordersById(opened.working());
      const after = works === undefined ? before : ordersAtWork(works);
      const come = [...after.values()].filter(({orderId}) => !before.has(orderId));
      const left = [...before.keys()].filter(id => !after.has(id));
      // A process that ends before it logged that they came, or how they ended, leaves that to the next one.
      if (come.length > 0) opened.keepWorking(come, []);
      for (const [resource, events] of first) opened.begin(resource, events, now);
      const old = new Set([...first.values()].flat());
      const logged = opened.append(due, now);
      due.splice(0);
      run(logged, now);
      missed?.push(...logged.filter(each => old.has(each)));
      if (left.length > 0) opened.keepWorking([], left);
      kept = after;
      if (missed === undefined || first.size < eventLists.length) return;
      if (missed.length > 0) send({type: 'caughtUp', events: missed});
      missed = undefined;
      first.clear();
    },
    lookForStale(opened: EventLog, reason: string, now: Millis) {
      const since = Math.round(now - age(lastAnswer, clock()));
      if (now - since > 3 * periodMs) run(opened.outage({since, reason}, now), now);
    },
  };
}

type RunnerGiven = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reports a failure; the same text is not repeated until the program has worked again. */
  readonly tell: (text: string) => void;
};

const timeoutMs = 5_000;
const mostWaiting = 100;

/** Runs the user's program for the lines of events, one at a time. */
export function createEventRunner({argv, env, tell}: RunnerGiven) {
  const waiting: string[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;
  let left = 0;
  let told: string | undefined;

  const say = (text: string) => {
    if (text !== told) tell(text);
    told = text;
  };
  const runOne = async (line: string) => {
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
    run(lines: readonly string[]) {
      const room = Math.max(0, mostWaiting - waiting.length);
      waiting.push(...lines.slice(0, room));
      left += Math.max(0, lines.length - room);
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
