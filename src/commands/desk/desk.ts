import type {Operations} from '../../api/client.ts';
import type {Config} from '../../config/config.ts';
import {bindingsWith} from '../../desk/bindings.ts';
import {createDesk, type Desk} from '../../desk/desk.ts';
import {type JournalWorld, openWrites, type Writes} from '../../desk/effects/open-writes.ts';
import {createReads} from '../../desk/effects/reads.ts';
import {carryOut, type World} from '../../desk/effects/world.ts';
import {initialState} from '../../desk/initial.ts';
import type {Sense} from '../../desk/keys.ts';
import type {CommandOf, DashboardCommand, SentMsg} from '../../desk/messages.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {Settings} from '../../desk/state.ts';
import {boundService, type Connection} from '../connect.ts';
import {readHost} from '../host.ts';
import {lagsIn, sortableBy} from '../records.ts';
import {clock, createTimers, type Timers} from '../timers.ts';

export function deskSettingsOf(config: Config, sense: Sense = 'eyes'): Settings {
  const {profile, service, dialect, keys, alerts} = config;
  const {guardrails, agents, limits, refreshMs, pageSize, columns, startPane} = config;
  const {asksOnQuit, confirm, amendWaitMs, tick, namedFilters, theme, times} = config;
  return {
    ...{guardrails, agents, limits, refreshMs, pageSize, columns, startPane, ...alerts},
    ...{asksOnQuit, confirm, amendWaitMs, tick, namedFilters, theme, times, ...lagsIn(config)},
    account: profile.label,
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
    account: config.profile.label,
    limits: config.limits,
    mayAddRisk: isDashboard && !config.guardrails.readOnly,
    path: config.statePaths.journal,
    readHost: () => ({...readHost(host.pid), ...(!isDashboard && {hasNoScreen: true})}),
  });
}

const viewport = {columns: 120, rows: 40};

/**
 * A desk without a screen, with its reads and its timers.
 * @param hear called with each answer before the desk takes it
 */
export function startDesk(
  client: Operations,
  settings: Settings,
  worldOf: (reads: ReturnType<typeof createReads>) => Partial<World>,
  hear: (msg: SentMsg) => void = () => {},
) {
  const timers = createTimers();
  const {after} = timers;
  const reads = createReads({client, clock, settings});
  const world: Partial<World> = {
    ...worldOf(reads),
    after: ({ms, then}, send) => after(ms, () => send(then)),
  };
  const desk = createDesk({
    state: initialState(settings, viewport, clock(), drawSeed()),
    clock,
    carryOut: (command, send) =>
      carryOut(world, command, msg => {
        hear(msg);
        send(msg);
      }),
  });
  const stop = () => {
    timers.stop();
    reads.stop();
  };
  return {desk, world, after, stop};
}

export type HeadlessDesk = Awaited<ReturnType<typeof openHeadlessDesk>>;

/** Runs a desk without a screen: polls, resolves UNKNOWN intents and completes a halt. */
export async function openHeadlessDesk(config: Config, connection: Connection, host: NodeJS.Process) {
  const settings = deskSettingsOf(config);
  const ofReads = (reads: Omit<World, keyof JournalWorld | DashboardCommand['type'] | 'after'>) => reads;
  const {desk, world, after, stop} = startDesk(connection.client, settings, ofReads);
  const writes = openDeskWrites({world, config, connection, host, isDashboard: false, clock, after, desk});
  desk.send({type: 'started'});
  await writes.openJournal();
  return {
    desk,
    want: (command: CommandOf<'wantHalt'>) => carryOut(world, command, desk.send),
    close() {
      stop();
      writes.close();
    },
  };
}
