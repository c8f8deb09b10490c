import {createServer, type IncomingMessage, request, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {TestContext} from 'vitest';
import {connect} from '../../src/commands/connect.ts';
import {type HeadlessDesk, openHeadlessDesk} from '../../src/commands/desk/desk.ts';
import {loadConfig} from '../../src/commands/settings.ts';
import type {State} from '../../src/desk/state.ts';
import {startTestPaper, type TestPaper} from './paper.ts';

/** A paper service with a server in front of it that counts the writes, and may answer in its place. */
export type Front = {
  readonly paper: TestPaper;
  readonly origin: string;
  /** `METHOD path` of each write that reached it. */
  readonly writes: readonly string[];
};

/** @param answers true for a request that it has answered itself */
export async function startFront(
  {onTestFinished}: Pick<TestContext, 'onTestFinished'>,
  answers: (asked: IncomingMessage, answer: ServerResponse) => Promise<boolean> = async () => false,
): Promise<Front> {
  const paper = await startTestPaper({clock: 'real'});
  const writes: string[] = [];
  const server = createServer(async (asked, answer) => {
    const {method, url, headers} = asked;
    if (method !== 'GET') writes.push(`${method} ${url}`);
    if (await answers(asked, answer)) return;
    const passed = request(paper.origin + url, {method, headers}, came => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await paper.close();
  });
  return {paper, writes, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`};
}

export type Begun = {
  readonly desk: HeadlessDesk['desk'];
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
  const connection = await connect(config, {env, onPaperError: () => {}});
  const headless = await openHeadlessDesk(config, connection, Object.create(process, {pid: {value: pid}}));
  const {desk} = headless;
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
  return {desk, until, end};
}

export const profileOf = ({origin}: Front) =>
  `[profiles.t]\nbase_url = "${origin}"\ntoken_command = ["echo", "test-token"]\n`;
