import {drawChance} from '../../chance.ts';
import {hasLimits} from '../../limits/decide.ts';
import {withAccountRead} from '../../limits/knowledge.ts';
import {basePeriod} from '../../model/freshness.ts';
import type {Command, Msg, PollAnswer} from '../../model/messages.ts';
import type {Moment} from '../../model/moment.ts';
import type {Settings, State} from '../../model/state.ts';
import {type FeedPane, feedPanes} from '../../model/vocabulary.ts';
import type {Step} from '../../step.ts';
import {withBookRows} from '../pane/fill.ts';
import type {BookRows, Whole} from '../rows.ts';
import type {BookReading, BookRounds} from './known.ts';
import {bookRows, initialReading, nextRequests, type PageCame, takeCame, takeShown} from './reading.ts';

export function initialRounds(now: Moment, {tradesLagMs}: Pick<Settings, 'tradesLagMs'>): BookRounds {
  return {reading: initialReading(now, tradesLagMs), arm: 0, figuresAt: now.mono};
}

/** By then the pane in view has been drawn, and the panes behind it have been asked for. */
const behindPanesMs = 1_500;

/** The first look: at once where the book is in view, and else nothing of the start waits for it. */
export function beginRounds(state: State, now: Moment): Step {
  return state.pane === 'book' ? askBook(state, now) : arm(state, behindPanesMs);
}

/** Takes what a timer or an answer of the book brings. */
export function takeBook(state: State, msg: Extract<Msg, {type: 'book'}>): Step {
  if ('came' in msg) return takeRead(state, msg.came, msg.now);
  return state.rounds.arm === msg.due ? askBook(state, msg.now) : [state, []];
}

/** Asks for what is due, and comes back when the next is. */
export function askBook(state: State, now: Moment, periodMs = periodOf(state)): Step {
  const restMs = restOfService(state, now);
  if (restMs > 0) return arm(state, restMs);
  const {reading, requests, wakeAfterMs} = nextRequests(state.rounds.reading, now, periodMs);
  const asks = requests.map((asked): Command => ({type: 'readBook', asked}));
  const next = withReading(state, reading);
  if (wakeAfterMs === undefined) return [next, asks];
  const [armed, timers] = arm(next, wakeAfterMs);
  return [armed, [...asks, ...timers]];
}

/** Who asks for a refresh waits for no pace. */
export function refreshBook(state: State, now: Moment): Step {
  return askBook(state, now, 0);
}

/** At the pace of any pane, in view or not; limits want to know what is open as if it were in view. */
const periodOf = ({settings, pane}: State) =>
  basePeriod(settings, pane === 'book' || hasLimits(settings.limits));

/** What the service asked of a pane's polls holds for the book as well, in ms. */
function restOfService({feeds}: State, now: Moment): number {
  const rests = feedPanes.map(pane => {
    const {fault, quietUntil} = feeds[pane];
    return fault?.retryAfterMs === undefined ? 0 : quietUntil - now.mono;
  });
  return Math.max(0, ...rests);
}

/** Figures are made anew so often while a list is read, and whenever one has been. */
const figuresEveryMs = 500;

/** Takes an answer and asks for the next page. */
function takeRead(state: State, came: PageCame, now: Moment): Step {
  const {reading, figuresAt} = state.rounds;
  const [chance, draw] = came.kind === 'failed' ? drawChance(state.chance) : [state.chance, 0];
  const read = takeCame(reading, came, {periodMs: periodOf(state), draw, now});
  const next = withReading({...state, chance}, read);
  const isEnded = read.lists[came.pane].round === undefined;
  const isDue = isEnded || came.kind === 'failed' || now.mono - figuresAt >= figuresEveryMs;
  const [asked, asks] = askBook(isDue ? withFigures(next, now) : next, now);
  const fault = came.kind === 'failed' ? came.fault.text : undefined;
  const isTelling = isEnded || fault !== undefined;
  return [asked, isTelling ? [...asks, {type: 'keepEvents', reading: read, fault}] : asks];
}

/** A pane that shows the whole of its list spares the book a request for it. */
export function takeFromPane<P extends FeedPane>(
  state: State,
  pane: P,
  {answer, began, now}: {readonly answer: PollAnswer<P>; readonly began: Moment; readonly now: Moment},
): Step {
  const {filterText, page} = state.feeds[pane];
  if (filterText !== '' || page !== 0 || answer.filtered !== undefined) return [state, []];
  const periodMs = periodOf(state);
  // Asked for anew all the same where the pane is late, well before what is known is too old.
  const isSoonShown = basePeriod(state.settings, state.pane === pane) <= periodMs;
  const given = {periodMs, patienceMs: isSoonShown ? periodMs / 2 : 0};
  const reading = takeShown(state.rounds.reading, pane, {page: answer, began, now}, given);
  if (reading === state.rounds.reading) return [state, []];
  return [withFigures(withReading(state, reading), now), [{type: 'keepEvents', reading, fault: undefined}]];
}

function withFigures(state: State, now: Moment): State {
  const rows = bookRows(state.rounds.reading);
  if (rows === state.book.rows) return state;
  const rounds = {...state.rounds, figuresAt: now.mono};
  return withAccountRead(withBookRows({...state, rounds}, rows, now));
}

function withReading(state: State, reading: BookReading): State {
  return reading === state.rounds.reading ? state : {...state, rounds: {...state.rounds, reading}};
}

function arm(state: State, ms: number): Step {
  const armed = state.counter + 1;
  const next: State = {...state, counter: armed, rounds: {...state.rounds, arm: armed}};
  return [next, [{type: 'after', ms: Math.max(0, Math.ceil(ms)), then: {type: 'book', due: armed}}]];
}

/** Whether two readings say the same of the account, but for the time that it is true to. */
export function saysSame(before: BookRows, after: BookRows): boolean {
  return before === after || feedPanes.every(pane => isSameList(before[pane], after[pane]));
}

function isSameList(before: Whole<unknown>, after: Whole<unknown>): boolean {
  return (
    before.rows === after.rows &&
    before.isWhole === after.isWhole &&
    before.total === after.total &&
    before.unreadable === after.unreadable &&
    before.fault === after.fault
  );
}
