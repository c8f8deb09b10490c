import {randomUUID} from 'node:crypto';
import {text as wholeText} from 'node:stream/consumers';
import {setTimeout as wait} from 'node:timers/promises';
import * as z from 'zod/mini';
import {flat} from '../../account/words/text.ts';
import {isPlainObject, jsonIn} from '../../api/wire/given.ts';
import {wrongIn} from '../../config/error.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import {kindOf, kinds} from '../../core/intents/kinds/kinds.ts';
import type {Journal} from '../../core/journal/journal.ts';
import {
  defaultTtlSeconds,
  longestReason,
  longestTtlSeconds,
  type Proposer,
  type Standing,
  whyNotProposed,
} from '../../core/proposals/proposal.ts';
import {draftWanted} from '../../desk/dialogs/proposals.ts';
import {knowsOf} from '../../desk/order/gate-now.ts';
import {ticketOf} from '../../desk/order/tickets/tickets.ts';
import {sayCautions} from '../connect.ts';
import {Unable} from '../line/exit.ts';
import {type CommandLine, numberFlag, textFlag} from '../line/parse-line.ts';
import {loadConfig} from '../load-config.ts';
import {printJson} from '../output.ts';
import {type AgentAccount, openAgentAccount} from './agent-account.ts';

const why = {
  reason: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(longestReason),
      z.describe('Why, in words that the person will read.'),
    ),
  ttlSeconds: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(longestTtlSeconds),
        z.describe(`Seconds until it expires, ${defaultTtlSeconds} without it.`),
      ),
  ),
};

export const proposalShape = (kind: string) => ({...ticketOf({kind}).proposes(), ...why});

export type Wanted = z.output<z.ZodMiniObject<ReturnType<typeof proposalShape>>>;

/** A proposal as its proposer sees it; never more than is proved. */
export function proposalJson({proposal, state, reason, recordId}: Standing) {
  return {
    proposalId: proposal.id,
    state,
    ...(reason === undefined ? {} : {reason}),
    ...(recordId === undefined ? {} : {recordId}),
  };
}

/** @throws {Unable | JournalError} it is refused, in a sentence */
export async function propose(
  account: AgentAccount,
  by: Proposer,
  kind: string,
  {reason, ttlSeconds = defaultTtlSeconds, ...fields}: Wanted,
) {
  const {config} = account;
  const readOnly = whyReadOnly(config.guardrails);
  if (readOnly !== undefined) throw new Unable(readOnly);
  const state = await account.read();
  const drafted = draftWanted(state, kind, fields);
  if ('refused' in drafted) throw new Unable(drafted.refused);
  const {draft, priceSeen} = drafted;
  const knows = knowsOf(state, draft, state.now);
  const refused = whyNotProposed(config.agents, state.link.venue, draft, knows);
  if (refused !== undefined) throw new Unable(refused);
  const askedAt = state.now.wall;
  const proposal = {
    ...{id: randomUUID(), draft, priceSeen, askedAt, expiresAt: askedAt + ttlSeconds * 1_000},
    reason: flat(reason.replace(/\s+/g, ' ')),
    by: {...by, name: flat(by.name).slice(0, 64) || 'unnamed', version: flat(by.version).slice(0, 32)},
  };
  (await account.open()).proposals.propose(proposal, knows);
  return proposalJson({proposal, state: 'OPEN', reason: undefined, recordId: undefined});
}

const underWay: readonly string[] = ['OPEN', 'SENDING'];
const lookEveryMs = 250;

/** Waits until it is decided, with the record of an accepted open; if it is already: until that changes. */
export async function standingOf(
  account: {open(): Promise<Pick<Journal, 'proposals'>>},
  id: string,
  waitSeconds: number,
  signal?: AbortSignal,
): Promise<Standing> {
  const journal = await account.open();
  const until = performance.now() + waitSeconds * 1_000;
  const look = () => journal.proposals.standing(id, Date.now());
  const first = look();
  if (first === undefined) throw new Unable(`There is no proposal ${JSON.stringify(id)}.`, 'not-found');
  const mayChange = ({state, proposal, recordId}: Standing) => {
    const makes = state === 'CONFIRMED' ? kindOf(proposal.draft).makes : 'nothing';
    const isRecordAwaited = makes === 'easy option' && recordId === undefined;
    return underWay.includes(state) || isRecordAwaited || (makes === 'order' && state === first.state);
  };
  let now = first;
  while (mayChange(now) && performance.now() < until && signal?.aborted !== true) {
    await wait(Math.min(lookEveryMs, Math.max(1, until - performance.now())));
    now = look() ?? now;
  }
  return now;
}

export async function withdraw(account: AgentAccount, {name}: Proposer, id: string): Promise<void> {
  const journal = await account.open();
  const found = journal.proposals.standing(id, Date.now());
  if (found === undefined) throw new Unable(`There is no proposal ${JSON.stringify(id)}.`, 'not-found');
  if (found.proposal.by.name !== flat(name)) throw new Unable('It is a proposal of another proposer.');
  journal.proposals.end([id], 'WITHDRAWN', '', Date.now());
}

/** `optty propose`: a proposal of a script, as JSON on standard input. */

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
