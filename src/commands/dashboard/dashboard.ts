import type {ClientOptions} from '../../api/contract.ts';
import type {Config} from '../../config/config.ts';
import type {Desk} from '../../desk/desk.ts';
import type {Command} from '../../desk/messages.ts';
import {messagesSince} from '../../desk/notices.ts';
import {zoneCaution} from '../../desk/portfolio/days.ts';
import {connect} from '../connect.ts';
import {Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {whatIsMissing} from '../look.ts';
import {loadConfig} from '../settings.ts';
import {clock, createTimers} from '../timers.ts';
import {type Log, openLog, openRequests, outputTo, stackOf} from './log.ts';
import {reachService, type ServiceReach} from './reach.ts';
import {openScreen} from './screen.ts';

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
  if (host.env.NODE_EXTRA_CA_CERTS && config.service.kind === 'remote')
    (await import('node:tls')).createSecureContext();
  return runUntilQuit(config, host);
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
      warn(screen.desk, 'warning', log.trouble, config.otherAddress, zoneCaution(host.env.TZ));
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
