import {writeFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {zoneCaution} from '../../account/portfolio/days.ts';
import {counted} from '../../account/words/text.ts';
import {isLoopbackHost} from '../../api/base-url.ts';
import type {ClientOptions} from '../../api/contract.ts';
import {runProgram} from '../../api/signing/program.ts';
import type {Config} from '../../config/config.ts';
import {leaseOf} from '../../core/journal/lease.ts';
import type {Desk} from '../../desk/desk.ts';
import type {DeskEvents} from '../../desk/effects/events.ts';
import type {JournalWorld} from '../../desk/effects/open-writes.ts';
import {createReads} from '../../desk/effects/reads.ts';
import {carryOut, type World} from '../../desk/effects/world.ts';
import {basePeriod} from '../../desk/feeds/freshness.ts';
import type {Command} from '../../desk/messages.ts';
import {messagesSince} from '../../desk/notices.ts';
import {bell, copyToClipboard} from '../../term/sequences.ts';
import {connect} from '../connect.ts';
import {type DeskParts, openDeskWrites} from '../headless-desk.ts';
import {clock, createTimers, readHost, whatIsMissing} from '../host.ts';
import {Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/parse-line.ts';
import {loadConfig} from '../load-config.ts';
import {csvRows} from '../output.ts';
import {type Log, openLog, openRequests, outputTo, stackOf} from './log-files.ts';
import {type DeskScreen, openScreen} from './open-screen.ts';

export async function openDashboard(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const missing = whatIsMissing(host);
  if (missing !== undefined) {
    const instead = 'For scripts use optty list; see optty --help.';
    throw new Unable(`the dashboard needs a terminal, and ${missing}. ${instead}`, 'usage');
  }
  // Our own writer drops colours for NO_COLOR; the cursor of a field needs inverse in any case.
  host.env.FORCE_COLOR = '1';
  // Node writes past us that it cannot read the file, when it is first needed: not over the screen.
  if (host.env.NODE_EXTRA_CA_CERTS && config.service.kind === 'remote' && mayTakeTls(config.service.origin))
    (await import('node:tls')).createSecureContext();
  return runUntilQuit(config, host);
}

/** Plain HTTP on this machine needs no certificates, which take long to read. Elsewhere a proxy may. */
function mayTakeTls(origin: string): boolean {
  const {protocol, hostname} = new URL(origin);
  return protocol === 'https:' || !isLoopbackHost(hostname);
}

/** As `M` lists them. */
function logMessages(desk: Desk, log: Log): void {
  let last = desk.getState().messages;
  desk.subscribe(() => {
    const state = desk.getState();
    if (state.messages === last) return;
    for (const {level, text} of messagesSince(state, last.at(-1)?.id ?? 0)) log.write(`${level}: ${text}`);
    last = state.messages;
  });
}

async function runUntilQuit(config: Config, host: NodeJS.Process): Promise<number> {
  const requests = openRequests(config.statePaths.requests);
  const connecting = beginConnecting(config, host, requests.write);
  const ended = Promise.withResolvers<number>();
  connecting.fault.catch(ended.reject);
  const log = openLog(config.logFile);
  const restoreOutput = outputTo(log, console, host);
  const early: Command[] = [];
  // Quits at once, even if the token program takes long.
  let carryOut = (command: Command): void => {
    if (command.type === 'quit') ended.resolve(command.code);
    else early.push(command);
  };
  const {after, stop: stopTimers} = createTimers();
  const screen = openScreen({
    ...{config, host, log, clock, after, onFault: ended.reject},
    carryOut: command => carryOut(command),
  });
  logMessages(screen.desk, log);
  let reached: ServiceReach | undefined;
  connecting.connection
    .then(connection => {
      reached = reachService({config, connection, host, screen, clock, after, quit: ended.resolve});
      carryOut = reached.carryOut;
      screen.desk.send({type: 'started'});
      warn(screen.desk, 'warning', log.trouble, config.otherAddress, zoneCaution(host.env.TZ, clock().wall));
      warn(screen.desk, 'danger', config.otherToken);
      for (const command of early) carryOut(command);
      // The journal loads after the first rows, and after Ink, which draws the question before a write.
      void screen.drawnByInk.then(() => reached?.openJournal());
    })
    .catch(ended.reject);

  try {
    return await ended.promise;
  } catch (error) {
    log.write(stackOf(error));
    throw error;
  } finally {
    carryOut = () => {};
    stopTimers();
    reached?.stop();
    await screen.close();
    restoreOutput();
    await reached?.close();
    log.close();
    requests.close();
    // A token program or a starting paper service would delay the exit; nothing has been sent yet.
    if (connecting.isUnderWay()) host.exit(0);
  }
}

function warn(desk: Desk, level: 'warning' | 'danger', ...texts: readonly (string | undefined)[]): void {
  for (const text of texts) if (text !== undefined) desk.send({type: 'told', text, level});
}

/** `fault` never resolves; it rejects if the connection fails, or when the embedded service fails later. */
function beginConnecting(config: Config, host: NodeJS.Process, onAnswer: ClientOptions['onAnswer']) {
  let isUnderWay = true;
  const connection = connect(config, host.env, {onAnswer}).finally(() => {
    isUnderWay = false;
  });
  return {connection, fault: connection.then(({fault}) => fault), isUnderWay: () => isUnderWay};
}

type ServiceReach = ReturnType<typeof reachService>;

type Given = DeskParts & {
  readonly screen: DeskScreen;
  readonly quit: (code: number) => void;
};

function reachService(given: Given) {
  const {config, connection, host, screen, clock, after, quit} = given;
  const {desk, session} = screen;
  const {send} = desk;
  const reads = createReads({client: connection.client, clock, settings: desk.getState().settings});
  const begun = clock();
  const early: Parameters<DeskEvents['keep']>[0][] = [];
  let events: DeskEvents = {keep: came => void early.push(came), stop: async () => {}};
  let isClosed = false;
  const print = (raw: string) => session.screen.write(raw);
  const tell = (done: Promise<string>) =>
    done.then(text => send({type: 'told', text, level: 'info'}), tellWhyNot);
  const tellWhyNot = ({message: text}: Error) => send({type: 'told', text, level: 'danger'});
  const world: Omit<World, keyof JournalWorld> = {
    ...reads,
    after: ({ms, then}) => after(ms, () => send(then)),
    // Until the frame with the question is written, its key does nothing.
    timeQuestion: ({question, revision}) =>
      void session.screen.whenWritten().then(at => send({type: 'questionShown', question, revision, at})),
    redraw: () => session.redraw(),
    ring: () => void print(bell),
    copy: ({text}) => void tell(copy(text, print, host.env)),
    export: ({name, rows}) => void tell(exportRows(name, rows, host.cwd(), Date.now())),
    keepEvents: command => events.keep(command),
    suspend: () => session.suspend(),
    quit: ({code}) => quit(code),
  };
  const writes = openDeskWrites({world, config, connection, host, isDashboard: true, clock, after, desk});
  return {
    carryOut: (command: Command) => carryOut(world, command, send),
    async openJournal() {
      const {openEvents, keepStatus, statusNote} = await import('../../desk/effects/late.ts');
      if (isClosed) return;
      const note = () => statusNote(desk.getState());
      keepStatus({note, by: leaseOf(readHost(host.pid)), keep: writes.keepNote, after});
      const {settings} = desk.getState();
      events = openEvents({
        ...{begun, clock, env: host.env, onEvent: config.onEvent, send, log: writes.log, prove: writes.prove},
        periodMs: basePeriod(settings, false),
      });
      for (const came of early.splice(0)) events.keep(came);
      await writes.openJournal();
    },
    stop: reads.stop,
    async close() {
      isClosed = true;
      await events.stop();
      writes.close();
      await connection.close();
    },
  };
}

/** GNU screen drops unknown sequences, but passes on the content of a device control string. */
const throughScreen = (sequence: string): string => `\x1bP${sequence}\x1b\\`;

/** The service chooses the id. Other characters could run as commands when pasted into a shell. */
const harmless = /^[\x21-\x7e]{1,256}$/;

/** tmux ignores the sequence by default, so tmux's own buffer is filled too. */
export async function copy(text: string, write: (raw: string) => boolean, env: NodeJS.ProcessEnv) {
  if (!harmless.test(text)) throw new Error('Not copied: this id contains invalid characters.');
  const isInScreen = env.STY !== undefined && env.TMUX === undefined;
  const taken = write(isInScreen ? throughScreen(copyToClipboard(text)) : copyToClipboard(text));
  const byTmux = env.TMUX !== undefined && (await toTmux(text));
  if (!taken && !byTmux) throw new Error('Not copied: the terminal is not accepting output.');
  if (isInScreen) return `Asked the terminal behind screen to copy ${text}; not confirmed`;
  return `Copied ${text}`;
}

async function toTmux(input: string): Promise<boolean> {
  const ending = await runProgram({argv: ['tmux', 'load-buffer', '-w', '-'], input, timeoutMs: 2_000});
  return ending.kind === 'ended' && ending.code === 0;
}

export async function exportRows(name: string, rows: readonly object[], folder: string, wall: number) {
  const stamp = new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  const base = resolve(folder, `optty-${name}-${stamp}`);
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const style = {newline: '\r\n', isForSpreadsheets: true} as const;
  try {
    await writeFile(`${base}.csv`, csvRows(columns, rows, style), {flag: 'wx', mode: 0o600});
    await writeFile(`${base}.json`, `${JSON.stringify(rows, undefined, 2)}\n`, {flag: 'wx', mode: 0o600});
  } catch (error) {
    throw new Error(`Not exported: ${(error as Error).message}`);
  }
  return `Exported ${counted(rows.length, 'row')} to ${base}.csv and .json`;
}
