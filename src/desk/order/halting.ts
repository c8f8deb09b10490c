import {lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import type {Whole} from '../../account/portfolio/rows.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import {askedOptionWords, askedWords, contractText} from '../../account/words/records.ts';
import {type EasyOption, isInt64, type Order} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import {
  type HaltMsg,
  type HaltProgress,
  type HaltWork,
  haltEnds,
  isUnderWay,
  type LeftItem,
} from '../../core/halt/halt.ts';
import {cancelable, soldIn, staysWorking, writesKnown} from '../../core/halt/orders.ts';
import {
  closeToRepeat,
  inDoubt,
  lacking,
  mayTry,
  newWork,
  tried,
  unlistedOrders,
  wasEnded,
  whyUnread,
  withLists,
} from '../../core/halt/round.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {repeatPauseMs} from '../../core/intents/findings.ts';
import {type Intent, isSending} from '../../core/intents/intent.ts';
import {cancelDraft} from '../../core/intents/kinds/cancel.ts';
import {closeDraft} from '../../core/intents/kinds/close.ts';
import {
  sentKindOf,
  target,
  targets,
  type WriteDraft,
  type WriteKind,
} from '../../core/intents/kinds/kinds.ts';
import {isRateLimit, lateMs} from '../../core/intents/outcome.ts';
import {latestOn, lockOn, whyToWait} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import {isSince} from '../feeds/last-read.ts';
import {refreshPortfolio} from '../feeds/rounds.ts';
import {labelOf} from '../key-words.ts';
import {positionsHeld} from '../portfolio/move.ts';
import type {State, Step} from '../state.ts';
import {isReportedBefore, takeSeen, takeUnkept} from './flag.ts';
import {tellIntents} from './intents.ts';

export function takeHalt(state: State, msg: HaltMsg, now: Moment): Step {
  if (msg.type === 'unkept') return [takeUnkept(state, msg, now), []];
  return andThen(takeSeen(state, msg.record, now), next => followHalt(next, now));
}

/** The holder of the controls carries it out. One that the first look finds goes on by its key. */
function followHalt(state: State, now: Moment): Step {
  const {record, work, isFound} = state.halt;
  const {intents, settings, journal} = state;
  const isHolder = intents.viewing === undefined && whyReadOnly(settings.guardrails) === undefined;
  // Before that its account is not proved, and nothing is sent.
  const isOpen = journal.status === 'open';
  const isWanted = isUnderWay(record) && isFound === false && isHolder && isOpen;
  if (isWanted === (work !== undefined)) return [state, []];
  return isWanted
    ? refreshPortfolio(withWork(state, newWork(state, now)), now)
    : [withWork(state, undefined), []];
}

const withWork = (state: State, work: HaltWork | undefined): State => ({
  ...state,
  halt: {...state.halt, work},
});

/**
 * By what the account's lists and the writes are now: what is proved, what is left, and the writes that follow.
 * These are cancels and closes, both in parallel, and each kind in sequence while answers come; each is an
 * ordinary intent. A 429 is waited out, UNKNOWN is left to its reads and repeats, and the rest goes on.
 */
export function goOnHalting(state: State, now: Moment): Step {
  const {record, work: before} = state.halt;
  if (before === undefined || !isUnderWay(record) || state.intents.viewing !== undefined) return [state, []];
  const work = withLists(before, state, now);
  const next = withWork(state, work);
  const progress = progressOf(next, work, now);
  const words = (of: HaltProgress | undefined) => JSON.stringify({...of, at: 0});
  const isSame =
    words(record.progress) === words(progress) && !isReportedBefore(record, state.controls?.since ?? 0);
  const told: Step = [next, isSame ? [] : [{type: 'reportHalt', progress}]];
  if (progress.word !== 'HALTING') return told;
  return andThen(told, each => andThen(askOne(each, canceling, now), last => askOne(last, closing, now)));
}

type Ending = {
  readonly kind: WriteKind;
  drafts(state: State, work: HaltWork, now: Moment): readonly WriteDraft[];
};

/** One write of a kind at a time, as long as the service answers: its result decides the next. */
function askOne(state: State, {kind, drafts}: Ending, now: Moment): Step {
  const {work} = state.halt;
  if (work === undefined || isBusy(state, work, kind, now)) return [state, []];
  const draft = drafts(state, work, now).find(each => isDue(state, work, each, now));
  if (draft === undefined) return [state, []];
  const again = closeToRepeat(state, draft);
  const msg = again ? ({type: 'sendAgain', intentId: again.id} as const) : ({type: 'ask', draft} as const);
  return tellIntents(withWork(state, tried(work, target(draft), now)), msg, now);
}

function isBusy({intents}: State, work: HaltWork, kind: WriteKind, now: Moment): boolean {
  // The journal answers at once; a request of others that never got an answer blocks nothing.
  const isAsked = intents.asking.some(each => each.kind === kind && !mayTry(work, target(each), now));
  const isAwaited = (each: Intent) =>
    each.draft.kind === kind && isSending(each) && now.wall - each.changedAt < slowMs;
  return isAsked || intents.list.some(isAwaited) || whyToWait(intents, {kind}, now) !== undefined;
}

/** An answer that takes longer holds up no other order. */
const slowMs = 2_500;

const canceling: Ending = {
  kind: 'cancel',
  drafts(state, work, now) {
    const known = writesKnown(state, now);
    const listed = cancelable(state, known, work).map(cancelDraft);
    const all = [...listed, ...unlistedOrders(state, work, known, now)];
    return all.filter(each => isInt64(each.orderId));
  },
};

const isClosing = ({halt: {record}}: State): boolean => record?.wants === haltEnds[1];

const closing: Ending = {
  kind: 'close',
  drafts(state) {
    const {rows} = state.rounds.reading.rows.easyOptions;
    const isClosed = ({id, status}: EasyOption) => status === 'ACTIVE' && isInt64(id);
    return isClosing(state) ? rows.filter(isClosed).map(closeDraft) : [];
  },
};

function isDue(state: State, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const isFree =
    lockOn(state.intents, target(draft)) === undefined || closeToRepeat(state, draft) !== undefined;
  return isFree && mayTryWrite(state, work, draft, now) && !wasEnded(state, draft, now);
}

/**
 * A 429 that answered the last try has a pause of its own: `whyToWait`. One that was not sent is tried again
 * once a later read shows that the service answers.
 */
function mayTryWrite({intents, rounds}: State, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const wanted = target(draft);
  const last = intents.list.findLast(each => target(each.draft) === wanted);
  const result = last?.attempts.at(-1)?.result;
  const isLimited = isRateLimit(result?.outcome);
  const isBack = result?.outcome.kind === 'not sent' && isSince(rounds.reading.rows.orders.began, result.at);
  const triedAt = work.tries.get(wanted)?.at ?? 0;
  return mayTry(work, wanted, now) || ((isLimited || isBack) && (result?.at.mono ?? 0) >= triedAt);
}

const mostNamed = 20;

function progressOf(state: State, work: HaltWork, now: Moment): HaltProgress {
  const known = writesKnown(state, now);
  const {orders, easyOptions} = state.rounds.reading.rows;
  const wants = haltEnds[isClosing(state) ? 1 : 0];
  // Without those that a lagging list still shows.
  const listed = orders.rows.filter(each => !hasEnded(each) && !wasEnded(state, cancelDraft(each), now));
  const unlisted = unlistedOrders(state, work, known, now);
  const lack = lacking(state, work, unlisted.length);
  const open = inDoubt(state);
  const atWork = new Set(open.flatMap(each => targets(each.draft)));
  const isNamed = (draft: WriteDraft) => atWork.has(target(draft));
  const left = [
    ...open.map(each => openItem(each, state)),
    ...listed
      .filter(each => !isNamed(cancelDraft(each)))
      .map(each => ({what: `order #${each.orderId} ${askedWords(each)}`, why: whyWorks(each)})),
    ...unlisted.filter(each => !isNamed(each)).map(each => unlistedItem(state, each.orderId)),
    ...unread('orders', orders),
    ...(isClosing(state)
      ? [
          ...easyOptions.rows
            .filter(each => !isOver(each) && !isNamed(closeDraft(each)))
            .map(each => ({what: askedOptionWords(each), why: whyOpen(state, each)})),
          ...unread('Easy Options', easyOptions),
        ]
      : []),
  ];
  const why =
    lack !== undefined && left.length === 0 ? [{what: `${wants} is not confirmed yet`, why: lack}] : [];
  const named = lack === undefined ? positionItems(state) : [...left, ...why];
  const more = named.length - mostNamed;
  return {
    // The clock may have been set back since the controls were taken.
    at: Math.max(now.wall, state.controls?.since ?? 0),
    word: lack === undefined ? wants : 'HALTING',
    left: [...named.slice(0, mostNamed), ...(more > 0 ? [{what: `${more} more`, why: ''}] : [])],
    orders: listed.length + unlisted.length,
  };

  function whyWorks(order: Order): string {
    if (staysWorking(order, known)) return 'closes a position, stays working';
    const sold = soldIn({easyOptions}, order, work);
    if (sold === 'unread') return `may sell an Easy Option: ${whyUnread(easyOptions) ?? 'not read yet'}`;
    if (sold !== undefined) return `sells Easy Option #${sold.id}, not canceled`;
    return whyLeft(state, cancelDraft(order), order.orderId);
  }
}

function unread(what: string, list: Whole<unknown>): LeftItem[] {
  const why = whyUnread(list);
  return why === undefined ? [] : [{what: `The ${what} cannot be read`, why}];
}

function openItem(intent: Intent, state: State): LeftItem {
  const what = draftWords(intent.draft);
  if (intent.state !== 'UNKNOWN') return {what, why: intent.state};
  const isRepeated = sentKindOf(intent.draft).repeats === 'until final';
  if (isRepeated) return {what, why: `UNKNOWN, resending the cancel${resentAt(state, intent)}`};
  const isClosed = isClosing(state) && intent.draft.kind === closing.kind;
  return {what, why: isClosed ? closedAgain(state, intent) : 'UNKNOWN, to be resolved'};
}

/** The pauses grow to a minute. Later the next answer of the list sends it. */
function resentAt(state: State, cancel: Intent): string {
  const {since = state.now} = state.intents.reads[cancel.id] ?? {};
  const at = since.wall + repeatPauseMs(cancel);
  return at > state.now.wall ? ` at ${serviceClock(state, at)}` : '';
}

/** Until then a list may not show what its request did. A person need not wait. */
function closedAgain(state: State, {attempts, askedAt}: Intent): string {
  const sentAt = attempts.at(-1)?.startedAt ?? askedAt;
  const from = sentAt.wall + lateMs + lagsOf(state.link, state.settings).listLagMs;
  const key = labelOf(state.settings.bindings, 'resend');
  return `UNKNOWN, closed again from ${serviceClock(state, from)} if it stays ACTIVE; ${key} closes it now`;
}

function unlistedItem({portfolio}: State, orderId: string): LeftItem {
  const owner = portfolio.rows.easyOptions.rows.find(each => each.orderId === orderId);
  const of = owner === undefined ? '' : ` of Easy Option #${owner.id}`;
  const why = isInt64(orderId) ? 'not listed, its end is not confirmed' : oddId;
  return {what: `order #${orderId}${of}`, why};
}

function whyOpen(state: State, option: EasyOption): string {
  switch (option.status) {
    case 'ACTIVE':
      return whyLeft(state, closeDraft(option), option.id);
    case 'PENDING':
      return 'closed once it is ACTIVE';
    case 'CLOSING':
      return 'is closing';
    case 'TRIGGERED':
      return 'ends without a close';
    default:
      return 'unknown status';
  }
}

const oddId = 'its id is not a 64-bit integer';

function whyLeft({intents, now}: State, draft: WriteDraft, id: string): string {
  if (!isInt64(id)) return oddId;
  const last = latestOn(intents, target(draft));
  if (last?.state === 'CONFIRMED') return 'CONFIRMED, still listed';
  if (last !== undefined) return `${last.state}. ${last.reason}`;
  return whyToWait(intents, draft, now) ?? lockOn(intents, target(draft)) ?? 'queued';
}

/** A halt places no order: a person sets the price. */
function positionItems(state: State): LeftItem[] {
  const key = labelOf(state.settings.bindings, 'close');
  return positionsHeld(state).map(each => ({
    what: `position ${each.net} ${contractText({...each, strikePrice: each.strike, expiryDate: each.expiry})}`,
    why: `${key} on Portfolio closes it by an order, also while HALTED`,
  }));
}
