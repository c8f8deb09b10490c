import {age, type Moment} from '../../../account/model/moment.ts';
import {isWorking} from '../../../account/resources/orders.ts';
import {resources} from '../../../account/resources/resources.ts';
import {askedWords, noLongerOpen} from '../../../account/words/records.ts';
import {asItCame, capital, counted} from '../../../account/words/text.ts';
import {provesNothingDone} from '../../../api/errors.ts';
import {andThen} from '../../../core/chain.ts';
import {eventLine} from '../../../core/events/line.ts';
import {isHalted} from '../../../core/halt/halt.ts';
import {serviceClock} from '../../../core/intents/clock.ts';
import {type Intent, isFollowed, isOver, isState} from '../../../core/intents/intent.ts';
import {isAmend} from '../../../core/intents/kinds/amend.ts';
import {confirmedForMs} from '../../../core/intents/kinds/kind.ts';
import {
  askedTarget,
  type Draft,
  draftIn,
  kindOf,
  makesRecord,
  requestsOf,
  targets,
} from '../../../core/intents/kinds/kinds.ts';
import {replacedBy} from '../../../core/intents/kinds/place.ts';
import {isRateLimit, type Outcome} from '../../../core/intents/outcome.ts';
import {inFlight, lockOn, whyToWait} from '../../../core/intents/selectors.ts';
import {draftWords, leftUnreplaced, orderOf} from '../../../core/intents/words.ts';
import {readSeveral} from '../../../core/journal/json.ts';
import {noteTold} from '../../announce.ts';
import {pollAll} from '../../feeds/feeds.ts';
import type {Command, Msg} from '../../messages.ts';
import {merge, tell} from '../../notices.ts';
import type {State, Step} from '../../state.ts';
import {gateOf} from '../gate-now.ts';
import {tellIntents} from '../intents.ts';
import type {Outbox, OutboxItem} from '../ordering.ts';
import {rowsListed} from '../review-lines.ts';
import type {ListedRows} from '../tickets/ticket.ts';
import {ticketOf} from '../tickets/tickets.ts';
import {leaveRows, markAgain, seekMoved} from './marks.ts';

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
  const latest = latestOf(state.intents.list);
  const asked = drafts.map(draft => ({draft, before: latest.get(askedTarget(draft))?.id}));
  const outbox = {items: asked.map(waiting), known, startedAt: now, changedAt: now};
  return [{...state, outbox}, [{type: 'keepSeveral', what: {at: now.wall, asked}}]];
}

const waiting = (of: Pick<OutboxItem, 'draft' | 'before'>): OutboxItem => ({
  ...of,
  stands: 'waiting',
  reason: '',
});

const latestOf = (list: readonly Intent[]) => new Map(list.map(each => [askedTarget(each.draft), each]));

/** Those that the holder of the controls sends, or the one before it left. The state forgets old writes. */
export function outboxKept(state: State, now: Moment, journaled: readonly Intent[] = []): Outbox | undefined {
  const kept = readSeveral(state.controls?.several ?? '');
  if (kept === undefined) return undefined;
  const items = kept.asked.flatMap(({draft, before}) => {
    const read = draftIn(draft);
    return 'draft' in read ? waiting({...read, before}) : [];
  });
  const outbox = {items, startedAt: {...now, wall: kept.at}, changedAt: now};
  return {...outbox, items: itemsNow(state, outbox, [...journaled, ...state.intents.list])};
}

/** The new holder sends nothing of them, but follows those that were sent to their end, and names the rest. */
export function takeOutbox(state: State, journaled: readonly Intent[], now: Moment): Step {
  const outbox = state.controls?.is === 'ours' ? outboxKept(state, now, journaled) : undefined;
  if (outbox === undefined) return [state, []];
  if (state.told.has(idOfLine(outbox))) return [state, [forget]];
  return [{...state, outbox: {...outbox, stopped: 'the process that sent them lost the controls'}}, []];
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
  const refused = msg.type === 'intent' && msg.msg.type === 'askFailed' ? msg.msg.reason : '';
  const items = itemsNow(state, outbox, state.intents.list, refused);
  const changed = items.filter(each => !outbox.items.includes(each));
  if (changed.length === 0) return state;
  const next: State = {...state, outbox: {...outbox, items, changedAt: msg.now}};
  return changed.flatMap(({intent}) => intent ?? []).reduce((each, to) => withMoved(each, to, msg.now), next);
}

function itemsNow(state: State, {items}: Outbox, list: readonly Intent[], refused = '') {
  const latest = latestOf(list);
  return items.map((item): OutboxItem => {
    const wanted = askedTarget(item.draft);
    const intent = latest.get(wanted);
    if (intent !== undefined && intent.id !== item.before && intent !== item.intent)
      return standing(state, item, intent);
    const isAsked = state.intents.asking.some(each => askedTarget(each) === wanted);
    return item.stands === 'asked' && !isAsked ? {...item, stands: 'NOT SENT', reason: refused} : item;
  });
}

function standing({intents}: State, item: OutboxItem, intent: Intent): OutboxItem {
  const {state, reason, attempts} = intent;
  const known = {...item, intent, reason};
  if (isFollowed(intents, intent)) return {...known, stands: 'SENDING'};
  const left = leftUnreplaced(intent);
  if (left !== undefined) return {...known, stands: 'NOT REPLACED', reason: left};
  const isWhole = isAmend(item.draft) && state === 'CONFIRMED' && replacedBy(intent.draft) === undefined;
  if (isWhole) return {...known, stands: 'left out'};
  const outcome = attempts.at(-1)?.result?.outcome;
  const rejected = isRateLimit(outcome) ? 'waiting' : refusesIt(outcome) ? state : 'left out';
  return {...known, stands: state === 'REJECTED' ? rejected : state};
}

/** The write itself; after any other outcome a read showed that its record had ended. */
const refusesIt = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'status' && outcome.status !== 404 && provesNothingDone(outcome.status, outcome.ownBody);

/** The new order of an amend is marked, for the next tick. */
function withMoved(state: State, intent: Intent, now: Moment): State {
  const id = intent.state === 'CONFIRMED' && replacedBy(intent.draft) ? intent.resolvedRecordId : undefined;
  if (id === undefined || hasFilledAtOnce(intent)) return seekMoved(state, intent, now);
  const orders = new Set([...state.marked.orders, id]);
  return seekMoved({...state, marked: {...state.marked, orders}}, intent, now);
}

const statusOf = (intent: Intent | undefined) =>
  intent?.state === 'CONFIRMED' ? orderOf(intent)?.status : undefined;

const hasFilledAtOnce = (intent: Intent | undefined) => statusOf(intent) === 'FILLED';

/** A cancel that finds its order final, filled or canceled, has canceled nothing for sure. */
const isDone = ({stands, intent}: OutboxItem) => stands === 'CONFIRMED' && statusOf(intent) !== noLongerOpen;

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
  const isAdding = makesRecord(draft);
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
  const isAdding = makesRecord(draft);
  const failed = items.find(({stands}) => (isAdding ? fails.includes(stands) : stands === 'NOT SENT'));
  if (failed !== undefined) return `${idOf(failed)} was ${failed.stands}`;
  const isLate = isAdding && age(startedAt, now) > confirmedForMs;
  return gateOf({...state, now})(draft) ?? (isLate ? 'It took too long; check the current price' : undefined);
}

const fails: readonly OutboxItem['stands'][] = ['REJECTED', 'UNKNOWN', 'NOT SENT', 'NOT REPLACED'];

function withItem(state: State, outbox: Outbox, item: OutboxItem): State {
  const items = outbox.items.map(each => (each.draft === item.draft ? item : each));
  return {...state, outbox: {...outbox, items}};
}

export const stopRest = (state: State, stopped: string): State =>
  isGoingOn(state) && state.outbox ? {...state, outbox: {...state.outbox, stopped}} : state;

export const isGoingOn = ({outbox}: Pick<State, 'outbox'>): boolean =>
  outbox?.stopped === undefined && outbox?.items.some(each => each.stands === 'waiting') === true;

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
  const {items, known} = outbox;
  const came = cameSince(state, known);
  const more = `. ${counted(came, 'order')} came since and ${came === 1 ? 'is' : 'are'} working`;
  const done = items.filter(({stands}) => stands === 'CONFIRMED');
  const isWell = items.every(isDone) && came === 0;
  // The end of what alone is in doubt, or not replaced, is told by itself.
  const left = items.filter(each => !isDone(each));
  const isOpen = ({stands}: OutboxItem) => stands === 'UNKNOWN' || stands === 'NOT REPLACED';
  const isTold = left.length > 0 && came === 0 && left.every(isOpen);
  const at = isTold ? undefined : serviceClock(state, now.wall);
  const [text = '', outcome = ''] = [mostNamed, items.length].map(
    most => `${outboxWords(outbox, {listed: rowsListed(state), most, at})}${came === 0 ? '' : more}`,
  );
  const what = items[0]?.draft.kind ?? '';
  const of = {what, target: 'several', amount: String(items.length), outcome};
  const line = eventLine(now.wall, 'several', of, idOfLine(outbox));
  const until = isTold ? left.map(({intent}) => intent?.id ?? '') : undefined;
  const how = {about: 'several', isOwn: true, stays: !isWell, whole: outcome, until};
  const ended = tell({...state, outbox: undefined}, text, isWell ? 'good' : 'danger', now, how);
  const told = noteTold(merge(ended, [line]), line.id, '');
  const drafts = done.map(({draft}) => draft);
  const rest = items.flatMap(({draft, stands}) => (stands === 'waiting' ? draft : []));
  const marked = known === undefined ? markAgain(told, rest) : told;
  return [leaveRows(marked, drafts, now), [{type: 'keepActivity', lines: [line]}, forget]];
}

const idOfLine = ({startedAt}: Outbox) => `several:${startedAt.wall}`;
const forget: Command = {type: 'keepSeveral', what: undefined};

/** Working orders that were not listed when a review of all opened. */
export function cameSince({rounds}: Pick<State, 'rounds'>, known: Outbox['known']): number {
  const {rows} = rounds.reading.rows.orders;
  return rows.filter(each => known?.has(each.orderId) === false && isWorking(each)).length;
}

/** `cancel 30 orders`: all are of one kind. */
export function severalWords(drafts: readonly Draft[]): string {
  const isOfOrders = drafts.every(each => ticketOf(each).pane === 'orders');
  const {singular} = resources[isOfOrders ? 'orders' : 'easyOptions'];
  return `${drafts[0]?.kind} ${counted(drafts.length, singular)}`;
}

export const severalTitle = (drafts: readonly Draft[]): string => capital(severalWords(drafts));

/** `Cancel 30 orders: 20 canceled, 9 to go (429: 12 s)`; at its end, by the rows, with ids and reasons */
export function outboxWords(
  {items, stopped}: Outbox,
  {
    waitMs: ms = 0,
    listed,
    most = mostNamed,
    at,
  }: {waitMs?: number; listed?: ListedRows; most?: number; at?: string | undefined} = {},
): string {
  const isEnd = listed !== undefined;
  const {waiting: unsent = [], ...asked} = Object.groupBy(items, each => wordOf(each, listed));
  const wait = ms > 0 ? ` (429: ${Math.ceil(ms / 1000)} s)` : '';
  const parts = Object.entries(asked).map(([word, some = []]) => {
    const isPlain = word !== 'FILLED' && some.every(isDone);
    // They end later, and each says so itself.
    const then = at && some.some(each => isUnderWay(each) || each.stands === 'UNKNOWN') ? ` at ${at}` : '';
    return `${some.length} ${word}${then}${isEnd && !isPlain ? ` (${few(some.map(withReason), most)})` : ''}`;
  });
  const rest = few(unsent.map(recordWords), most);
  const why = isEnd ? `not sent (${rest}): ${stopped?.replace(/\.$/, '')}` : 'not sent';
  const last = unsent.length === 0 ? [] : `${unsent.length} ${stopped === undefined ? `to go${wait}` : why}`;
  return `${severalTitle(items.map(({draft}) => draft))}: ${[...parts, last].flat().join(', ')}`;
}

function wordOf(item: OutboxItem, listed: ListedRows | undefined): string {
  const {draft, intent, stands} = item;
  if (isUnderWay(item)) return 'in progress';
  if (stands !== 'CONFIRMED') return stands;
  const {status} = ('easyOptionId' in draft && listed?.row('easyOptions', draft.easyOptionId)) || {};
  if (status === 'CLOSED' || status === 'CLOSING') return status;
  if (hasFilledAtOnce(intent)) return 'FILLED';
  return isDone(item) ? (ticketOf(draft).confirmed ?? stands) : noLongerOpen;
}

const mostNamed = 3;

/** `a, b, c and 9 more` */
export function few(names: readonly string[], most = mostNamed, count = names.length): string {
  const first = names.slice(0, most);
  const more = count > first.length ? `${count - first.length} more` : '';
  return [first.join(', '), more].filter(Boolean).join(' and ');
}

/** `BUY 2 X @ 240 #5` */
const recordWords = ({draft}: OutboxItem) =>
  'orderId' in draft ? `${askedWords(draft)} #${draft.orderId}` : draftWords(draft);

const idOf = ({draft}: OutboxItem) => kindOf(draft).words.target(draft);

/** The banner of an UNKNOWN one says why. */
function withReason(item: OutboxItem): string {
  const {stands, reason} = item;
  const name = stands === 'NOT SENT' ? recordWords(item) : idOf(item);
  const isTold = reason === '' || stands === 'UNKNOWN' || stands === 'CONFIRMED';
  return isTold ? name : `${name}: ${asItCame(reason).replace(/\.$/, '')}`;
}
