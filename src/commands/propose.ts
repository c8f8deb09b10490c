/** `optty propose`: a proposal of a script, as JSON on standard input. */
import {text as wholeText} from 'node:stream/consumers';
import * as z from 'zod/mini';
import {isPlainObject, jsonIn} from '../api/wire/given.ts';
import {wrongIn} from '../config/error.ts';
import {kinds} from '../desk/intents/kinds/kinds.ts';
import {JournalError} from '../desk/journal/problem.ts';
import {openAgentAccount} from './agents/account.ts';
import {proposalJson, proposalShape, propose, standingOf, type Wanted} from './agents/propose.ts';
import {sayCautions} from './connect.ts';
import {Unable} from './line/exit.ts';
import {numberFlag, textFlag} from './line/flags.ts';
import type {CommandLine} from './line/line.ts';
import {printJson} from './output.ts';
import {loadConfig} from './settings.ts';

export async function runPropose(line: CommandLine, host: NodeJS.Process): Promise<void> {
  const {flags} = line;
  const config = await loadConfig(flags, host.env);
  sayCautions(config, host);
  const waitSeconds = numberFlag('--wait', flags.wait, 'seconds', 0, 3_600) ?? 0;
  const wanted = wantedIn(await wholeText(host.stdin), line.arguments[0]);
  const by = {name: textFlag(flags.as) ?? 'script', version: '', pid: host.ppid};
  const account = await openAgentAccount(config, host);
  try {
    const made = await Promise.race([propose(account, by, ...wanted), account.fault]);
    const waited = waitSeconds > 0 ? await standingOf(account, made.proposalId, waitSeconds) : undefined;
    printJson(host.stdout, waited === undefined ? made : proposalJson(waited));
  } catch (error) {
    throw error instanceof JournalError ? new Unable(error.inFull) : error;
  } finally {
    await account.close();
  }
}

function wantedIn(input: string, named: string | undefined): readonly [string, Wanted] {
  const given = jsonIn(input);
  if (!isPlainObject(given)) throw wrongIn('standard input', 'a JSON object is expected.');
  const {kind: own, ...fields} = given;
  const kind = String(named ?? own);
  if (!kinds.has(kind))
    throw wrongIn('standard input', `kind must be one of ${[...kinds.keys()].join(', ')}.`);
  const {data, error} = z.safeParse(z.strictObject(proposalShape(kind)), fields);
  if (error === undefined) return [kind, data];
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw wrongIn('standard input', `unknown field ${issue.keys.join(', ')}.`);
  const field = issue?.path.join('.') ?? '';
  throw wrongIn('standard input', `${field} is ${fields[field] === undefined ? 'missing' : 'not valid'}.`);
}
