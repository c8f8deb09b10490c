import {add, negate} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {knowsOf} from '../gate/gate.ts';
import {type Draft, kindOf, type ReviewLine} from '../intents/intent.ts';
import {draftWords} from '../intents/words.ts';
import type {Moment} from '../model/moment.ts';
import {type Proposer, whyNotProposed} from '../proposals/proposal.ts';
import {contractKey} from '../resources/arithmetic.ts';
import type {Review} from '../review.ts';
import type {State} from '../state.ts';
import {amountWords} from '../words/amounts.ts';
import {flat, signed} from '../words/text.ts';
import {contractBehind, movedPercent} from './reading.ts';

/** The profile's rules for agents, asked here as they were when it came. */
export function whyProposalHeld(state: State, draft: Draft, now: Moment): string | undefined {
  return whyNotProposed(state.settings.agents, state.link.venue, draft, knowsOf(state, draft, now));
}

export function proposerWords({name, version}: Proposer): string {
  return `"${flat(`${name} ${version}`).replaceAll('"', "'")}"`;
}

const longestShown = 240;

/** What is known of a proposal, and what it is to the market and the positions now. */
export function proposedLines(
  state: State,
  review: Pick<Review, 'proposal' | 'subject' | 'drafts'>,
): ReviewLine[] {
  const {proposal, subject, drafts} = review;
  const [draft] = drafts;
  if (proposal === undefined || draft === undefined) return [];
  const {by, reason, askedAt, expiresAt, priceSeen} = proposal;
  const quoted = flat(reason).replaceAll('"', "'");
  const cut = quoted.length > longestShown ? `${quoted.slice(0, longestShown)}…` : quoted;
  const asked = draftWords(proposal.draft);
  const price = subject.card?.currentAskPrice;
  return [
    {
      // Never left out where rows are few.
      ...{label: 'PROPOSED BY', danger: true, note: 'as it calls itself'},
      value: `${proposerWords(by)}, process ${by.pid}`,
    },
    {label: 'Proposed', value: new Date(askedAt).toISOString(), at: askedAt},
    {label: 'Open until', value: new Date(expiresAt).toISOString(), at: expiresAt},
    {label: 'Reason', value: `"${cut}"`},
    ...(draftWords(draft) === asked ? [] : [{label: 'Was proposed', value: asked}]),
    ...(priceSeen === undefined || price === undefined
      ? []
      : [{label: 'Ask since', value: sinceWords(priceSeen, price)}]),
    ...heldLines(state, draft),
  ];
}

function sinceWords(then: Decimal, now: Decimal): string {
  const percent = movedPercent(then, now);
  return `${amountWords(then)} → ${amountWords(now)}${percent === undefined ? '' : ` (${signed(percent)} %)`}`;
}

/** What the position would be if all of it fills. */
function heldLines(state: State, draft: Draft): ReviewLine[] {
  const order = kindOf(draft).places(draft);
  const contract = order && contractBehind(state, order);
  if (order === undefined || contract?.strikePrice === undefined) return [];
  const {asset, type, strikePrice, expiryDate} = contract;
  const key = contractKey({asset, type, strikePrice, expiryDate});
  const position = state.portfolio.account.positions.find(
    each => each.contract === key && each.positionId === order.positionId,
  );
  const net = position?.net ?? '0';
  const after = add(net, order.side === 'BUY' ? order.size : negate(order.size));
  return [
    {
      label: 'Net position',
      value: `${amountWords(net)} → ${amountWords(after)}`,
      note: 'contracts, if all fills',
    },
  ];
}
