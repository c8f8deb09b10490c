import {randomInt} from 'node:crypto';
import {resolve} from 'node:path';
import {performance} from 'node:perf_hooks';
import {render} from 'ink';
import {explain} from '../../api/errors.ts';
import type {Config} from '../../config/config.ts';
import {createDesk, type Desk} from '../../desk/desk.ts';
import {createEffects} from '../../desk/effects/effects.ts';
import {createReads, type Reads} from '../../desk/effects/reads.ts';
import {initialState} from '../../desk/initial.ts';
import type {Command} from '../../desk/messages.ts';
import type {Moment} from '../../desk/moment.ts';
import {isRemote} from '../../term/capabilities.ts';
import {provesGlass, terminalHolder} from '../../term/glass.ts';
import {openSession, type Session} from '../../term/session.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {App} from '../../ui/App.tsx';
import {type Connection, connect} from '../connect.ts';
import {Unable} from '../line/ending.ts';
import {lookOf} from '../look.ts';
import {openWrites, type Writes} from '../writes.ts';
import {copy} from './clipboard.ts';
import {settingsOf} from './desk-settings.ts';
import {exportRows} from './export.ts';
import {consoleTo, openLog} from './log.ts';
import {createTimers, type Timers} from './timers.ts';
import {startWatchdog} from './watchdog.ts';

/** The first data comes before what watches over it. */
const watchedFromMs = 1_000;

const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

/**
 * The dashboard: opens the terminal and draws at once, reaches the service meanwhile, and puts everything back.
 * @returns the exit code
 */
export async function runDashboard(config: Config, host: NodeJS.Process): Promise<number> {
  const ended = Promise.withResolvers<number>();
  const connecting = connect(config, {
    env: host.env,
    onPaperError: error => ended.reject(new Unable(error.message)),
  });
  let isConnecting = true;
  connecting.catch(ended.reject).finally(() => {
    isConnecting = false;
  });

  const logPath = config.logFile ?? config.statePaths.log;
  const log = openLog(logPath);
  const restoreConsole = consoleTo(log, console);
  const screenReader = host.env.INK_SCREEN_READER === 'true';
  const look = lookOf(config, host.env);
  const session = openSession({
    host,
    now: () => performance.now(),
    title: 'optty',
    screenReader,
    ascii: look.ascii,
    color: look.colors > 0,
    explain: error => `optty: ${sanitize(explain(error))}`,
    onEnding: ending =>
      log.write(ending.kind === 'crash' ? `crash: ${stackOf(ending.error)}` : `ended: ${ending.kind}`),
    onFocus: gained => desk.send({type: 'focused', gained}),
    onResume: () => {
      // It may be another terminal by now, which has yet to tell what it is.
      desk.send({type: 'glass', isProved: false});
      desk.send({type: 'resumed'});
    },
    onAnother: () => {
      // What a review showed was on the other one.
      desk.send({type: 'glass', isProved: false});
      desk.send({type: 'resized', ...screen.size});
    },
    onWay: way => desk.send({type: 'way', way}),
    onProbed: probed => {
      const told = lookOf(config, host.env, probed);
      session.screen.drawInAscii(told.ascii);
      desk.send({type: 'lookTold', look: told});
      const holder = terminalHolder(host.pid);
      desk.send({type: 'glass', isProved: provesGlass({name: probed.name, env: host.env, holder})});
    },
  });
  const waiting: Command[] = [];
  // A program that gives the token may take its time; the way out is open meanwhile.
  let carryOut = (command: Command): void => {
    if (command.type === 'quit') ended.resolve(command.code);
    else waiting.push(command);
  };
  const {screen} = session;
  const desk = createDesk({
    state: initialState(settingsOf(config), screen.size, clock(), randomInt(2 ** 31), look),
    clock,
    carryOut: command => carryOut(command),
  });
  desk.send({type: 'way', way: {isRemote: isRemote(host.env), answerMs: undefined}});
  screen.stdout.on('resize', () => desk.send({type: 'resized', ...screen.size}));

  const ink = render(<App store={desk} keyboard={session.keyboard} page={screen} />, {
    stdout: screen.stdout,
    stdin: session.keyboard.stdin,
    debug: !screenReader,
    isScreenReaderEnabled: screenReader,
    interactive: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
  ink.waitUntilExit().catch(ended.reject);

  const timers = createTimers();
  let watchdog: ReturnType<typeof startWatchdog> | undefined;
  timers.after(watchedFromMs, () => {
    watchdog = startWatchdog({
      pid: host.pid,
      path: host.env.PATH,
      closing: session.closing,
      log: log.trouble === undefined ? resolve(host.cwd(), logPath) : '',
    });
  });
  const open: {connection?: Connection; writes?: Writes; reads?: Reads} = {};
  connecting
    .then(connection => {
      open.connection = connection;
      open.writes = openWrites({
        config,
        connection,
        clock,
        send: desk.send,
        after: timers.after,
        pid: host.pid,
      });
      open.reads = createReads({client: connection.client, clock, settings: desk.getState().settings});
      const {writes, reads} = open;
      carryOut = effects({reads, writes, after: timers.after, desk, session, host, quit: ended.resolve});
      desk.send({type: 'started'});
      if (log.trouble !== undefined) desk.send({type: 'told', text: log.trouble, level: 'warning'});
      for (const command of waiting.splice(0)) carryOut(command);
      // The journal's library costs more than the first frame does, so it loads behind it.
      setImmediate(() => void open.writes?.openJournal());
    })
    .catch(ended.reject);

  try {
    return await ended.promise;
  } catch (error) {
    log.write(stackOf(error));
    throw error;
  } finally {
    carryOut = () => {};
    timers.stop();
    open.reads?.stop();
    ink.unmount();
    await session.close();
    restoreConsole();
    open.writes?.close();
    await open.connection?.close();
    log.close();
    watchdog?.stop();
    // What still makes the token or starts the paper service would hold the prompt back; nothing was sent by it yet.
    if (isConnecting) host.exit(0);
  }
}

type Given = {
  readonly reads: Reads;
  readonly writes: Writes;
  readonly after: Timers['after'];
  readonly desk: Desk;
  readonly session: Session;
  readonly host: NodeJS.Process;
  readonly quit: (code: number) => void;
};

/** Gives the desk's commands to the terminal, the service, the journal and the files. */
function effects({reads, writes, after, desk, session, host, quit}: Given): (command: Command) => void {
  const {screen} = session;
  const carryOut = createEffects({
    reads,
    intents: writes.carryOut,
    after,
    whenShown: () => screen.whenShown(),
    redraw: () => session.redraw(),
    ring: () => void screen.write('\x07'),
    notify: text => void screen.write(desktopNotification(text)),
    copy: text => copy(text, raw => screen.write(raw), host.env),
    exportRows: (name, rows) => exportRows(name, rows, host.cwd(), Date.now()),
    keepActivity: writes.keepActivity,
    keepAlerts: writes.keepAlerts,
    suspend: () => session.suspend(),
    quit,
    state: () => desk.getState(),
  });
  return command => carryOut(command, desk.send);
}

/** OSC 9; what is in it must not end it. */
function desktopNotification(text: string): string {
  return `\x1b]9;${sanitize(text, {maxCells: 200})}\x07`;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
