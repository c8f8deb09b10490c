import type {Config} from '../../config/config.ts';
import type {Environment} from '../../config/paths.ts';
import type {Desk} from '../../desk/desk.ts';
import {lateProfileRefusal, leftBehind, readOnlyHere, staysReadOnly} from '../../desk/dialogs/palette.ts';
import type {Listening} from '../../desk/listening/listening.ts';
import type {Command} from '../../desk/messages.ts';
import {type Connection, connect} from '../connect.ts';
import {createNoteTaker} from '../desk/recorder.ts';
import {Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {whatIsMissing} from '../look.ts';
import {loadConfig} from '../settings.ts';
import {clock, createTimers} from '../timers.ts';
import {consoleTo, openLog, stackOf} from './log.ts';
import {reachService, type ServiceReach} from './reach.ts';
import {openScreen} from './screen.ts';
import {startWatchdog} from './watchdog.ts';

/** The first data come before the watchdog. */
const watchedFromMs = 1_000;

const recordedFromMs = 1_000;

export async function openDashboard(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const missing = whatIsMissing(host);
  if (missing !== undefined) {
    const instead = 'For scripts use optty list; see optty --help.';
    throw new Unable(`the dashboard needs a terminal, and ${missing}. ${instead}`, 'usage');
  }
  // Our own writer drops colours for NO_COLOR; the cursor of a field needs inverse in any case.
  host.env.FORCE_COLOR = '1';
  const configOf: ConfigOf = name => configFor(name, config, line, host.env);
  const kept = setInterval(() => {}, keptMs);
  try {
    let next: Opening | number = {config, isReadOnlyHere: false, warning: config.otherAddress};
    while (typeof next !== 'number') next = await runProfile(next, host, configOf);
    return next;
  } finally {
    clearInterval(kept);
  }
}

/** Address, token and READ-ONLY from flags or environment belong to the first profile. */
function configFor(name: string, first: Config, {flags}: CommandLine, env: Environment): Promise<Config> {
  const kept = {...flags, screenReader: first.screenReader, profile: name};
  if (name === first.profile.name) return loadConfig(kept, env);
  const leaveToWrite = first.guardrails.readOnly ? {} : {OPTTY_READ_ONLY: undefined};
  const own = {OPTTY_BASE_URL: undefined, OPTTY_PROFILE: undefined, OPTTY_TOKEN: undefined, ...leaveToWrite};
  return loadConfig({...kept, baseUrl: undefined}, {...env, ...own});
}

const keptMs = 60_000;

/** @returns the exit code, or the profile to open next */
async function runProfile(opening: Opening, host: NodeJS.Process, configOf: ConfigOf) {
  const {config, connecting = beginConnecting(config, host), warning} = opening;
  const ended = Promise.withResolvers<Opening | number>();
  connecting.fault.catch(ended.reject);
  const log = openLog(config.logFile);
  const restoreConsole = consoleTo(log, console);
  const outlet = createOutlet(ended.resolve);
  const {after, stop: stopTimers} = createTimers();
  const notes = createNoteTaker(config);
  const screen = openScreen({...outlet, ...opening, host, log, clock, after, notes, onFault: ended.reject});
  let watchdog: ReturnType<typeof startWatchdog> | undefined;
  after(watchedFromMs, () => {
    watchdog = startWatchdog({host, closing: screen.session.closing, log: log.path});
  });
  const leave = (next: Opening) => {
    // The previous dashboard must send nothing more.
    outlet.close();
    ended.resolve(next);
  };
  const change = createProfileChange({from: opening, host, configOf, desk: screen.desk, leave});
  let reached: ServiceReach | undefined;
  connecting.connection
    .then(connection => {
      const exits = {quit: ended.resolve, changeProfile: change.to};
      reached = reachService({config, connection, host, screen, clock, after, ...exits});
      outlet.lead(reached.carryOut);
      screen.desk.send({type: 'started'});
      warn(screen.desk, log.trouble, warning);
      outlet.flush();
      // The journal loads after the first rows, and after Ink, which draws the question before a write.
      void screen.drawnByInk.then(() => reached?.openJournal());
      const session = {config, connection, host, clock, after, screen};
      after(recordedFromMs, () => void notes.open(session).catch(error => log.write(stackOf(error))));
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
    stopTimers();
    reached?.stop();
    await screen.close();
    restoreConsole();
    await reached?.close();
    await notes.close();
    log.close();
    watchdog?.stop();
    // A token program or a starting paper service would delay the exit; nothing has been sent yet.
    if (connecting.isUnderWay() || change.isUnderWay()) host.exit(0);
  }
}

function warn(desk: Desk, ...texts: readonly (string | undefined)[]): void {
  for (const text of texts) if (text !== undefined) desk.send({type: 'told', text, level: 'warning'});
}

type Connecting = {
  readonly connection: Promise<Connection>;
  /** Never resolves; rejects if the connection fails, or when the embedded paper service fails later. */
  readonly fault: Promise<never>;
  isUnderWay(): boolean;
};

type Opening = {
  readonly config: Config;
  /** undefined if both would need the same ledger: connect after the previous dashboard has closed. */
  readonly connecting?: Connecting | undefined;
  readonly isReadOnlyHere: boolean;
  readonly listening?: Listening | undefined;
  readonly warning: string | undefined;
};

type ConfigOf = (profile: string) => Promise<Config>;

function beginConnecting(config: Config, host: NodeJS.Process): Connecting {
  let isUnderWay = true;
  const connection = connect(config, host.env);
  const fault = connection
    .finally(() => {
      isUnderWay = false;
    })
    .then(({fault}) => fault);
  // Avoids an unhandled rejection before anyone awaits it.
  fault.catch(() => {});
  return {connection, fault, isUnderWay: () => isUnderWay};
}

type ChangeGiven = {
  readonly from: Opening;
  readonly host: NodeJS.Process;
  readonly configOf: ConfigOf;
  readonly desk: Pick<Desk, 'getState'>;
  readonly leave: (opening: Opening) => void;
};

function createProfileChange({from, host, configOf, desk, leave}: ChangeGiven) {
  let isBusy = false;
  let isStopped = false;
  const change = async (profile: string) => {
    const {config, connecting} = await prepare(profile, from.config, host, configOf);
    const state = desk.getState();
    const reason = lateProfileRefusal(state, profile);
    if (reason === undefined && !isStopped) {
      isBusy = false;
      const isReadOnlyHere = staysReadOnly(from.isReadOnlyHere, state.settings.guardrails);
      const guardrails = isReadOnlyHere ? readOnlyHere(config.guardrails) : config.guardrails;
      const next = {...config, guardrails};
      const {listening} = state;
      return leave({config: next, connecting, isReadOnlyHere, listening, warning: leftBehind(state)});
    }
    await (await connecting?.connection)?.close();
    if (reason !== undefined) throw new Error(reason);
  };
  return {
    isUnderWay: () => isBusy,
    stop() {
      isStopped = true;
    },
    async to(profile: string) {
      if (isBusy) throw new Error('The profile is being changed already.');
      isBusy = true;
      await change(profile).finally(() => {
        isBusy = false;
      });
    },
  };
}

/** Prepares the next profile while the current dashboard runs, so that a mistake does no harm. */
async function prepare(profile: string, from: Config, host: NodeJS.Process, configOf: ConfigOf) {
  try {
    const config = await configOf(profile);
    // A process can have only one embedded paper service on a ledger.
    const isPaper = config.service.kind === 'paper' && from.service.kind === 'paper';
    const connecting = isPaper ? undefined : beginConnecting(config, host);
    await connecting?.connection;
    return {config, connecting};
  } catch (error) {
    const {message} = error as Error;
    throw new Error(`Nothing changes: profile ${profile} cannot be used. ${message.replaceAll('\n', ' ')}`);
  }
}

/** @param quit works at once, even if the token program takes long */
function createOutlet(quit: (code: number) => void) {
  const waiting: Command[] = [];
  let carryOut = (command: Command): void => {
    if (command.type === 'quit') quit(command.code);
    else waiting.push(command);
  };
  return {
    carryOut: (command: Command) => carryOut(command),
    lead(to: typeof carryOut) {
      carryOut = to;
    },
    flush() {
      for (const command of waiting.splice(0)) carryOut(command);
    },
    close() {
      carryOut = () => {};
    },
  };
}
