import type {TestContext} from 'vitest';
import {connect} from '../../src/commands/connect.ts';
import {type HeadlessDesk, openHeadlessDesk} from '../../src/commands/headless-desk.ts';
import type {Timers} from '../../src/commands/host.ts';
import {loadConfig} from '../../src/commands/load-config.ts';
import {type Intent, isOver} from '../../src/core/intents/intent.ts';
import type {Draft} from '../../src/core/intents/kinds/kinds.ts';
import type {State} from '../../src/desk/state.ts';
import {startTestPaper, type TestPaper} from './paper.ts';
import {patienceMs} from './patience.ts';
import {type Arrived, passedOn, type Reply, scriptedService} from './service.ts';

/** A paper service with a server in front of it that counts the writes, and may answer in its place. */
export type Front = {
  readonly paper: TestPaper;
  readonly origin: string;
  /** `METHOD path` of each write that reached it. */
  readonly writes: readonly string[];
  /** Its paper service's, and that of the desks on it. */
  readonly time: Time;
};

/** @param answers undefined for what the paper service is to answer */
export async function startFront(
  {onTestFinished}: Pick<TestContext, 'onTestFinished'>,
  answers: (asked: Arrived) => Promise<Reply | 'none' | undefined> = async () => undefined,
): Promise<Front> {
  const time = startTime({onTestFinished});
  const paper = await startTestPaper(
    {clock: {now: () => time.clock().wall, advance: () => {}}},
    onTestFinished,
  );
  const writes: string[] = [];
  const {origin} = await scriptedService(async asked => {
    if (asked.method !== 'GET') writes.push(`${asked.method} ${asked.url}`);
    return (await answers(asked)) ?? passedOn(paper.origin, asked);
  }, onTestFinished);
  return {paper, writes, origin, time};
}

type Time = ReturnType<typeof startTime>;

type Due = {readonly at: number; readonly then: () => void};

const tickMs = 10;

/**
 * A time that goes on by 10 ms in a turn of the event loop at most: a busy machine slows it, and with it what
 * reaches its limit by age. Timers run by it.
 */
function startTime({onTestFinished}: Pick<TestContext, 'onTestFinished'>) {
  const start = Date.now();
  let ms = 0;
  const due = new Set<Due>();
  const ticking = setInterval(() => {
    ms += tickMs;
    for (const each of [...due].filter(({at}) => at <= ms)) if (due.delete(each)) each.then();
  }, tickMs);
  onTestFinished(() => clearInterval(ticking));
  return {
    clock: () => ({mono: ms, wall: start + ms}),
    timers(): Timers {
      const own = new Set<Due>();
      return {
        after(wait, then) {
          const each = {at: ms + wait, then};
          own.add(each);
          due.add(each);
        },
        stop: () => own.forEach(each => void due.delete(each)),
      };
    },
  };
}

/** Longer than any test, so that a request never fails by the speed of the machine. */
const fetchOptions = {
  connectTimeoutMs: 2 * patienceMs,
  readTimeoutMs: 2 * patienceMs,
  writeTimeoutMs: 2 * patienceMs,
};

export type Begun = {
  readonly desk: HeadlessDesk['desk'];
  readonly want: HeadlessDesk['want'];
  /** Resolves once the desk is so. */
  until(isSo: (state: State) => boolean): Promise<void>;
  /** Asks for a write; resolves to its intent once that has ended or is so, to undefined if it is refused. */
  ask(draft: Draft, isSo?: (state: Intent['state']) => boolean): Promise<Intent | undefined>;
  /** Ends it, as the end of its process would; the journal stays. */
  end(): Promise<void>;
};

/**
 * A desk without a screen in a home folder, whose profile `t` is of that service; its journal is open.
 * @param pid the process that it passes for
 */
export async function beginHeadless(
  folder: string,
  {time}: Pick<Front, 'time'>,
  {onTestFinished}: Pick<TestContext, 'onTestFinished'>,
  pid = process.pid,
): Promise<Begun> {
  const env = {HOME: folder, PATH: process.env.PATH};
  const config = await loadConfig({profile: 't'}, env);
  const connection = await connect(config, env, {fetchOptions});
  const host = Object.create(process, {pid: {value: pid}});
  const headless = await openHeadlessDesk(config, connection, host, {clock: time.clock, ...time.timers()});
  const {desk, want} = headless;
  const waiting = new Set<() => void>();
  const unsubscribe = desk.subscribe(() => {
    for (const look of [...waiting]) look();
  });
  let hasEnded = false;
  const end = async () => {
    if (hasEnded) return;
    hasEnded = true;
    unsubscribe();
    headless.close();
    await connection.close();
  };
  onTestFinished(end);
  const until = (isSo: (state: State) => boolean) =>
    new Promise<void>(resolve => {
      const look = () => {
        if (!isSo(desk.getState())) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  await until(
    ({feeds, journal}) => journal.status === 'open' && feeds.cards.shown > 0 && feeds.orders.shown > 0,
  );
  const ask: Begun['ask'] = async (draft, isSo = state => isOver[state]) => {
    const before = desk.getState().intents.list.length;
    const made = ({intents}: State) => intents.list[before];
    desk.send({type: 'intent', msg: {type: 'ask', draft}});
    await until(state => {
      const intent = made(state);
      return intent === undefined ? state.intents.asking.length === 0 : isSo(intent.state);
    });
    return made(desk.getState());
  };
  return {desk, want, until, ask, end};
}

export const profileOf = ({origin}: Front) =>
  `[profiles.t]\nbase_url = "${origin}"\ntoken_command = ["echo", "test-token"]\n`;
