import {type Intent, type IntentSent, isResolved} from '../../core/intents/intent.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {askedTarget} from '../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../core/intents/kinds/place.ts';
import type {State} from '../state.ts';
import {focusOn, formOf, withReason} from './forms.ts';
import type {Form, Refused} from './ordering.ts';
import {isOneOfSeveral} from './several/rows.ts';
import {ticketOf} from './tickets/tickets.ts';

// The form of a refused write waits for its own key. It never opens by itself: keys meant for the panes would
// change it.

type Told = {readonly msg: IntentSent; readonly told: readonly string[]};

export function withRefused(state: State, before: readonly Intent[], {msg, told}: Told): State {
  const refused = endOf(state, before, msg) ?? endBeforeIntent(state, msg, told);
  if (refused === undefined || ticketOf(refused.draft).form === undefined) return state;
  // An order that replaces another has a form of its own, and the end of several names each.
  if (replacedBy(refused.draft) !== undefined || isOneOfSeveral(state, refused.draft)) return state;
  return {...state, refused};
}

/** Nothing is left to amend of an order that reads showed as filled before its amend. */
function endOf({intents}: State, before: readonly Intent[], msg: IntentSent): Refused | undefined {
  if (intents.list === before || msg.type === 'restored') return undefined;
  const wasOpen = ({id}: Intent) => {
    const was = before.find(each => each.id === id);
    return was === undefined || (!isResolved(was) && was.state !== 'UNKNOWN');
  };
  const intent = intents.list.filter(isRefusal).findLast(wasOpen);
  if (intent === undefined || intent.supersedes !== undefined) return undefined;
  const {draft, state} = intent;
  const outcome = intent.attempts.at(-1)?.result?.outcome;
  // Prefers the words of the service or journal that refused it.
  const words = outcome !== undefined && 'words' in outcome ? outcome.words.trim() : '';
  return {draft: amendOf(draft) ?? draft, state, reason: words || intent.reason};
}

const isRefusal = (each: Intent): each is Intent & {readonly state: Refused['state']} =>
  each.state === 'REJECTED' || each.state === 'NOT SENT';

/** No intent exists: a check blocked the write, or the journal did not take it. */
function endBeforeIntent({intents}: State, msg: IntentSent, told: readonly string[]): Refused | undefined {
  if (msg.type !== 'ask' && msg.type !== 'askFailed') return undefined;
  const {draft} = msg;
  const isAsked = intents.asking.some(each => askedTarget(each) === askedTarget(draft));
  if (isAsked || (msg.type === 'ask' && msg.ends !== undefined)) return undefined;
  const reason = msg.type === 'askFailed' ? msg.reason : told.join(' ');
  return {draft: amendOf(draft) ?? draft, state: 'NOT SENT', reason};
}

/** With the prices of now, and the focus on the field that the refusal names. */
export function returnedForm(state: State, {draft, state: cameBack, reason}: Refused): Form {
  const form = formOf(state, draft);
  const returned = withReason({...form, cameBack}, reason, form.fields[0]?.name);
  return focusOn(
    state,
    returned,
    returned.fields.findIndex(each => each.refused !== undefined),
  );
}
