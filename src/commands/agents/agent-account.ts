import {mostLagMs} from '../../account/model/lags.ts';
import {feedPanes} from '../../account/model/vocabulary.ts';
import type {TradingClient} from '../../api/client.ts';
import type {Config} from '../../config/config.ts';
import type {Journal} from '../../core/journal/journal.ts';
import {orRefused} from '../../core/journal/problem.ts';
import type {AccountStanding} from '../../core/limits/pending.ts';
import type {Desk} from '../../desk/desk.ts';
import {areAllAccountedFor, withStanding} from '../../desk/order/gate-now.ts';
import type {State} from '../../desk/state.ts';
import {type Connection, connect} from '../connect.ts';
import {deskSettingsOf, type Stated} from '../headless-desk.ts';
import {clock} from '../host.ts';
import {say} from '../output.ts';
import {openAccount, unlessUnanswered, watchAccount} from '../watch.ts';

export type AgentAccount = Awaited<ReturnType<typeof openAgentAccount>>;

/** One reading of the account for all questions of agents and scripts. Its client can only GET. */
export async function openAgentAccount(config: Config, host: NodeJS.Process) {
  const connection = await connect(config, host.env, {readsOnly: true});
  let opening: Promise<Journal> | undefined;
  const openAgain = () =>
    openAccount(config, connection, host).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  /** @throws {Unable} nothing has answered yet: each question tries again */
  const open = () => (opening ??= openAgain());
  // One that starts before its service opens the journal with a later question.
  await open().catch(unlessUnanswered);
  const {read, stop} = createReader({config, connection, open, host});
  return {
    ...{config, open},
    /** The account as read so far. The first question waits for the first reading, for some seconds. */
    read,
    fault: connection.fault,
    async close() {
      await stop();
      await connection.close();
      await opening?.then(
        journal => journal.close(),
        () => {},
      );
    },
  };
}

const patienceMs = 8_000;
/** Without a question for so long, nothing is asked of the service. */
const idleMs = 5 * 60_000;

type ReaderGiven = {
  readonly config: Config;
  readonly connection: Connection;
  readonly open: () => Promise<Journal>;
  readonly host: NodeJS.Process;
};

/** Reads the account while questions come: however many there are, the service sees one reader. */
function createReader({config, connection, open, host}: ReaderGiven) {
  const settings = deskSettingsOf(config);
  const begin = (link: Stated, journal: Journal) => {
    const watch = watchAccount({
      ...{config, connection, journal, host, link},
      print: async () => {},
      tell: text => say(host.stderr, `optty: ${text}\n`),
      look: desk =>
        orRefused(
          () => hold(desk, journal.limits.standing(clock().wall)),
          () => {},
        ),
    });
    watch.failed.catch(() => {});
    return watch;
  };
  let running: ReturnType<typeof begin> | undefined;
  let stated: Promise<Stated> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearTimeout(idle);
    const stopped = running;
    running = undefined;
    stated = undefined;
    await stopped?.stop();
  };
  return {
    stop,
    async read(): Promise<State> {
      clearTimeout(idle);
      idle = setTimeout(() => void stop(), idleMs).unref();
      const journal = await open();
      stated ??= statedBy(connection.client);
      const asked = stated;
      const link = await asked;
      if (stated !== asked) throw new Error('optty has stopped reading the account: ask again.');
      running ??= begin(link, journal);
      const {desk, failed} = running;
      try {
        // Each race stays with `failed` for as long as it may still happen.
        if (!isRead(desk.getState())) await Promise.race([untilKnown(desk), failed]);
      } catch (error) {
        await stop();
        throw error;
      }
      const state = desk.getState();
      journal.account.claim(state.link.accounts);
      const now = clock();
      return withStanding({...state, settings, now}, journal.limits.standing(now.wall), now);
    },
  };
}

/** PAPER only if the service proves it. */
function statedBy(client: TradingClient): Promise<Stated> {
  return client.listOrders({page: 1, pageSize: 1}).then(
    ({venue, tradesLagMs}) => ({venue, tradesLagMs}),
    () => ({}),
  );
}

/** Ended writes count until reads that began after the look at the journal account for them. */
function hold(desk: Desk, standing: AccountStanding): void {
  if (standing !== desk.getState().limits.standing)
    desk.send({type: 'intent', msg: {type: 'looked', standing}});
}

const isRead = ({rounds: {reading}}: State) =>
  feedPanes.every(pane => reading.lists[pane].ended !== undefined || reading.lists[pane].failures > 0);

/** A second reading proves that earlier orders ended; nobody waits for it where lists lag for long. */
const isKnown = (state: State): boolean =>
  isRead(state) && (mostLagMs(state.link, state.settings) > patienceMs || areAllAccountedFor(state));

async function untilKnown(desk: Desk): Promise<void> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patienceMs);
  const look = () => isKnown(desk.getState()) && resolve();
  const unsubscribe = desk.subscribe(look);
  look();
  await promise;
  clearTimeout(timer);
  unsubscribe();
}
