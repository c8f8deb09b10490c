import {run} from './actions.ts';
import {takeAnswer, takeLeft} from './answers.ts';
import {turnBookDay} from './book/pane/fill.ts';
import {askBook, beginRounds, takeBook} from './book/reading/rounds.ts';
import {andThen} from './chain.ts';
import {announce, eventLine} from './events/news.ts';
import {awayReasons, goAway, welcomeBack} from './feeds/away.ts';
import {fetchFailed, pollAll, pollFirst, pollOnResize, pollWhenDue} from './feeds/feeds.ts';
import type {Command, Msg} from './model/messages.ts';
import type {Moment} from './model/moment.ts';
import {fade, merge, tell} from './model/notices.ts';
import type {Overlay} from './model/overlay.ts';
import {hasRoom} from './model/room.ts';
import type {State} from './model/state.ts';
import {goOn, stopBatch, tellIntents} from './order/batch.ts';
import {isProvable, proveAnew, questionOf, shownNoMore, takeProof, withKey} from './order/questions.ts';
import {cancelReview, followReview, takeReread} from './order/review-life.ts';
import {takeList} from './order/several/gather.ts';
import {stopRest} from './order/several/queue.ts';
import {takeMost} from './overlays/overlay.ts';
import {takePosition} from './overlays/position.ts';
import {press, typedInto} from './press.ts';
import type {Step} from './step.ts';
import {lookForStop} from './stop/flag.ts';
import {goOnStopping} from './stop/rounds.ts';
import {takeStop} from './stop/stop.ts';

/**
 * The desk: what it knows and what just happened, to what it knows now and what is to be done. Pure: the clock
 * comes in the message, chance from the state, and all else is asked of the effects.
 */
export function update(before: State, msg: Msg): Step {
  const heard = handle(afterClockJump(before, msg.now), msg);
  const [handled, commands] =
    msg.type === 'intent' ? andThen(heard, next => goOnStopping(next, msg.now)) : heard;
  const state = withKey(before, handled);
  return [state, [...dialogLeft(before, state), ...commands, ...proofWanted(before, state)]];
}

/** What a dialog waited for is of no use once it has closed, or another has taken its place. */
function dialogLeft({overlay: before}: State, {overlay}: State): readonly Command[] {
  const asked = readingOf(before);
  return asked === undefined || asked === dialogOf(overlay) ? [] : [{type: 'leaveDialog'}];
}

/** The dialog that waits for its reading. */
function readingOf(overlay: Overlay): string | undefined {
  const isReading =
    overlay.kind === 'review'
      ? overlay.review.reread.status === 'reading'
      : overlay.kind === 'position' && overlay.orders === undefined;
  return isReading ? dialogOf(overlay) : undefined;
}

function dialogOf(overlay: Overlay): string | undefined {
  if (overlay.kind === 'review') return `review ${overlay.review.number}`;
  return overlay.kind === 'position' ? `position ${overlay.positionId}` : undefined;
}

/** Whatever changed what a question shows, the screen must prove anew that it shows it. */
function proofWanted(before: State, state: State): readonly Command[] {
  const {overlay, viewport} = state;
  const question = questionOf(overlay);
  // A screen without the room for it shows something else.
  if (question === undefined || !hasRoom(viewport)) return [];
  const {number, revision} = question;
  const shown = questionOf(before.overlay);
  const isAsked = shown?.number === number && shown.revision === revision && isProvable(before, shown);
  if (isAsked || !isProvable(state, question)) return [];
  return [{type: 'proveShown', question: number, revision}];
}

function handle(state: State, msg: Msg): Step {
  switch (msg.type) {
    case 'started':
      return started(state, msg.now);
    case 'pressed':
      return press(state, msg.key, msg.now);
    case 'typed':
      return [typedInto(state, msg.field, msg.value, msg.now), []];
    case 'ran':
      return run(state, msg.action, msg.now);
    case 'resized':
      return pollOnResize(resized(state, msg.columns, msg.rows, msg.now));
    case 'lookTold':
    case 'columnsShown':
    case 'scrollTold':
    case 'way':
    case 'glass':
      return [takeDrawing(state, msg), []];
    case 'tick':
      return ticked(state, msg.now);
    case 'pollDue':
      return pollWhenDue(state, msg.pane, msg.arm, msg.now);
    case 'book':
      return takeBook(state, msg);
    case 'arrived':
      return takeAnswer(state, msg);
    case 'failed':
      return fetchFailed(lostLink(state, msg), msg.pane, msg.request, msg.fault, msg.now);
    case 'reread':
      return [takeReread(state, msg), []];
    case 'listRead':
      return [takeList(state, msg), []];
    case 'questionShown':
    case 'questionSaid':
    case 'questionUnproved':
      return [takeProof(state, msg), []];
    case 'positionRead':
    case 'tradeRead':
      return [msg.type === 'positionRead' ? takePosition(state, msg) : {...state, trade: msg.trade}, []];
    case 'fillsRead':
    case 'easyOptionRead':
      return takeLeft(state, msg);
    case 'journalRead':
    case 'journalOpened':
    case 'journalFailed':
      return takeJournal(state, msg);
    case 'told':
      return takeTold(state, msg);
    case 'resumed':
    case 'focused':
    case 'lookedBack':
      return takeReturn(state, msg);
    case 'intent':
      return tellIntents(state, msg.msg, msg.now);
    case 'stop':
      return takeStop(state, msg.msg, msg.now);
    default:
      return msg satisfies never;
  }
}

/** What the terminal and the screen tell of how things are drawn. */
function takeDrawing(
  state: State,
  msg: Extract<Msg, {type: 'lookTold' | 'columnsShown' | 'scrollTold' | 'way' | 'glass'}>,
): State {
  switch (msg.type) {
    case 'lookTold':
      return {...state, look: msg.look};
    case 'columnsShown':
      return {...state, fieldsInView: {...state.fieldsInView, [msg.pane]: msg.fields}};
    case 'scrollTold':
      return takeMost(state, msg.most);
    case 'way':
      return {...state, way: msg.way};
    case 'glass':
      return {...state, isGlassProved: msg.isProved};
    default:
      return msg satisfies never;
  }
}

function takeJournal(
  state: State,
  msg: Extract<Msg, {type: 'journalRead' | 'journalOpened' | 'journalFailed'}>,
): Step {
  switch (msg.type) {
    case 'journalRead':
      return [journalRead(state, msg), []];
    case 'journalOpened':
      return journalOpened(state, msg.now);
    case 'journalFailed':
      return [journalFailed(state, msg), []];
    default:
      return msg satisfies never;
  }
}

function journalRead(state: State, {activity, alerts}: Extract<Msg, {type: 'journalRead'}>): State {
  return {...merge(state, activity), alerts: alerts ?? state.alerts};
}

function journalOpened(state: State, now: Moment): Step {
  const next: State = {...state, journal: {status: 'open'}};
  const told =
    state.journal.status === 'failed' ? tell(next, 'The journal can be written again.', 'good', now) : next;
  return [told, lookForStop(next)];
}

/** What the program of on_event did not do stands in Activity as well. */
function takeTold(state: State, {text, level, isOfProgram, now}: Extract<Msg, {type: 'told'}>): Step {
  const next = tell(state, text, level, now);
  if (isOfProgram !== true) return [next, []];
  const told = {what: 'Program', target: 'on_event', amount: '', outcome: text};
  return announce(next, [eventLine(now.wall, 'program', told)], [], now);
}

/** Said once, not with every try. */
function journalFailed(state: State, msg: Extract<Msg, {type: 'journalFailed'}>): State {
  const {reason, isUnread, now} = msg;
  const {journal} = state;
  if (journal.status === 'failed' && journal.reason === reason && journal.isUnread === isUnread) return state;
  const next: State = {...state, journal: {status: 'failed', reason, isUnread}};
  return tell(next, `No writes: ${reason}`, 'danger', now);
}

/** What happens while the service cannot be reached is told when it can. */
function lostLink(state: State, {fault, now}: Extract<Msg, {type: 'failed'}>): State {
  return fault.kind === 'link' ? goAway(state, awayReasons.link, now) : state;
}

function ticked(state: State, now: Moment): Step {
  const next: Step = [
    proveAnew(followReview(fade(turnBookDay({...state, now}, now), now), now)),
    [{type: 'after', ms: tickMs, then: {type: 'tick'}}, ...lookForStop(state)],
  ];
  return andThen(next, after => goOn(after, now));
}

/** Ages on the screen are counted in seconds. */
const tickMs = 1_000;

function started(state: State, now: Moment): Step {
  const [next, commands] = andThen(pollFirst({...state, now}, now), next => beginRounds(next, now));
  return [next, [...commands, {type: 'after', ms: tickMs, then: {type: 'tick'}}]];
}

/** A wall clock that jumps by more than this against the monotonic one voids every review and guard. */
const mostClockDriftMs = 5_000;

function afterClockJump(state: State, now: Moment): State {
  const driftMs = now.wall - state.now.wall - (now.mono - state.now.mono);
  if (Math.abs(driftMs) <= mostClockDriftMs) return state;
  const reset = {...state, now};
  const reason = 'the clock jumped or the machine slept.';
  return stopRest(cancelReview(reset, reason, now), reason);
}

/** What a question showed must be shown anew on another screen, and where a review has no room, it is over. */
function resized(state: State, columns: number, rows: number, now: Moment): State {
  const next: State = {...state, viewport: {columns, rows}};
  return shownNoMore(
    hasRoom(next.viewport) ? next : cancelReview(next, 'the screen is too small to show it.', now),
  );
}

/** The person has turned away from what is now, or back to it. */
function takeReturn(state: State, msg: Extract<Msg, {type: 'resumed' | 'focused' | 'lookedBack'}>): Step {
  switch (msg.type) {
    case 'resumed':
      return resumed(state, msg.now);
    case 'focused':
      return [focused(state, msg.gained, msg.now), []];
    case 'lookedBack':
      return [lookedBack(state, msg.now), []];
    default:
      return msg satisfies never;
  }
}

/** After a suspend everything on the screen is old. */
function resumed(state: State, now: Moment): Step {
  const away = state.away ?? {since: state.now, reason: awayReasons.suspended};
  const reason = 'optty was suspended.';
  const stopped = stopBatch(cancelReview({...state, now, away}, reason, now), reason, now);
  return andThen(
    andThen(stopped, next => pollAll(next, now)),
    next => askBook(next, now),
  );
}

function focused(state: State, gained: boolean, now: Moment): State {
  if (!gained) return goAway(state, awayReasons.focus, now);
  return state.away?.reason === awayReasons.focus ? welcomeBack(state, now) : state;
}

/** How long keys that act rest where the picture is one of now again. */
const afterPastMs = 300;

/** Who looked back has not seen what was asked meanwhile: it is to be shown to them. */
function lookedBack(state: State, now: Moment): State {
  return shownNoMore({...state, keys: {...state.keys, restUntil: now.mono + afterPastMs}});
}
