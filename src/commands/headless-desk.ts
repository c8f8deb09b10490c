import {age, type Moment} from '../account/model/moment.ts';
import {feedPanes, noLimits} from '../account/model/vocabulary.ts';
import {isRefused} from '../account/reading/pages.ts';
import {type PortfolioReading, wholeSince} from '../account/reading/reading.ts';
import type {RoundCame} from '../account/reading/round.ts';
import type {Operations} from '../api/client.ts';
import {ApiError} from '../api/errors.ts';
import type {Config} from '../config/config.ts';
import {noHalt} from '../core/halt/halt.ts';
import {bindingsWith} from '../desk/bindings.ts';
import {createDesk, type Desk, initialState} from '../desk/desk.ts';
import {type JournalWorld, openWrites, type Writes} from '../desk/effects/open-writes.ts';
import {createReads} from '../desk/effects/reads.ts';
import {carryOut, type World} from '../desk/effects/world.ts';
import type {Sense} from '../desk/keys.ts';
import type {CommandOf, DashboardCommand, SentMsg} from '../desk/messages.ts';
import type {Settings, State} from '../desk/state.ts';
import {boundService, type Connection} from './connect.ts';
import {clock, createTimers, readHost, type Timers} from './host.ts';
import {lagsIn, sortableBy} from './walk-list.ts';

export function deskSettingsOf(config: Config, sense: Sense = 'eyes'): Settings {
  const {accountLabel: account, service, dialect, keys, alerts} = config;
  const {guardrails, agents, limits, refreshMs, pageSize, columns, startPane} = config;
  const {asksOnQuit, confirm, amendWaitMs, tick, namedFilters, theme} = config;
  return {
    ...{guardrails, agents, limits, refreshMs, pageSize, columns, startPane, ...alerts},
    ...{asksOnQuit, confirm, amendWaitMs, tick, namedFilters, theme, ...lagsIn(config)},
    account,
    host: service.kind === 'remote' ? new URL(service.baseUrl).host : 'embedded',
    bindings: bindingsWith(keys, sense),
    sortable: sortableBy(dialect),
    investmentCurrency: dialect.investment_currency,
  };
}

/** Not cryptographic: `node:crypto` takes long to load. */
export const drawSeed = () => Math.floor(Math.random() * 2 ** 31);

export type DeskParts = {
  readonly config: Config;
  readonly connection: Connection;
  readonly host: NodeJS.Process;
  readonly clock: () => Moment;
  readonly after: Timers['after'];
};

type WritesGiven = DeskParts & {
  readonly world: Partial<World>;
  readonly desk: Pick<Desk, 'getState' | 'send'>;
  /** False allows risk-reducing writes only. */
  readonly isDashboard: boolean;
};

export function openDeskWrites(given: WritesGiven): Writes {
  const {world, config, connection, host, isDashboard, clock, after, desk} = given;
  return openWrites({
    ...{world, client: connection.client, clock, after, state: desk.getState, send: desk.send},
    readService: () => boundService(connection, config),
    account: config.accountLabel,
    limits: config.limits,
    places: config.statePaths,
    readHost: () => ({...readHost(host.pid), ...(!isDashboard && {hasNoScreen: true})}),
  });
}

const viewport = {columns: 120, rows: 40};

type Time = Timers & {readonly clock: () => Moment};
const ownTime = (): Time => ({clock, ...createTimers()});

/**
 * A desk without a screen, with its reads and its timers.
 * @param hear called with each answer before the desk takes it
 */
function startDesk(
  client: Operations,
  settings: Settings,
  time: Time,
  worldOf: (reads: ReturnType<typeof createReads>) => Partial<World>,
  hear: (msg: SentMsg) => void = () => {},
  stated: Stated = {},
) {
  const {clock, after} = time;
  const reads = createReads({client, clock, settings});
  const world: Partial<World> = {
    ...worldOf(reads),
    after: ({ms, then}, send) => after(ms, () => send(then)),
  };
  const state = initialState(settings, viewport, clock(), drawSeed());
  const desk = createDesk({
    // A halt that the journal has is for this process to carry out.
    state: {...state, link: {...state.link, ...stated}, halt: {...noHalt, isFound: false}},
    clock,
    carryOut: (command, send) =>
      carryOut(world, command, msg => {
        hear(msg);
        send(msg);
      }),
  });
  const stop = () => {
    time.stop();
    reads.stop();
  };
  return {desk, world, stop};
}

export type HeadlessDesk = Awaited<ReturnType<typeof openHeadlessDesk>>;

/**
 * Runs a desk without a screen: polls, resolves UNKNOWN intents and completes a halt.
 * @param time of the desk and its writes; a test passes one that a busy machine slows
 */
export async function openHeadlessDesk(
  config: Config,
  connection: Connection,
  host: NodeJS.Process,
  time = ownTime(),
) {
  const settings = deskSettingsOf(config);
  const ofReads = (reads: Omit<World, keyof JournalWorld | DashboardCommand['type'] | 'after'>) => reads;
  const {desk, world, stop} = startDesk(connection.client, settings, time, ofReads);
  const {clock, after} = time;
  const writes = openDeskWrites({world, config, connection, host, isDashboard: false, clock, after, desk});
  desk.send({type: 'started'});
  await writes.openJournal();
  return {
    desk,
    want: (command: CommandOf<'takeControls' | 'setHalt'>) => carryOut(world, command, desk.send),
    isLifted: writes.isLifted,
    close() {
      stop();
      writes.close();
    },
  };
}

/** Facts that the service states of itself, if they are known before the first read. */
export type Stated = Partial<Pick<State['link'], 'venue' | 'tradesLagMs'>>;

type Failed = Extract<RoundCame, {kind: 'failed'}>;

/** A desk that reads the whole account and nothing else, once it is told to begin. */
export function openAccountDesk(
  client: Operations,
  config: Config,
  keepEvents: (came: CommandOf<'keepEvents'>) => void,
  onFailed: (came: Failed) => void,
  link?: Stated,
) {
  const settings = {...deskSettingsOf(config), startPane: 'portfolio', limits: noLimits} as const;
  const time = ownTime();
  const {desk, stop} = startDesk(
    client,
    settings,
    time,
    ({readPortfolio}) => ({keepEvents, readPortfolio}),
    msg => msg.type === 'portfolio' && 'came' in msg && msg.came.kind === 'failed' && onFailed(msg.came),
    link,
  );
  const begin = () => desk.send({type: 'portfolio', due: desk.getState().rounds.arm});
  return {desk, begin, after: time.after, stop};
}

/** After this many failures in a row, a list is left as far as it was read. */
const mostFailures = 3;
const retryMs = 1_000;
const patienceMs = 5_000;

/**
 * Reads the whole account once. If a list cannot be read to its end, its rows say so.
 * @throws {ApiError | LinkError | ShapeError} the error of a list of which nothing could be read
 */
export async function readAccount(
  client: Operations,
  config: Config,
): Promise<Pick<CommandOf<'keepEvents'>, 'reading' | 'serviceTime'>> {
  const read = Promise.withResolvers<Pick<CommandOf<'keepEvents'>, 'reading' | 'serviceTime'>>();
  let failed: Failed | undefined;
  let filled: Moment | undefined;
  const take = ({reading, fault, serviceTime}: CommandOf<'keepEvents'>) => {
    const {lists} = reading;
    if (fault !== undefined && failed !== undefined && isFatal(failed, reading)) read.reject(failed.error);
    if (feedPanes.every(pane => lists[pane].ended !== undefined)) filled ??= clock();
    const isWhole = wholeSince(reading) !== undefined || feedPanes.some(pane => lists[pane].unreadable > 0);
    const isDone = filled !== undefined && (isWhole || age(filled, clock()) > patienceMs);
    const isLeft = feedPanes.every(
      pane => lists[pane].ended !== undefined || lists[pane].failures >= mostFailures,
    );
    if (isDone || isLeft) read.resolve({reading, serviceTime});
  };
  const {begin, stop} = openAccountDesk(client, {...config, refreshMs: retryMs}, take, came => {
    failed = came;
  });
  begin();
  try {
    return await read.promise;
  } finally {
    stop();
  }
}

function isFatal({pane, error}: Failed, {lists}: PortfolioReading): boolean {
  const {ended, round} = lists[pane];
  const hasAnswered = ended !== undefined || round !== undefined;
  const isRate = error instanceof ApiError && error.status === 429;
  // A refused request is repeated once with smaller pages, from the first page.
  const isAnew = isRefused(error) && round === undefined;
  return !hasAnswered && !isRate && !isAnew;
}
