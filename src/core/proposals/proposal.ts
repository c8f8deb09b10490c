import type {Moment} from '../../account/model/moment.ts';
import {type AgentRules, agentRights} from '../../account/model/vocabulary.ts';
import {amountWords} from '../../account/words/text.ts';
import {compare} from '../../api/wire/decimal.ts';
import type {Decimal, Id, Millis} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import type {Draft} from '../intents/kinds/kinds.ts';
import type {Knows} from '../limits/pending.ts';

/** A write that an agent or a script suggests. It never changes: only a person's key makes it an intent. */
export type Proposal = {
  readonly id: string;
  readonly draft: Draft;
  readonly reason: string;
  readonly by: Proposer;
  readonly askedAt: Millis;
  readonly expiresAt: Millis;
  /** The ask when it was proposed, by our own read. */
  readonly priceSeen?: Decimal | undefined;
};

/** The name that the client gives itself. */
export type Proposer = {readonly name: string; readonly version: string; readonly pid: number};

/** FILLED if the log of events proves it; else the state of the intent, or of what follows it. */
export type ProposalState =
  | ('OPEN' | 'DECLINED' | 'EXPIRED' | 'WITHDRAWN')
  | (Intent['state'] | 'FILLED' | 'NOT REPLACED');

export type Standing = {
  readonly proposal: Proposal;
  readonly state: ProposalState;
  readonly reason: string | undefined;
  readonly recordId: Id | undefined;
};

export const longestReason = 500;
export const defaultTtlSeconds = 120;
export const longestTtlSeconds = 1_800;

/** For all proposers together: anyone may claim a name. */
const mostOpen = 20;
const mostInMinute = 30;

export function whyTooMany(open: number, lately: number): string | undefined {
  if (open >= mostOpen) return `Too many: ${mostOpen} proposals are open.`;
  return lately < mostInMinute ? undefined : `Too many: at most ${mostInMinute} proposals a minute. Wait.`;
}

export function isExpired({expiresAt}: Pick<Proposal, 'expiresAt'>, now: Millis): boolean {
  return now >= expiresAt;
}

export function proposalsWaiting({
  proposals,
  now,
}: {
  readonly proposals: readonly Proposal[];
  readonly now: Moment;
}): readonly Proposal[] {
  return proposals.filter(each => !isExpired(each, now.wall));
}

export function whyGone(proposals: readonly Proposal[], {id}: Proposal, now: Moment): string | undefined {
  const found = proposals.find(each => each.id === id);
  if (found === undefined) return 'the proposal was withdrawn, declined or sent elsewhere.';
  return isExpired(found, now.wall) ? 'the proposal has expired.' : undefined;
}

function whyReadOnlyForAgents({allow}: AgentRules, venue: 'PAPER' | 'LIVE' | undefined): string | undefined {
  if ((allow ?? (venue === 'PAPER' ? agentRights : [])).includes('propose')) return undefined;
  return allow === undefined
    ? 'Agents may only read: the service is not proved to be PAPER, and the profile has no [agents] allow = ["read", "propose"].'
    : 'Agents may only read: [agents] allow of the profile has no "propose".';
}

/** The rules of the profile, asked when a proposal comes and again when a person confirms it. */
export function whyNotProposed(
  rules: AgentRules,
  venue: 'PAPER' | 'LIVE' | undefined,
  draft: Draft,
  {added}: Pick<Knows, 'added'>,
): string | undefined {
  const {kinds, underlyings, maxNotional} = rules;
  const readOnly = whyReadOnlyForAgents(rules, venue);
  if (readOnly !== undefined) return readOnly;
  if (kinds !== undefined && !kinds.some(each => each === draft.kind))
    return `Agents may propose only ${kinds.join(', ')} here.`;
  if (added === undefined) return undefined;
  const {underlying = '?', notional, investment} = added;
  if (underlyings !== undefined && !underlyings.includes(underlying))
    return `Agents may propose only in ${underlyings.join(', ')} here, not in ${underlying}.`;
  if (maxNotional === undefined) return undefined;
  const amount = [notional, investment].find(each => compare(each, maxNotional) > 0);
  return (
    amount && `${amountWords(amount)} exceeds max ${amountWords(maxNotional)} for one proposal: propose less.`
  );
}
