import {type Intent, type IntentSent, isResolved} from '../../core/intents/intent.ts';
import {amendOf} from '../../core/intents/kinds/cancel.ts';
import {askedTarget} from '../../core/intents/kinds/kinds.ts';
import {latestOn} from '../../core/intents/selectors.ts';
import type {State} from '../state.ts';
import {fieldNamed, focusOn, followed, rulesNow} from './forms.ts';
import type {Form, Review} from './state.ts';

// A refused form waits for its own key, with the focus on the field that the refusal names. It never opens by
// itself: keys meant for the panes would change it.

export function rememberForm(state: State, {form, draft}: Review): State {
  if (form === undefined) return state;
  const {tickets} = withoutSent(state, askedTarget(draft));
  const sent = [...tickets.sent, {target: askedTarget(draft), form}];
  const refused = form.cameBack === undefined ? tickets.refused : undefined;
  return {...state, tickets: {...tickets, sent, refused}};
}

type Told = {readonly msg: IntentSent; readonly told: readonly string[]};

export function withRefused(state: State, before: readonly Intent[], {msg, told}: Told): State {
  let next = state;
  for (const {target: of, form} of state.tickets.sent) {
    const end = endOf(next, of, before) ?? endBeforeIntent(next, of, msg, told);
    if (end === undefined) continue;
    next = withoutSent(next, of);
    if (end.cameBack !== undefined)
      next = {...next, tickets: {...next.tickets, refused: backFrom(next, form, end)}};
  }
  return next;
}

type End = {readonly cameBack: Form['cameBack']; readonly reason: string};

function endOf({intents}: State, of: string, before: readonly Intent[]): End | undefined {
  if (intents.list === before) return undefined;
  const intent = latestOn(intents, of);
  if (intent === undefined || before.includes(intent) || !isResolved(intent)) return undefined;
  const isRefused = intent.state === 'REJECTED' || intent.state === 'NOT SENT';
  // If reads showed that the order filled before its amend, nothing is left to amend.
  const isBack = isRefused && (amendOf(intent.draft) === undefined || isAtSend(before, intent.id));
  return {cameBack: isBack ? intent.state : undefined, reason: reasonOf(intent)};
}

function isAtSend(before: readonly Intent[], id: string): boolean {
  const state = before.find(each => each.id === id)?.state;
  return state === undefined || state === 'QUEUED' || state === 'SENDING';
}

/** Prefers the words of the service or journal that refused it. */
function reasonOf({attempts, reason}: Intent): string {
  const outcome = attempts.at(-1)?.result?.outcome;
  return outcome !== undefined && 'words' in outcome && outcome.words.trim() !== '' ? outcome.words : reason;
}

/** No intent exists: a check blocked the write, or the journal did not take it. */
function endBeforeIntent(
  {intents}: State,
  of: string,
  msg: IntentSent,
  told: readonly string[],
): End | undefined {
  if (msg.type !== 'ask' && msg.type !== 'askFailed') return undefined;
  if (askedTarget(msg.draft) !== of || intents.asking.some(each => askedTarget(each) === of))
    return undefined;
  return {cameBack: 'NOT SENT', reason: msg.type === 'askFailed' ? msg.reason : told.join(' ')};
}

function withoutSent(state: State, of: string): State {
  const sent = state.tickets.sent.filter(each => each.target !== of);
  return {...state, tickets: {...state.tickets, sent}};
}

function backFrom(state: State, form: Form, {cameBack, reason}: End): Form {
  const named = fieldNamed(form, reason);
  const focus = Math.max(
    0,
    form.fields.findIndex(each => each.name === named),
  );
  const fields = form.fields.map((each, index) => ({...each, refused: index === focus ? reason : undefined}));
  return asOfNow(state, focusOn({...form, fields, cameBack}, focus));
}

function asOfNow(state: State, form: Form): Form {
  const now = followed(form, state);
  const priceSeen = now.card?.currentAskPrice ?? form.priceSeen;
  return focusOn({...now, priceSeen, rules: rulesNow(state, form.rules.held)}, form.focus);
}

/** The refused form, with the prices of now; its next refusal would bring it back again. */
export function takeUp(state: State): State {
  const {refused} = state.tickets;
  if (refused === undefined) return state;
  const tickets = {...state.tickets, refused: undefined};
  return {...state, tickets, overlay: {kind: 'form', form: asOfNow(state, refused)}};
}
