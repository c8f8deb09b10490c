import {resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {State} from '../../desk/model/state.ts';
import {feedPanes} from '../../desk/model/vocabulary.ts';
import {createNoteTaker, type NoteTaker} from '../desk/note-taker.ts';
import type {RecordedSession} from '../desk/recorder.ts';
import {collectGarbage, collectWhenQuiet, fitHeapToRows, processCpuMs} from './heap.ts';
import {consoleTo, type Log, openLog, stackOf} from './log.ts';
import {createOutlet} from './outlet.ts';
import {beginConnecting, type ConfigOf, createProfileChange, type Opening} from './profiles.ts';
import {reachService, type ServiceReach} from './reach.ts';
import {type DeskScreen, openScreen} from './screen.ts';
import {createTimers, type Timers} from './timers.ts';
import {startWatchdog, type WatchedTerminal} from './watchdog.ts';

/** The first data comes before what watches over it. */
const watchedFromMs = 1_000;

/** What happens until then is kept for it. */
const recordedFromMs = 1_000;

/** In tenths of a millisecond: what is finer says nothing, and would be half of every recording. */
const clock = (): Moment => ({mono: Math.round(performance.now() * 10) / 10, wall: Date.now()});

/**
 * The dashboard, and after it that of each profile that is gone to.
 * @returns the exit code
 */
export async function runDashboard(
  config: Config,
  host: NodeJS.Process,
  configOf: ConfigOf,
): Promise<number> {
  // Between two of them nothing else keeps the program alive.
  const kept = setInterval(() => {}, keptMs);
  try {
    let next: Opening | number = openingOf(config, host);
    while (typeof next !== 'number') next = await runProfile(next, host, configOf);
    return next;
  } finally {
    clearInterval(kept);
  }
}

const keptMs = 60_000;

function openingOf(config: Config, host: NodeJS.Process): Opening {
  const connecting = beginConnecting(config, host);
  return {config, connecting, isReadOnlyHere: false, listening: undefined, told: config.otherAddress};
}

/**
 * Opens the terminal and draws at once, reaches the service meanwhile, and puts everything back.
 * @returns the exit code, or what to open instead
 */
async function runProfile(
  opening: Opening,
  host: NodeJS.Process,
  configOf: ConfigOf,
): Promise<Opening | number> {
  const {config, connecting = beginConnecting(config, host), told} = opening;
  const ended = Promise.withResolvers<Opening | number>();
  connecting.fault.catch(ended.reject);
  const logPath = config.logFile ?? config.statePaths.log;
  const log = openLog(logPath);
  const restoreConsole = consoleTo(log, console);
  const outlet = createOutlet(ended.resolve);
  const timers = createTimers();
  const {after} = timers;
  const notes = createNoteTaker(config);
  const screen = openScreen({...outlet, ...opening, host, log, clock, after, notes, onFault: ended.reject});
  const watchdog = watchSoon(timers, host, screen.session, log.trouble === undefined ? logPath : undefined);
  keepHeapSmall(screen, after);
  const leave = (next: Opening) => {
    // Nothing more is sent by the one that is left.
    outlet.close();
    ended.resolve(next);
  };
  const change = createProfileChange({from: opening, host, configOf, desk: screen.desk, leave});
  let reached: ServiceReach | undefined;
  connecting.connection
    .then(connection => {
      const ways = {quit: ended.resolve, changeProfile: change.to};
      reached = reachService({config, connection, host, screen, clock, after, ...ways});
      outlet.lead(reached.carryOut);
      screen.desk.send({type: 'started'});
      warn(screen.desk, log.trouble, told);
      outlet.flush();
      // The journal loads behind the first rows, and behind Ink, which alone draws the question before a write.
      void screen.drawnByInk.then(() => reached?.openJournal());
      recordSoon(notes, {config, connection, host, clock, after, screen}, log);
    })
    .catch(ended.reject);

  try {
    return await ended.promise;
  } catch (error) {
    log.write(stackOf(error));
    throw error;
  } finally {
    change.stop();
    outlet.close();
    timers.stop();
    reached?.stop();
    await screen.close();
    restoreConsole();
    await reached?.close();
    await notes.close();
    log.close();
    watchdog.stop();
    // What still makes the token or starts the paper service would hold the prompt back; nothing was sent by it
    // yet.
    if (connecting.isUnderWay() || change.isUnderWay()) host.exit(0);
  }
}

function warn(desk: Desk, ...texts: readonly (string | undefined)[]): void {
  for (const text of texts) if (text !== undefined) desk.send({type: 'told', text, level: 'warning'});
}

function recordSoon(notes: NoteTaker, session: RecordedSession, log: Log): void {
  session.after(recordedFromMs, () => {
    notes.open(session).catch(error => log.write(stackOf(error)));
  });
}

function keepHeapSmall({session, desk}: DeskScreen, after: Timers['after']): void {
  const {keyboard} = session;
  collectWhenQuiet({
    after,
    keyCount: () => keyboard.keyCount,
    cpuMs: processCpuMs,
    collect: collectGarbage,
  });
  const fitHeap = fitHeapToRows({after, collect: collectGarbage, setFlag: setFlagsFromString});
  desk.subscribe(() => fitHeap(rowCount(desk.getState())));
}

/** Of all panes: those out of sight are kept as well. */
const rowCount = ({feeds, book}: State) =>
  feedPanes.reduce((count, pane) => count + feeds[pane].rows.length + book.rows[pane].rows.length, 0);

function watchSoon(
  timers: Timers,
  host: NodeJS.Process,
  {closing}: DeskScreen['session'],
  logPath: string | undefined,
): {stop(): void} {
  const log = logPath === undefined ? '' : resolve(host.cwd(), logPath);
  const watched: WatchedTerminal = {pid: host.pid, path: host.env.PATH, closing, log};
  let watchdog: {stop(): void} | undefined;
  timers.after(watchedFromMs, () => {
    watchdog = startWatchdog(watched);
  });
  return {stop: () => watchdog?.stop()};
}
