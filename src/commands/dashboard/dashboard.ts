import {resolve} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import type {Config} from '../../config/config.ts';
import type {Moment} from '../../desk/model/moment.ts';
import type {State} from '../../desk/model/state.ts';
import {feedPanes} from '../../desk/model/vocabulary.ts';
import {type Connection, connect} from '../connect.ts';
import {Unable} from '../line/exit.ts';
import {collectGarbage, collectWhenQuiet, fitHeapToRows, processCpuMs} from './heap.ts';
import {consoleTo, openLog, stackOf} from './log.ts';
import {createOutlet} from './outlet.ts';
import {reachService, type ServiceReach} from './reach.ts';
import {openScreen} from './screen.ts';
import {createTimers, type Timers} from './timers.ts';
import {startWatchdog, type WatchedTerminal} from './watchdog.ts';

/** The first data comes before what watches over it. */
const watchedFromMs = 1_000;

const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

/**
 * The dashboard: opens the terminal and draws at once, reaches the service meanwhile, and puts everything back.
 * @returns the exit code
 */
export async function runDashboard(config: Config, host: NodeJS.Process): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const connecting = beginConnecting(config, host, ended.reject);
  const logPath = config.logFile ?? config.statePaths.log;
  const log = openLog(logPath);
  const restoreConsole = consoleTo(log, console);
  const outlet = createOutlet(ended.resolve);
  const {carryOut} = outlet;
  const timers = createTimers();
  const {after} = timers;
  const screen = openScreen({config, host, log, clock, carryOut, after, onFault: ended.reject});
  const watchdog = watchSoon(timers, {
    pid: host.pid,
    path: host.env.PATH,
    closing: screen.session.closing,
    log: log.trouble === undefined ? resolve(host.cwd(), logPath) : '',
  });
  const {keyboard} = screen.session;
  collectWhenQuiet({
    after,
    keyCount: () => keyboard.keyCount,
    cpuMs: processCpuMs,
    collect: collectGarbage,
  });
  const fitHeap = fitHeapToRows({after, collect: collectGarbage, setFlag: setFlagsFromString});
  screen.desk.subscribe(() => fitHeap(rowCount(screen.desk.getState())));
  let reached: ServiceReach | undefined;
  connecting.connection
    .then(connection => {
      reached = reachService({config, connection, host, screen, clock, after, quit: ended.resolve});
      outlet.lead(reached.carryOut);
      screen.desk.send({type: 'started'});
      if (log.trouble !== undefined) screen.desk.send({type: 'told', text: log.trouble, level: 'warning'});
      outlet.flush();
      // The journal loads behind the first rows, and behind Ink, which alone draws what is asked before a
      // write.
      void screen.drawnByInk.then(() => reached?.openJournal());
    })
    .catch(ended.reject);

  try {
    return await ended.promise;
  } catch (error) {
    log.write(stackOf(error));
    throw error;
  } finally {
    outlet.close();
    timers.stop();
    reached?.stop();
    await screen.close();
    restoreConsole();
    await reached?.close();
    log.close();
    watchdog.stop();
    // What still makes the token or starts the paper service would hold the prompt back; nothing was sent by it
    // yet.
    if (connecting.isUnderWay()) host.exit(0);
  }
}

/** Of all panes: those out of sight are kept as well. */
const rowCount = ({feeds}: State) => feedPanes.reduce((count, pane) => count + feeds[pane].rows.length, 0);

type Connecting = {readonly connection: Promise<Connection>; isUnderWay(): boolean};

function beginConnecting(
  config: Config,
  host: NodeJS.Process,
  onFault: (error: unknown) => void,
): Connecting {
  let isUnderWay = true;
  const connection = connect(config, {
    env: host.env,
    onPaperError: error => onFault(new Unable(error.message)),
  });
  connection.catch(onFault).finally(() => {
    isUnderWay = false;
  });
  return {connection, isUnderWay: () => isUnderWay};
}

function watchSoon(timers: Timers, watched: WatchedTerminal): {stop(): void} {
  let watchdog: {stop(): void} | undefined;
  timers.after(watchedFromMs, () => {
    watchdog = startWatchdog(watched);
  });
  return {stop: () => watchdog?.stop()};
}
