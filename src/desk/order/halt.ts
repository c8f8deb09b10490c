import {lagsOf} from '../../account/model/lags.ts';
import type {Moment} from '../../account/model/moment.ts';
import {heldPositions} from '../../account/portfolio/positions.ts';
import {isFinal} from '../../account/resources/easy-options.ts';
import {hasEnded} from '../../account/resources/orders.ts';
import {askedOptionWords, askedWords, contractText} from '../../account/words/records.ts';
import {isInt64, type Order} from '../../api/wire/records.ts';
import {andThen} from '../../core/chain.ts';
import {whyReadOnly} from '../../core/gate/gate.ts';
import {
  type AccountRead,
  type HaltEnd,
  type HaltFacts,
  type HaltMsg,
  type HaltProgress,
  type HaltRecord,
  type HaltWork,
  haltEnds,
  isUnderWay,
  type LeftItem,
} from '../../core/halt/halt.ts';
import {
  cancelable,
  maySellEasyOption,
  soldIn,
  staysWorking,
  type WritesKnown,
  wasEnded,
  withListedBefore,
  writesKnown,
} from '../../core/halt/orders.ts';
import {inDoubt, lacking, mayTry, newWork, tried, unlistedOrders, withRound} from '../../core/halt/round.ts';
import {type Intent, type Intents, isResolved} from '../../core/intents/intent.ts';
import {type CancelDraft, cancelDraft} from '../../core/intents/kinds/cancel.ts';
import {closeDraft} from '../../core/intents/kinds/close.ts';
import {
  sentKindOf,
  target,
  targets,
  type WriteDraft,
  type WriteKind,
} from '../../core/intents/kinds/kinds.ts';
import {serviceNow} from '../../core/intents/looks.ts';
import {lateMs} from '../../core/intents/outcome.ts';
import {inFlight, latestOn, lockOn, needsNewRequest, whyToWait} from '../../core/intents/selectors.ts';
import {draftWords} from '../../core/intents/words.ts';
import type {Command} from '../messages.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {takeSeen, takeUnkept, wantHalt} from './flag.ts';
import {tellIntents} from './intents.ts';

/**
 * A halt in rounds: read the journal and the service's lists, then ask for the writes that follow and decide
 * what is proved. The holder of the controls carries it out. One that the first look finds goes on by its key.
 */
const roundMs = 2_000;
const longestPauseMs = 30_000;

function followHalt(state: State, now: Moment): Step {
  const {record, work, isFound} = state.halt;
  const isHolder =
    state.intents.viewing === undefined && whyReadOnly(state.settings.guardrails) === undefined;
  // Before that its account is not proved, and nothing is sent.
  const isOpen = state.journal.status === 'open';
  const isWanted = isUnderWay(record) && isFound === false && isHolder && isOpen;
  if (isWanted === (work !== undefined)) return [state, []];
  return isWanted ? beginRound(state, newWork(0), now) : [withWork(state, undefined), []];
}

function withWork(state: State, work: HaltWork | undefined): State {
  return {...state, halt: {...state.halt, work}};
}

function beginRound(state: State, before: HaltWork, now: Moment): Step {
  const {counter, halt, settings} = state;
  const number = counter + 1;
  const since = now.wall - 2 * settings.listLagMs;
  const wantsOptions = halt.record?.wants === haltEnds[1];
  const easyOptions = wantsOptions || before.read?.orders.rows.some(maySellEasyOption) === true;
  return [
    withWork({...state, counter: number}, {...before, number}),
    [{type: 'readForHalt', number, easyOptions, since: Math.min(since, halt.record?.at ?? since)}],
  ];
}

/** A list that fails has what was listed before: a write to what has ended meanwhile is refused. */
function withKnown(state: State, {facts}: {readonly facts: HaltFacts}, read: AccountRead): AccountRead {
  const {orders} = read;
  if (orders.fault === undefined) return read;
  return {...read, orders: {...orders, rows: withListedBefore(state, orders.rows, facts.listed)}};
}

/** Likewise, with the rows that came over those read before. */
function optionsKnown({portfolio}: State, {easyOptions}: AccountRead) {
  const {rows = [], fault} = easyOptions ?? {};
  if (fault === undefined) return rows;
  return [...new Map([...portfolio.rows.easyOptions.rows, ...rows].map(each => [each.id, each])).values()];
}

const showsOrder = ({orders}: AccountRead) => orders.rows.some(each => !hasEnded(each));

function takeRound(state: State, before: HaltWork, msg: Extract<HaltMsg, {type: 'read'}>, now: Moment): Step {
  const {record} = state.halt;
  const {facts, number} = msg;
  if (!isUnderWay(record)) return [state, []];
  if (facts === undefined)
    return [withWork(state, {...before, empty: undefined}), [nextRound(number, before.faults)]];
  // A read that fails and shows an order is no gap between two empty ones.
  const earlier = showsOrder(msg.read) ? {...before, empty: undefined} : before;
  const known = before.facts === undefined ? withSeen(state, earlier, facts, now) : earlier;
  const work = withRound(known, facts, withKnown(state, {facts}, msg.read), state.settings);
  const progress = progressOf(state, work, record, now);
  const hasEnded = progress.word !== 'HALTING';
  const isNews = !hasEnded && !isSame(record.progress, progress);
  const told: Step = [
    withWork(state, work),
    [
      ...(hasEnded ? [{type: 'finishHalt', progress, facts} as const] : []),
      ...(isNews ? [{type: 'reportHalt', progress} as const] : []),
      nextRound(number, work.faults),
    ],
  ];
  return hasEnded ? told : andThen(told, next => goOnHalting(next, now));
}

/** Before the first round: the orders that this process and earlier ones saw listed. */
function withSeen(state: State, work: HaltWork, {listed}: HaltFacts, at: Moment): HaltWork {
  const orders = withListedBefore(state, [], listed);
  return {...work, seen: new Map(orders.map(order => [order.orderId, {order, at}]))};
}

function nextRound(number: number, faults: number): Command {
  const ms = Math.min(longestPauseMs, roundMs * 2 ** faults);
  return {type: 'after', ms, then: {type: 'halt', msg: {type: 'due', number}}};
}

function isSame(before: HaltProgress | undefined, after: HaltProgress): boolean {
  return before !== undefined && JSON.stringify({...before, at: 0}) === JSON.stringify({...after, at: 0});
}

/**
 * The writes of a halt: cancels and closes, each kind in sequence, both in parallel. Each is an ordinary
 * intent. A 429 is waited out, UNKNOWN is left to its reads and repeats, and the rest goes on.
 */
export function goOnHalting(state: State, now: Moment): Step {
  if (state.halt.work?.read === undefined || state.intents.viewing !== undefined) return [state, []];
  return andThen(askOne(state, canceling, now), next => askOne(next, closing, now));
}

type Ending = {
  readonly kind: WriteKind;
  drafts(state: State, work: HaltWork, record: HaltRecord, now: Moment): readonly WriteDraft[];
};

function askOne(state: State, {kind, drafts}: Ending, now: Moment): Step {
  const {record, work} = state.halt;
  if (work === undefined || !isUnderWay(record)) return [state, []];
  if (isBusy(state, work, kind, now) || whyToWait(state.intents, {kind}, now) !== undefined)
    return [state, []];
  const draft = drafts(state, work, record, now).find(each => isDue(state, work, each, now));
  if (draft === undefined) return [state, []];
  const ends = undone(state, work, draft)?.id;
  return tellIntents(withWork(state, tried(work, target(draft), now)), {type: 'ask', draft, ends}, now);
}

/** An UNKNOWN close whose Easy Option is ACTIVE after any time that its request may take. */
function undone({intents, settings}: State, {read}: HaltWork, draft: WriteDraft): Intent | undefined {
  if (read?.easyOptions === undefined || read.easyOptions.isFailed) return undefined;
  const {began, rows} = read.easyOptions;
  // One that was only read before may have ended.
  if (!rows.some(each => target(closeDraft(each)) === target(draft))) return undefined;
  const since = began.wall - lateMs - lagsOf(read, settings).listLagMs;
  return intents.list.find(
    each =>
      needsNewRequest(each) &&
      target(each.draft) === target(draft) &&
      each.attempts.every(({startedAt}) => startedAt.wall < since),
  );
}

/** One write of a kind at a time: its result decides the next. */
function isBusy({intents}: State, work: HaltWork, kind: WriteKind, now: Moment): boolean {
  // The journal answers at once; a request of others that never got an answer blocks nothing.
  const isAsked = intents.asking.some(each => each.kind === kind && !mayTry(work, target(each), now));
  return isAsked || inFlight(intents).some(each => !isResolved(each) && each.draft.kind === kind);
}

/** A 429 that answered the last try has a pause of its own: `whyToWait`. */
function mayTryWrite({list}: Intents, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const wanted = target(draft);
  const result = list.findLast(each => target(each.draft) === wanted)?.attempts.at(-1)?.result;
  const isRateLimited = result?.outcome.kind === 'status' && result.outcome.status === 429;
  const triedAt = work.tries.get(wanted)?.at ?? 0;
  return mayTry(work, wanted, now) || (isRateLimited && result.at.mono >= triedAt);
}

const canceling: Ending = {
  kind: 'cancel',
  drafts(state, work, _record, now) {
    const {facts, read} = work;
    if (facts === undefined || read === undefined) return [];
    const known = writesKnown(state, now, facts.intents);
    const unlisted = unlistedOrders(work, known, state.settings, now);
    return [...cancelable(read, known).map(cancelDraft), ...unlisted].filter(each => isInt64(each.orderId));
  },
};

const closing: Ending = {
  kind: 'close',
  drafts(state, {read}, {wants}) {
    if (wants !== haltEnds[1] || read === undefined) return [];
    const rows = optionsKnown(state, read);
    return rows.filter(each => each.status === 'ACTIVE' && isInt64(each.id)).map(closeDraft);
  },
};

function isDue(state: State, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const {intents} = state;
  const isFree = lockOn(intents, target(draft)) === undefined || undone(state, work, draft) !== undefined;
  if (!mayTryWrite(intents, work, draft, now) || !isFree) return false;
  return work.read !== undefined && !wasEnded(state, draft, work.read);
}

const mostNamed = 20;

function progressOf(
  state: State,
  work: HaltWork,
  record: HaltRecord & {readonly wants: NonNullable<HaltRecord['wants']>},
  now: Moment,
): HaltProgress {
  const {wants} = record;
  const known = writesKnown(state, now, work.facts?.intents);
  const unlisted = unlistedOrders(work, known, state.settings, now);
  const lack = lacking(wants, work, unlisted.length, state.settings, known.clock?.offsetMs);
  const listed = listedOrders(state, work);
  const open = work.facts === undefined ? [] : inDoubt(work.facts, state.settings.listLagMs);
  const atWork = new Set(open.flatMap(each => targets(each.draft)));
  const all = [
    ...open.map(each => openItem(each, wants)),
    ...orderItems(state, work, {known, atWork, listed, unlisted}),
    ...(wants === haltEnds[1] ? easyOptionItems(state, work, atWork) : []),
  ];
  const why =
    lack !== undefined && all.length === 0 ? [{what: `${wants} is not confirmed yet`, why: lack}] : [];
  const named = [...all, ...why, ...positionItems(state)];
  const more = named.length - mostNamed;
  return {
    at: now.wall,
    word: lack === undefined ? wants : 'HALTING',
    left: [...named.slice(0, mostNamed), ...(more > 0 ? [{what: `${more} more`, why: ''}] : [])],
    orders: listed.length + unlisted.length,
  };
}

function openItem(intent: Intent, wants: HaltEnd): LeftItem {
  const what = draftWords(intent.draft);
  if (intent.state !== 'UNKNOWN') return {what, why: intent.state};
  const isRepeated = sentKindOf(intent.draft).repeats === 'until final';
  if (isRepeated) return {what, why: 'UNKNOWN, resending the cancel'};
  const isClosed = wants === haltEnds[1] && intent.draft.kind === closing.kind;
  return {what, why: isClosed ? 'UNKNOWN, closed again if it stays ACTIVE' : 'UNKNOWN, to be resolved'};
}

/** Without those that a lagging list still shows. */
function listedOrders(state: State, {read}: HaltWork): readonly Order[] {
  const rows = read?.orders.rows.filter(each => !hasEnded(each)) ?? [];
  return rows.filter(each => read && !wasEnded(state, cancelDraft(each), read));
}

type OrdersLeft = {
  readonly known: WritesKnown;
  /** The targets of writes that have not ended: these are named as such. */
  readonly atWork: ReadonlySet<string>;
  readonly listed: readonly Order[];
  readonly unlisted: readonly CancelDraft[];
};

function orderItems(
  state: State,
  {read}: HaltWork,
  {known, atWork, listed, unlisted}: OrdersLeft,
): LeftItem[] {
  if (read === undefined) return [];
  const isNamed = (draft: WriteDraft) => atWork.has(target(draft));
  const items = listed.flatMap(order => {
    const draft = cancelDraft(order);
    if (isNamed(draft)) return [];
    const what = `order #${order.orderId} ${askedWords(order)}`;
    const sold = soldIn(read, order);
    if (staysWorking(order, known)) return [{what, why: 'closes a position, stays working'}];
    if (sold === 'unread')
      return [{what, why: `may sell an Easy Option: ${read.easyOptions?.fault ?? 'not read yet'}`}];
    if (sold !== undefined) return [{what, why: `sells Easy Option #${sold.id} and fills without a cancel`}];
    return [{what, why: whyLeft(state, draft, order.orderId)}];
  });
  const others = unlisted.flatMap(draft => {
    if (isNamed(draft)) return [];
    const owner = state.portfolio.rows.easyOptions.rows.find(each => each.orderId === draft.orderId);
    const of = owner === undefined ? '' : ` of Easy Option #${owner.id}`;
    const why = isInt64(draft.orderId) ? 'not listed, and not confirmed final' : oddId;
    return [{what: `order #${draft.orderId}${of}`, why}];
  });
  const {fault} = read.orders;
  return [...items, ...others, ...(fault ? [{what: 'The orders cannot be read', why: fault}] : [])];
}

function easyOptionItems(state: State, {read}: HaltWork, atWork: OrdersLeft['atWork']): LeftItem[] {
  if (read === undefined) return [];
  const items = optionsKnown(state, read).flatMap(option => {
    const draft = closeDraft(option);
    if (isFinal(option.status) || atWork.has(target(draft))) return [];
    return [{what: askedOptionWords(option), why: whyOpen(state, option, draft)}];
  });
  const fault = read.easyOptions?.fault;
  return [...items, ...(fault ? [{what: 'The Easy Options cannot be read', why: fault}] : [])];
}

function whyOpen(
  state: State,
  {id, status, closeTime}: NonNullable<AccountRead['easyOptions']>['rows'][number],
  draft: WriteDraft,
): string {
  switch (status) {
    case 'ACTIVE':
      return whyLeft(state, draft, id);
    case 'PENDING':
      return 'closed once it is ACTIVE';
    case 'CLOSING':
      return 'ends without a close';
    case 'TRIGGERED':
      return closeTime === undefined ? 'sells without a close' : 'sold, waiting for CLOSED or EXPIRED';
    default:
      return 'unknown status';
  }
}

const oddId = 'its id is not a 64-bit integer';

function whyLeft({intents, now}: State, draft: WriteDraft, id: string): string {
  if (!isInt64(id)) return oddId;
  const last = latestOn(intents, target(draft));
  if (last?.state === 'CONFIRMED') return 'was requested, still listed';
  if (last !== undefined) return `${last.state}. ${last.reason}`;
  return whyToWait(intents, draft, now) ?? lockOn(intents, target(draft)) ?? 'not read yet';
}

/** A halt places no order: a person sets the price. */
function positionItems(state: State): LeftItem[] {
  const key = labelOf(state.settings.bindings, 'close');
  return heldPositions(state.portfolio.account.positions, serviceNow(state)).map(each => ({
    what: `position ${each.net} ${contractText({...each, strikePrice: each.strike, expiryDate: each.expiry})}`,
    why: `close it by an order (Portfolio, ${key}), also while HALTED`,
  }));
}

export function takeHalt(state: State, msg: HaltMsg, now: Moment): Step {
  const {work} = state.halt;
  switch (msg.type) {
    case 'seen':
      return andThen(takeSeen(state, msg.record, now), next => followHalt(next, now));
    case 'unkept':
      return [takeUnkept(state, msg, now), []];
    case 'want':
      return wantHalt(state, msg.wants);
    case 'due':
      return work?.number === msg.number ? beginRound(state, work, now) : [state, []];
    case 'read':
      return work?.number === msg.number ? takeRound(state, work, msg, now) : [state, []];
    default:
      return msg satisfies never;
  }
}
