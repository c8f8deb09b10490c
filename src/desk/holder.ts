import type {Moment} from '../account/model/moment.ts';
import type {ControlsSeen, Guardrails} from '../account/model/vocabulary.ts';
import {ownClock} from '../account/words/times.ts';
import {andThen} from '../core/chain.ts';
import {whyReadOnly, whyViewing} from '../core/gate/gate.ts';
import {type Intent, isFollowed, isResolved} from '../core/intents/intent.ts';
import {canceledBy, target} from '../core/intents/kinds/kinds.ts';
import {unresolved} from '../core/intents/selectors.ts';
import {describe, leftUnreplaced} from '../core/intents/words.ts';
import {announce} from './announce.ts';
import type {ActionRow} from './dialog.ts';
import {newsOfDone} from './happened.ts';
import {labelOf} from './key-words.ts';
import type {Action} from './keys.ts';
import {tell} from './notices.ts';
import type {State, Step} from './state.ts';

/**
 * The controls of an account: the process that has them writes, the others are viewers. Each looks once a
 * second, and the journal checks them in each commit.
 */
export function takeSeen(before: State, seen: ControlsSeen, now: Moment): Step {
  const had = before.controls;
  const key = labelOf(before.settings.bindings, 'takeOver');
  const viewing = seen.is === 'ours' ? undefined : whyViewing(seen, key);
  const intents = {...before.intents, viewing, isHeld: seen.is === 'held'};
  const state: State = {...before, controls: seen, intents};
  const [was, is] = [had?.is === 'ours', seen.is === 'ours'];
  const isMoved = was !== is || (is && had?.epoch !== seen.epoch);
  const waiting = was && !is ? state.intents.list.filter(each => isFollowed(state.intents, each)) : [];
  const told = waiting.reduce((next, cancel) => tellNotPlaced(next, cancel, now), state);
  return andThen(isMoved ? changeHands(told) : [told, []], next => tellSeen(next, had, now));
}

/** The journal has it from the next holder. */
function tellNotPlaced(state: State, cancel: Intent, now: Moment): State {
  const notReplaced = 'The controls were taken before its new order was placed.';
  const of = {about: target(cancel.draft), isOwn: true, stays: true};
  return tell(state, describe({...cancel, notReplaced}), 'danger', now, of);
}

/** Takes the place of what was said before of who has them. */
const about = {about: 'controls', follows: {action: 'takeOver', does: 'takes them'}} as const;

function tellSeen(state: State, had: ControlsSeen | undefined, now: Moment): Step {
  const {controls: seen, settings} = state;
  if (seen === undefined || (had?.is === seen.is && had.epoch === seen.epoch)) return [state, []];
  if (seen.is === 'ours')
    return [had ? tell(state, 'You have the controls.', 'good', now, about) : state, []];
  if (whyReadOnly(settings.guardrails) !== undefined) return [state, []];
  if (seen.isReturned) return [state, [{type: 'takeControls', at: now.wall, isForced: false}]];
  const at = ownClock(seen.since);
  const who = had?.is === 'ours' ? `took the controls at ${at}` : `has the controls since ${at}`;
  const text = seen.is === 'held' ? `VIEWER: ${seen.by} ${who}.` : 'The controls are free.';
  return [tell(state, text, 'warning', now, about), []];
}

/** Death, restart and taking over are the same: the new holder knows what the journal says, no more. */
function changeHands(state: State): Step {
  const handed = new Set([...state.handed, ...unresolved(state.intents).map(({id}) => id)]);
  const intents = {...state.intents, list: [], asking: [], reads: {}, followed: {}, unsaved: undefined};
  return [{...state, intents, handed, halt: {...state.halt, work: undefined}}, [{type: 'watch'}]];
}

/** Tells the end of each write that was under way when the controls changed hands, which its life does not. */
export function tellHanded({handed, ...before}: State, now: Moment): State {
  const {intents, rounds} = before;
  const over = intents.list.filter(each => handed.has(each.id) && isResolved(each));
  const ids = new Set(over.map(({id}) => id));
  // The new holder carries on what is not over, and tells it as its own.
  const rest = intents.viewing === undefined ? [] : [...handed].filter(id => !ids.has(id));
  let state: State = {...before, handed: new Set(rest)};
  for (const each of over) {
    const orderId = canceledBy(each.draft);
    const trades = rounds.reading.rows.trades.rows.filter(trade => orderId && trade.orderId === orderId);
    const news = leftUnreplaced(each) ? undefined : newsOfDone(each, trades);
    const of = {about: target(each.draft), isOwn: true};
    state = news ? announce(state, [], [news], now)[0] : tell(state, describe(each), 'warning', now, of);
  }
  return state;
}

export const isViewer = ({intents, settings}: State): boolean =>
  intents.viewing !== undefined && whyReadOnly(settings.guardrails) === undefined;

/** READ-ONLY of the session. */
export const readOnlyActions = {
  'readOnly.on': {
    act: switchOn,
    blocked: ({settings}) => (settings.guardrails.readOnly ? 'READ-ONLY is on already.' : undefined),
  },
  'readOnly.off': {act: switchOff, blocked: whyNotOff},
} satisfies Partial<Record<Action, ActionRow>>;

function whyNotOff({settings: {guardrails}}: State): string | undefined {
  if (!guardrails.readOnly) return 'READ-ONLY is off.';
  return guardrails.isReadOnlyHere
    ? undefined
    : 'READ-ONLY is set by the profile or the command line and cannot be changed here.';
}

/** A list that is being read for a review is dropped. */
function switchOn(before: State, now: Moment): Step {
  const state = withGuardrails({...before, gathering: undefined}, {readOnly: true, isReadOnlyHere: true});
  const text = 'READ-ONLY: no more writes. The next holder of the controls settles what was sent.';
  return [tell(state, text, 'warning', now), [{type: 'freeControls', at: now.wall}]];
}

function switchOff(before: State, now: Moment): Step {
  const state = withGuardrails(before, {readOnly: false, isReadOnlyHere: false});
  const {controls} = state;
  const text =
    controls?.is === 'held'
      ? `READ-ONLY is off. ${whyViewing(controls, labelOf(state.settings.bindings, 'takeOver'))}`
      : 'READ-ONLY is off: writes are allowed again.';
  return [tell(state, text, 'warning', now), [{type: 'takeControls', at: now.wall, isForced: false}]];
}

function withGuardrails(state: State, changed: Partial<Guardrails>): State {
  const guardrails = {...state.settings.guardrails, ...changed};
  return {...state, settings: {...state.settings, guardrails}};
}
