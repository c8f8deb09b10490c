/** `optty watch`: what happens on the account, line by line, as long as somebody reads it. */
import type {Config} from '../config/config.ts';
import {createEventRunner} from '../desk/effects/on-event.ts';
import type {BoundJournal, Journal} from '../desk/journal/contract.ts';
import {openJournal} from '../desk/journal/journal.ts';
import type {EventLog} from '../desk/journal/log/contract.ts';
import {JournalError} from '../desk/journal/problem.ts';
import {boundService, connect, sayOtherAddress} from './connect.ts';
import {readHost} from './dashboard/host.ts';
import {exitDone, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {signalled} from './line/signalled.ts';
import {say} from './output/output.ts';
import {loadConfig} from './settings.ts';
import {watchAccount} from './watch/follow.ts';
import {createPrinter} from './watch/printer.ts';
import {wantedBy} from './watch/wanted.ts';

export async function runWatch({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(flags, host.env);
  sayOtherAddress(config, host);
  const {isWanted, doubts} = wantedBy(flags, config, Date.now());
  const tell = (text: string) => say(host.stderr, `optty: ${text}\n`);
  for (const text of doubts) tell(`--filter: ${text}.`);
  const ended = signalled(host);
  const journal = await journalOf(config, host);
  const paper = Promise.withResolvers<never>();
  const stop = new AbortController();
  const connection = await connect(config, {env: host.env, onPaperError: paper.reject});
  try {
    const service = boundService(connection, config);
    const log = journal.log(service, config.profile.label);
    const keepNote = keeperOf(journal.bind(service, config.profile.label));
    const print = createPrinter({log, out: host.stdout, from: startOf(flags.since, log), isWanted});
    const runner = runnerOf(config, host.env, log, tell);
    const following = watchAccount({
      ...{config, connection, log, runner, keepNote, print, tell},
      signal: stop.signal,
    });
    await Promise.race([following, ended, paper.promise]);
    await runner?.stop();
  } finally {
    stop.abort();
    await connection.close();
    journal.close();
  }
  return exitDone;
}

/** Another program may hold it for a moment longer than a dashboard would wait. */
const busyTimeoutMs = 2_000;

async function journalOf({statePaths}: Config, host: NodeJS.Process): Promise<Journal> {
  const journal = await openJournal({path: statePaths.journal, host: readHost(host.pid), busyTimeoutMs});
  if (journal instanceof JournalError) throw new Unable(journal.message);
  return journal;
}

/** Without it the next one is tried: what happens is told whether or not it can be kept. */
function keeperOf(bound: BoundJournal) {
  return (name: string, text: string): boolean => {
    try {
      bound.keep(name, text);
      return true;
    } catch (error) {
      if (error instanceof JournalError) return false;
      throw error;
    }
  };
}

function startOf(since: CommandLine['flags'][string], log: EventLog): number {
  if (typeof since !== 'string') return log.end();
  // A reader that has no line yet.
  if (since === '') return 0;
  const position = log.position(since);
  if (position !== undefined) return position;
  const words = `the log holds no event ${JSON.stringify(since)}, or no longer`;
  throw new Unable(`--since: ${words}; --since '' prints all that it holds.`, 'not-found');
}

function runnerOf({onEvent}: Config, env: NodeJS.ProcessEnv, log: EventLog, tell: (text: string) => void) {
  if (onEvent === undefined) return undefined;
  return createEventRunner({argv: onEvent, env, tell, claim: id => log.claim(id, Date.now())});
}
