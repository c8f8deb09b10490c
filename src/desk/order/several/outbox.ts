import {age, type Moment} from '../../../account/model/moment.ts';
import {isWorking} from '../../../account/resources/orders.ts';
import {resources} from '../../../account/resources/resources.ts';
import {asItCame, capital, counted} from '../../../account/words/text.ts';
import {andThen} from '../../../core/chain.ts';
import {eventLine} from '../../../core/events/line.ts';
import {isHalted} from '../../../core/halt/halt.ts';
import {type Intent, isFollowed, isOver, isState} from '../../../core/intents/intent.ts';
import {isAmend} from '../../../core/intents/kinds/amend.ts';
import {confirmedForMs} from '../../../core/intents/kinds/kind.ts';
import {askedTarget, type Draft, kindOf, requestsOf, targets} from '../../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../core/intents/kinds/place.ts';
import {inFlight, lockOn, whyToWait} from '../../../core/intents/selectors.ts';
import {leftUnreplaced, orderOf} from '../../../core/intents/words.ts';
import {pollAll} from '../../feeds/feeds.ts';
import type {Msg} from '../../messages.ts';
import {merge, tell} from '../../notices.ts';
import type {State, Step} from '../../state.ts';
import {gateOf} from '../gate-now.ts';
import {tellIntents} from '../intents.ts';
import type {Outbox, OutboxItem} from '../ordering.ts';
import {rowsListed} from '../review-lines.ts';
import type {ListedRows} from '../tickets/ticket.ts';
import {ticketOf} from '../tickets/tickets.ts';
import {leaveRows, seekMoved} from './rows.ts';

/**
 * The outbox: what one key confirmed of several, asked one after another as ordinary writes. Each is an intent
 * of its own, and its item says how that stands, so nothing is sent twice. A 429 proves that nothing was done:
 * the same one is asked again. What is refused or UNKNOWN is passed and named.
 */
export function sendSeveral(
  state: State,
  drafts: readonly Draft[],
  now: Moment,
  known?: Outbox['known'],
): Step {
  const items = drafts.map((draft): OutboxItem => ({draft, stands: 'waiting', reason: ''}));
  const outbox = {items, known, startedAt: now, changedAt: now};
  return [{...state, outbox}, [{type: 'keepSeveral', what: severalTitle(drafts)}]];
}

/** After each message: how the writes stand, whether the rest may still be sent, and the next one. */
export function followOutbox(before: State, step: Step, msg: Msg): Step {
  const [state, commands] = step;
  const {outbox} = state;
  if (outbox === undefined) return step;
  const {now} = msg;
  const lost = whyLost(before, step);
  if (lost !== undefined) {
    const [ended, last] = end({...state, outbox: {...outbox, stopped: outbox.stopped ?? lost}}, now);
    return [ended, [...last, ...commands]];
  }
  const stood = standingNow(state, outbox, msg);
  const isNewlyHalted = isHalted(state) && !isHalted(before);
  return andThen([isNewlyHalted ? stopRest(stood, 'HALTED') : stood, commands], next => goOn(next, now));
}

/** Nothing that is under way can then be followed here. */
function whyLost({controls: was}: State, [{controls: is}, commands]: Step): string | undefined {
  if (is !== undefined && (was?.is !== is.is || was.epoch !== is.epoch))
    return is.is === 'ours' ? 'the controls changed hands' : `${is.by} took the controls`;
  return commands.some(({type}) => type === 'quit') ? 'optty was quit' : undefined;
}

function standingNow(state: State, outbox: Outbox, msg: Msg): State {
  const {asking, list} = state.intents;
  const since = outbox.startedAt.mono;
  const own = list.filter(each => each.askedAt.mono >= since);
  const latest = new Map(own.map(each => [askedTarget(each.draft), each]));
  const refused = msg.type === 'intent' && msg.msg.type === 'askFailed' ? msg.msg.reason : '';
  const items = outbox.items.map((item): OutboxItem => {
    const wanted = askedTarget(item.draft);
    const intent = latest.get(wanted);
    if (intent !== undefined && intent !== item.intent) return standing(state, item, intent);
    const isRefused = item.stands === 'asked' && !asking.some(each => askedTarget(each) === wanted);
    return isRefused ? {...item, stands: 'NOT SENT', reason: refused} : item;
  });
  const changed = items.filter(each => !outbox.items.includes(each));
  if (changed.length === 0) return state;
  const next: State = {...state, outbox: {...outbox, items, changedAt: msg.now}};
  return changed.flatMap(({intent}) => intent ?? []).reduce((each, to) => withMoved(each, to, msg.now), next);
}

function standing({intents}: State, {draft}: OutboxItem, intent: Intent): OutboxItem {
  const {state, reason, attempts} = intent;
  if (isFollowed(intents, intent)) return {draft, intent, stands: 'SENDING', reason};
  const left = leftUnreplaced(intent);
  if (left !== undefined) return {draft, intent, stands: 'NOT REPLACED', reason: left};
  const isWhole = isAmend(draft) && state === 'CONFIRMED' && replacedBy(intent.draft) === undefined;
  if (isWhole) return {draft, intent, stands: 'left out', reason};
  const outcome = attempts.at(-1)?.result?.outcome;
  const status = outcome?.kind === 'status' ? outcome.status : 0;
  const rejected = status === 429 ? 'waiting' : refusals.includes(status) ? state : 'left out';
  return {draft, intent, stands: state === 'REJECTED' ? rejected : state, reason};
}

/** These refuse the write itself; after any other a read showed that its record had ended. */
const refusals: readonly number[] = [400, 401, 403, 413, 422];

/** The new order of an amend is marked, for the next tick. */
function withMoved(state: State, intent: Intent, now: Moment): State {
  const id = intent.state === 'CONFIRMED' && replacedBy(intent.draft) ? intent.resolvedRecordId : undefined;
  if (id === undefined || hasFilledAtOnce(intent)) return seekMoved(state, intent, now);
  const orders = new Set([...state.marked.orders, id]);
  return seekMoved({...state, marked: {...state.marked, orders}}, intent, now);
}

const hasFilledAtOnce = (intent: Intent | undefined) =>
  intent?.state === 'CONFIRMED' && orderOf(intent)?.status === 'FILLED';

function goOn(state: State, now: Moment): Step {
  const {outbox, intents} = state;
  const item = outbox?.items.find(each => each.stands === 'waiting');
  if (outbox === undefined || item === undefined || outbox.stopped !== undefined)
    return isAtEnd(state, now) ? andThen(end(state, now), ended => pollAll(ended, now)) : [state, []];
  const {draft} = item;
  const isLimited = waitMs(state, now) > 0;
  const why =
    whyStopped(state, outbox, draft, now) ?? (isLimited ? undefined : whyToWait(intents, draft, now));
  if (why !== undefined) return goOn(stopRest(state, why), now);
  const isAdding = kindOf(draft).adds !== undefined;
  if (isLimited || intents.asking.length > 0 || inFlight(intents).length > 0) return [state, []];
  const isOver = ticketOf(draft).over?.(draft, rowsListed(state, outbox.startedAt));
  const skipped = isOver ?? lockOn(intents, ...targets(draft));
  if (skipped !== undefined)
    return goOn(withItem(state, outbox, {...item, stands: 'left out', reason: skipped}), now);
  const asked = withItem(state, {...outbox, changedAt: now}, {...item, stands: 'asked', reason: ''});
  // One key confirmed all of them: the last is as old as the first. An exit does not age.
  return tellIntents(asked, {type: 'ask', draft, at: isAdding ? outbox.startedAt : now}, now);
}

/** The rule for the rest: the gate, a link or a journal that fails, and new risk that fails or is late. */
function whyStopped(state: State, {items, startedAt}: Outbox, draft: Draft, now: Moment): string | undefined {
  const isAdding = kindOf(draft).adds !== undefined;
  const failed = items.find(({stands}) => (isAdding ? fails.includes(stands) : stands === 'NOT SENT'));
  if (failed !== undefined) return `${idOf(failed)} ${failed.stands}`;
  const isLate = isAdding && age(startedAt, now) > confirmedForMs;
  return gateOf({...state, now})(draft) ?? (isLate ? 'It took too long; check the current price' : undefined);
}

const fails: readonly Stands[] = ['REJECTED', 'UNKNOWN', 'NOT SENT', 'NOT REPLACED'];

function withItem(state: State, outbox: Outbox, item: OutboxItem): State {
  const items = outbox.items.map(each => (each.draft === item.draft ? item : each));
  return {...state, outbox: {...outbox, items}};
}

export function stopRest(state: State, stopped: string): State {
  return isGoingOn(state) && state.outbox !== undefined
    ? {...state, outbox: {...state.outbox, stopped}}
    : state;
}

export function isGoingOn({outbox}: Pick<State, 'outbox'>): boolean {
  return outbox?.stopped === undefined && outbox?.items.some(each => each.stands === 'waiting') === true;
}

const isUnderWay = ({stands}: OutboxItem) =>
  stands === 'asked' || (isState(stands) && !isOver[stands] && stands !== 'UNKNOWN');

export function waitMs({outbox, intents}: Pick<State, 'outbox' | 'intents'>, now: Moment): number {
  const kind = outbox?.items[0]?.draft.kind;
  const until = kind === undefined ? [] : requestsOf(kind).map(each => intents.blockedUntil[each] ?? 0);
  return Math.max(0, ...until.map(ms => ms - now.mono));
}

/** Time for the last reads to settle before the summary, in ms. */
const settleMs = 5_000;

function isAtEnd({outbox, intents}: State, now: Moment): boolean {
  if (outbox === undefined || intents.asking.length > 0) return false;
  const open = outbox.items.filter(each => each.stands === 'UNKNOWN' || isUnderWay(each));
  if (inFlight(intents).some(each => open.some(({intent}) => intent?.id === each.id))) return false;
  return open.length === 0 || now.mono - outbox.changedAt.mono >= settleMs;
}

function end(state: State, now: Moment): Step {
  const {outbox} = state;
  if (outbox === undefined) return [state, []];
  const {items, known, startedAt} = outbox;
  const came = cameSince(state, known);
  const more = `. ${counted(came, 'order')} came since and ${came === 1 ? 'is' : 'are'} working`;
  const outcome = `${outboxWords(outbox, {listed: rowsListed(state)})}${came === 0 ? '' : more}`;
  const done = items.filter(({stands}) => stands === 'CONFIRMED');
  const isWell = done.length === items.length && came === 0;
  const what = items[0]?.draft.kind ?? '';
  const told = {what, target: 'several', amount: String(items.length), outcome};
  const line = eventLine(now.wall, 'several', told, `several:${startedAt.wall}`);
  const of = {about: 'several', isOwn: true, stays: !isWell};
  const ended = tell({...state, outbox: undefined}, outcome, isWell ? 'good' : 'danger', now, of);
  const left = done.map(({draft}) => draft);
  return [
    leaveRows(merge(ended, [line]), left, now),
    [
      {type: 'keepActivity', lines: [line]},
      {type: 'keepSeveral', what: undefined},
    ],
  ];
}

/** Working orders that were not listed when a review of all opened. */
export function cameSince({rounds}: Pick<State, 'rounds'>, known: Outbox['known']): number {
  const {rows} = rounds.reading.rows.orders;
  return rows.filter(each => known?.has(each.orderId) === false && isWorking(each)).length;
}

type Stands = OutboxItem['stands'];

/** All are of one kind. */
function recordsOf(drafts: readonly Draft[]): string {
  const isOfOrders = drafts.every(each => ticketOf(each).pane === 'orders');
  return counted(drafts.length, resources[isOfOrders ? 'orders' : 'easyOptions'].singular);
}

/** `cancel 30 orders` */
export function severalWords(drafts: readonly Draft[]): string {
  return `${drafts[0]?.kind} ${recordsOf(drafts)}`;
}

export const severalTitle = (drafts: readonly Draft[]): string => capital(severalWords(drafts));

/** `30 orders: 20 canceled, 1 REJECTED, 9 to go (429: 12 s)`; at its end, by the rows, with ids and reasons */
export function outboxWords(
  {items, stopped}: Outbox,
  {waitMs: ms = 0, listed}: {readonly waitMs?: number; readonly listed?: ListedRows} = {},
): string {
  const isEnd = listed !== undefined;
  const {waiting = [], ...asked} = Object.groupBy(items, each => wordOf(each, listed));
  const wait = ms > 0 ? ` (429: ${Math.ceil(ms / 1000)} s)` : '';
  const parts = Object.entries(asked).map(([word, some = []]) => {
    const isPlain = word !== 'FILLED' && some.every(({stands}) => stands === 'CONFIRMED');
    return `${some.length} ${word}${isEnd && !isPlain ? names(some, withReason) : ''}`;
  });
  const unsent = isEnd ? `not sent${names(waiting, idOf)}: ${stopped?.replace(/\.$/, '')}` : 'not sent';
  const rest =
    waiting.length === 0 ? [] : `${waiting.length} ${stopped === undefined ? `to go${wait}` : unsent}`;
  return `${recordsOf(items.map(({draft}) => draft))}: ${[...parts, rest].flat().join(', ')}`;
}

function wordOf(item: OutboxItem, listed: ListedRows | undefined): string {
  const {draft, intent, stands} = item;
  if (isUnderWay(item)) return 'in progress';
  if (stands !== 'CONFIRMED') return stands;
  const {status} = ('easyOptionId' in draft && listed?.row('easyOptions', draft.easyOptionId)) || {};
  if (status === 'CLOSED' || status === 'CLOSING') return status;
  return hasFilledAtOnce(intent) ? 'FILLED' : (ticketOf(draft).confirmed ?? stands);
}

const mostNamed = 3;

function names(items: readonly OutboxItem[], say: (item: OutboxItem) => string): string {
  const more = items.length > mostNamed ? `, and ${items.length - mostNamed} more` : '';
  return ` (${items.slice(0, mostNamed).map(say).join(', ')}${more})`;
}

function idOf({draft}: OutboxItem): string {
  return kindOf(draft).words.target(draft);
}

/** The banner of an UNKNOWN one says why. */
const withReason = (item: OutboxItem) =>
  item.reason === '' || item.stands === 'UNKNOWN' || item.stands === 'CONFIRMED'
    ? idOf(item)
    : `${idOf(item)}: ${asItCame(item.reason).replace(/\.$/, '')}`;
