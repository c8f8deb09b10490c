import {whyHeldNow} from '../gate/gate.ts';
import {kindOf} from '../intents/intent.ts';
import {draftWords} from '../intents/words.ts';
import type {Command} from '../messages.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../notices.ts';
import {show} from '../overlay.ts';
import {type Proposal, proposalsWaiting} from '../proposals/proposal.ts';
import {cardTrading} from '../resources/joins.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {flat} from '../words/text.ts';
import {locked} from './availability.ts';
import {proposerWords, whyProposalHeld} from './proposal-review.ts';
import {toReview} from './review-life.ts';

/** Says so in one quiet line: it covers no message, opens nothing and takes no key. */
export function takeProposals(state: State, open: readonly Proposal[], now: Moment): Step {
  const had = proposalsWaiting(state);
  const next: State = {...state, now, proposals: {...state.proposals, open}};
  const muted = open.filter(({by}) => state.proposals.muted.has(by.name)).map(({id}) => id);
  const declines: readonly Command[] =
    muted.length === 0 ? [] : [{type: 'declineProposals', ids: muted, reason: 'Muted for this session.'}];
  const [first] = proposalsWaiting(next);
  const key = labelOf(state.settings.bindings, 'proposals');
  if (first === undefined || had.length > 0) return [next, declines];
  const text = `PROPOSED by ${proposerWords(first.by)}: ${flat(draftWords(first.draft))} · ${key} review`;
  const told = next.notices.length === 0 ? tell(next, text, 'info', now) : next;
  return [told, [...declines, ...(state.settings.agents.bell ? [{type: 'ring'} as const] : [])]];
}

export function reviewProposal(state: State, proposal: Proposal, now: Moment): Step {
  const {draft} = proposal;
  const reason = whyProposalHeld(state, draft, now) ?? whyHeldNow(state, draft) ?? locked(state, draft);
  if (reason !== undefined) {
    const listed = show(state, {kind: 'proposals', selected: proposal.id});
    return [tell(listed[0], reason, 'danger', now), listed[1]];
  }
  const order = kindOf(draft).places(draft);
  const card = order && cardTrading(state.feeds.cards.rows, order.symbol);
  return toReview(state, [draft], undefined, {card, proposal}, now);
}

export function decline(state: State, ids: readonly string[], reason: string): Step {
  const open = state.proposals.open.filter(({id}) => !ids.includes(id));
  return [
    {...state, overlay: {kind: 'none'}, proposals: {...state.proposals, open}},
    [{type: 'declineProposals', ids, reason: flat(reason)}],
  ];
}

export function declineAllOf(state: State, {by}: Proposal, now: Moment): Step {
  const ids = state.proposals.open.filter(each => each.by.name === by.name).map(({id}) => id);
  const [next, commands] = decline(state, ids, '');
  const muted = new Set([...state.proposals.muted, by.name]);
  const text = `Declined all of ${proposerWords(by)} (${ids.length}); muted for this session`;
  return [tell({...next, proposals: {...next.proposals, muted}}, text, 'info', now), commands];
}
