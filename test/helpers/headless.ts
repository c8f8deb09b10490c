import type {TestContext} from 'vitest';
import {connect} from '../../src/commands/connect.ts';
import {type HeadlessDesk, openHeadlessDesk} from '../../src/commands/desk/desk.ts';
import {loadConfig} from '../../src/commands/settings.ts';
import type {State} from '../../src/desk/state.ts';
import {startTestPaper, type TestPaper} from './paper.ts';
import {type Arrived, passedOn, type Reply, scriptedService} from './service.ts';

/** A paper service with a server in front of it that counts the writes, and may answer in its place. */
export type Front = {
  readonly paper: TestPaper;
  readonly origin: string;
  /** `METHOD path` of each write that reached it. */
  readonly writes: readonly string[];
};

/** @param answers undefined for what the paper service is to answer */
export async function startFront(
  {onTestFinished}: Pick<TestContext, 'onTestFinished'>,
  answers: (asked: Arrived) => Promise<Reply | 'none' | undefined> = async () => undefined,
): Promise<Front> {
  const paper = await startTestPaper({clock: 'real'});
  onTestFinished(() => paper.close());
  const writes: string[] = [];
  const {origin} = await scriptedService(async asked => {
    if (asked.method !== 'GET') writes.push(`${asked.method} ${asked.url}`);
    return (await answers(asked)) ?? passedOn(paper.origin, asked);
  }, onTestFinished);
  return {paper, writes, origin};
}

export type Begun = {
  readonly desk: HeadlessDesk['desk'];
  readonly want: HeadlessDesk['want'];
  /** Resolves once the desk is so. */
  until(isSo: (state: State) => boolean): Promise<void>;
  /** Ends it, as the end of its process would; the journal stays. */
  end(): Promise<void>;
};

/**
 * A desk without a screen in a home folder, whose profile `t` is of that service; its journal is open.
 * @param pid the process that it passes for
 */
export async function beginHeadless(
  folder: string,
  {onTestFinished}: Pick<TestContext, 'onTestFinished'>,
  pid = process.pid,
): Promise<Begun> {
  const env = {HOME: folder, PATH: process.env.PATH};
  const config = await loadConfig({profile: 't'}, env);
  const connection = await connect(config, env);
  const headless = await openHeadlessDesk(config, connection, Object.create(process, {pid: {value: pid}}));
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
  return {desk, want, until, end};
}

export const profileOf = ({origin}: Front) =>
  `[profiles.t]\nbase_url = "${origin}"\ntoken_command = ["echo", "test-token"]\n`;
