import {isInt64, type Order} from '../../api/wire/records.ts';
import {eventLine} from '../events/news.ts';
import {whyReadOnly} from '../gate/gate.ts';
import {takeSeen, takeUnkept} from '../halt/flag.ts';
import {
  type AccountHalt,
  type AccountRead,
  endFor,
  type HaltEnd,
  type HaltFacts,
  type HaltMsg,
  type HaltProgress,
  type HaltWants,
  type HaltWork,
  heldContracts,
  isUnderWay,
  lacking,
  mayTry,
  newWork,
  proofFacts,
  provedEnd,
  tried,
  withFacts,
  withRead,
} from '../halt/halt.ts';
import {
  cancelable,
  isPlacedBy,
  maySellEasyOption,
  soldIn,
  wasEnded,
  withListedBefore,
} from '../halt/orders.ts';
import {currentWrite, type Intent, type Intents} from '../intents/intent.ts';
import {cancelDraft} from '../intents/kinds/cancel.ts';
import {closeDraft} from '../intents/kinds/close.ts';
import {
  canceledBy,
  type DraftKind,
  sentKindOf,
  target,
  targets,
  type WriteDraft,
  type WriteKind,
} from '../intents/kinds/kinds.ts';
import {withLimits} from '../intents/life.ts';
import {serviceNow} from '../intents/looks.ts';
import {inFlight, latestOn, lockOn, maySendAgain, unresolved, whyToWait} from '../intents/selectors.ts';
import {draftWords} from '../intents/words.ts';
import type {Command} from '../messages.ts';
import {lagsOf} from '../model/lags.ts';
import type {Moment} from '../model/moment.ts';
import {log} from '../notices.ts';
import {isFinal} from '../resources/easy-options.ts';
import type {State} from '../state.ts';
import {andThen, type Step} from '../step.ts';
import {labelOf} from '../words/keys.ts';
import {askedOptionWords, askedWords} from '../words/records.ts';
import {tellIntents} from './batch.ts';

/**
 * A halt in rounds: read the journal, read the service's lists, then send the writes that follow and decide
 * what is proved. One process carries it out; the others check that it still does, and one takes over when it
 * has ended.
 */
const roundMs = 2_000;
const lookMs = 3_000;
const longestPauseMs = 30_000;

/** READ-ONLY carries nothing out. */
function followHalt(state: State, now: Moment): Step {
  const {record, work} = state.halt;
  const isWanted = isUnderWay(record?.own) && whyReadOnly(state.settings.guardrails) === undefined;
  if (isWanted === (work !== undefined)) return [state, []];
  return isWanted ? beginRound(state, newWork(0), now) : [withWork(state, undefined), []];
}

function withWork(state: State, work: HaltWork | undefined): State {
  return {...state, halt: {...state.halt, work}};
}

function beginRound(state: State, before: HaltWork, now: Moment): Step {
  const number = state.counter + 1;
  const {accountId} = state.link;
  return [
    withWork({...state, counter: number}, {...before, number}),
    [{type: 'driveHalt', number, at: now.wall, accountId}],
  ];
}

function takeDriven(state: State, work: HaltWork): Step {
  const {number, facts} = work;
  const next = withWork(state, work);
  if (facts === undefined) return [next, [nextRound(number, lookMs)]];
  const {wants, progress} = state.halt.record?.own ?? {};
  const isFlat = wants === 'flat';
  const easyOptions = isFlat || work.read?.orders.rows.some(maySellEasyOption) === true;
  // All trades ever made are read only when nothing else is missing.
  const trades = isFlat && progress?.proved !== undefined && facts.open.length === 0;
  return [next, [{type: 'readForHalt', number, scope: {easyOptions, trades}}]];
}

/** A list that fails has what was listed before: a write to what has ended meanwhile is refused. */
function withKnown(state: State, {facts}: HaltWork, read: AccountRead): AccountRead {
  const {orders, easyOptions} = read;
  const before = withListedBefore(state, orders.rows, facts?.listed);
  const {rows} = state.portfolio.rows.easyOptions;
  return {
    ...read,
    orders: orders.fault ? {...orders, rows: before} : orders,
    easyOptions: easyOptions?.fault ? {...easyOptions, rows} : easyOptions,
  };
}

function takeRead(state: State, work: HaltWork, now: Moment): Step {
  const own = state.halt.record?.own;
  const {facts, number} = work;
  if (own === undefined || facts === undefined) return [state, []];
  const progress = progressOf(state, work, facts, own, now);
  const isAtEnd = progress.word === endFor(own.wants);
  const told: Step = [
    withWork(state, work),
    [
      ...(isAtEnd ? [{type: 'finishHalt', progress, facts} as const] : []),
      ...(isAtEnd || isSame(own.progress, progress) ? [] : [{type: 'reportHalt', progress} as const]),
      nextRound(number, Math.min(longestPauseMs, roundMs * 2 ** work.faults)),
    ],
  ];
  return isAtEnd ? told : andThen(told, next => goOnHalting(next, now));
}

function nextRound(number: number, ms: number): Command {
  return {type: 'after', ms, then: {type: 'halt', msg: {type: 'due', number}}};
}

/**
 * The writes of a halt: cancels and closes, each kind in sequence, both in parallel. Each is an ordinary
 * intent. A 429 is waited out, UNKNOWN is left to its reads, and the rest goes on.
 */
export function goOnHalting(state: State, now: Moment): Step {
  if (state.halt.work?.read === undefined || state.intents.viewing !== undefined) return [state, []];
  const asked = andThen(askOne(state, canceling, now), next => askOne(next, closing, now));
  return andThen(asked, next => checkNext(next, now));
}

function progressOf(
  state: State,
  work: HaltWork,
  facts: HaltFacts,
  {wants}: AccountHalt,
  now: Moment,
): HaltProgress {
  const {read, empty} = work;
  const given = proofFacts(work, facts, state.settings, serviceNow(state, now));
  const found = provedEnd(given);
  // An end that was not asked for is not reported, even if it is true.
  const proved = wants === 'flat' || found === undefined ? found : 'NO ORDERS';
  const left = leftItems(state, work, wants, proved);
  const isHeld = left.length > 0 && left.every(each => each.how !== 'ends');
  const missing = lacking(endFor(wants), given);
  const lack = missing === undefined ? [] : [`${endFor(wants)} is not confirmed yet: ${missing}`];
  const options = read?.easyOptions;
  return {
    at: now.wall,
    word: proved === endFor(wants) ? proved : isHeld ? 'HELD' : 'HALTING',
    isStuck: isHeld && left.every(each => each.how === 'stuck'),
    proved,
    left: left.length > 0 ? named(left.map(each => each.words)) : lack,
    counts: {
      orders: read?.orders.fault === undefined ? read?.orders.rows.length : undefined,
      easyOptions: options?.fault ? undefined : options?.rows.filter(each => !isFinal(each.status)).length,
      intents: facts.open.length,
      unproved: facts.unproved.length,
    },
    nothingListedSince: empty?.first.wall,
  };
}

const mostNamed = 20;

function named(words: readonly string[]): string[] {
  const more = words.length - mostNamed;
  return more > 0 ? [...words.slice(0, mostNamed), `${more} more`] : [...words];
}

function isSame(before: HaltProgress | undefined, after: HaltProgress): boolean {
  return before !== undefined && JSON.stringify({...before, at: 0}) === JSON.stringify({...after, at: 0});
}

function takeChecked(
  state: State,
  {orderId, outcome}: Extract<HaltMsg, {type: 'checked'}>,
  now: Moment,
): Step {
  const {work} = state.halt;
  if (work?.checking !== orderId) return [state, []];
  const intents =
    outcome === undefined ? state.intents : withLimits(state.intents, canceling.kind, outcome, now);
  const next = withWork({...state, intents}, {...work, checking: undefined});
  const rested = andThen<State, Step[1][number]>([next, []], each => checkNext(each, now));
  if (outcome?.kind !== 'yes') return rested;
  const told = {
    what: 'Halt',
    target: `#${orderId}`,
    amount: '',
    outcome: `${outcome.order?.status ?? 'answered'}: no list had shown it`,
  };
  const line = eventLine(now.wall, 'halt', told, `halt:final:${orderId}`);
  return andThen(rested, each => [log(each, [line]), [{type: 'keepActivity', lines: [line]}]]);
}

function askOne(state: State, {kind, drafts}: Ending, now: Moment): Step {
  const {record, work} = state.halt;
  if (work?.facts === undefined || record?.own === undefined) return [state, []];
  if (isBusy(state, work, kind, now) || whyToWait(state.intents, {kind}, now) !== undefined)
    return [state, []];
  const again = unfinished(state, work, kind, now);
  const draft = again?.draft ?? drafts(work, record.own.wants).find(each => isDue(state, work, each, now));
  if (draft === undefined) return [state, []];
  const tries = tried(work, target(again === undefined ? draft : currentWrite(again).draft), now);
  const next = withWork(state, tries);
  const msg =
    again === undefined
      ? ({type: 'ask', draft} as const)
      : ({type: 'sendAgain', intentId: again.id} as const);
  return tellIntents(next, msg, now);
}

/** One write of a kind at a time: its result decides the next. */
function isBusy({intents}: State, work: HaltWork, kind: DraftKind, now: Moment): boolean {
  // The journal answers at once; a request of others that never got an answer blocks nothing.
  const isAsked = intents.asking.some(each => each.kind === kind && !mayTry(work, target(each), now));
  return isAsked || inFlight(intents).some(each => each.draft.kind === kind);
}

/**
 * An UNKNOWN cancel, also of an amend, gets another DELETE as a further attempt. If the order is proved
 * final, a DELETE would tell nothing more, even if a lagging list shows the order.
 */
function unfinished({intents}: State, work: HaltWork, kind: DraftKind, now: Moment): Intent | undefined {
  const unproved = work.facts?.unproved ?? [];
  return intents.list.find(each => {
    const {draft} = currentWrite(each);
    const orderId = canceledBy(draft);
    const isUnproved = draft.kind === kind && orderId !== undefined && unproved.includes(orderId);
    return isUnproved && mayTryWrite(intents, work, draft, now) && maySendAgain(each);
  });
}

/** A 429 that answered the last try has a pause of its own: `whyToWait`. */
function mayTryWrite({list}: Intents, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const wanted = target(draft);
  const writes = list.map(currentWrite);
  const result = writes.findLast(each => target(each.draft) === wanted)?.attempts.at(-1)?.result;
  const isRateLimited = result?.outcome.kind === 'status' && result.outcome.status === 429;
  const triedAt = work.tries.get(wanted)?.at ?? 0;
  return mayTry(work, wanted, now) || (isRateLimited && result.at.mono >= triedAt);
}

type Ending = {
  readonly kind: WriteKind;
  drafts(work: HaltWork, wants: HaltWants): readonly WriteDraft[];
};

const canceling: Ending = {
  kind: 'cancel',
  drafts: ({read, facts}) =>
    (read === undefined ? [] : cancelable(read))
      .filter(each => isInt64(each.orderId) && !isClosing(each, facts))
      .map(cancelDraft),
};

const closing: Ending = {
  kind: 'close',
  drafts: ({read}, wants) =>
    (read?.easyOptions?.rows ?? [])
      .filter(each => wants === 'flat' && each.status === 'ACTIVE' && isInt64(each.id))
      .map(closeDraft),
};

/** A person placed it to get out, so it stays working. */
const isClosing = (order: Order, facts: HaltFacts | undefined) =>
  facts?.closing.some(each => isPlacedBy(each, order)) === true;

function isDue(state: State, work: HaltWork, draft: WriteDraft, now: Moment): boolean {
  const wanted = target(draft);
  if (!mayTryWrite(state.intents, work, draft, now) || lockOn(state.intents, wanted) !== undefined)
    return false;
  return work.read !== undefined && !wasEnded(state, draft, work.read);
}

function checkNext(state: State, now: Moment): Step {
  const {work} = state.halt;
  if (work?.facts === undefined || work.checking !== undefined) return [state, []];
  if (whyToWait(state.intents, canceling, now) !== undefined) return [state, []];
  const {open, unproved, closing} = work.facts;
  const {read} = work;
  if (read === undefined || read.orders.fault !== undefined) return [state, []];
  const {listLagMs} = lagsOf(read, state.settings);
  const others = new Set([
    ...read.orders.rows.map(each => each.orderId),
    // A list that lags may not show it yet, and a DELETE would end it.
    ...closing.flatMap(each =>
      each.state === 'CONFIRMED' && now.wall - each.changedAt <= listLagMs
        ? (each.resolvedRecordId ?? [])
        : [],
    ),
    // While a cancel is unfinished, a further DELETE of its order is an attempt of that cancel. This covers
    // intents in the journal at the start of the round, and newer ones.
    ...[...open, ...unresolved(state.intents)].flatMap(({draft}) => canceledBy(draft) ?? []),
  ]);
  const orderId = unproved.find(id => !others.has(id) && isInt64(id) && mayTry(work, `final ${id}`, now));
  if (orderId === undefined) return [state, []];
  const next = {...tried(work, `final ${orderId}`, now), checking: orderId};
  return [withWork(state, next), [{type: 'proveFinal', orderId}]];
}

type LeftItem = {readonly words: string; readonly how: 'ends' | 'waits' | 'stuck'};

/** After this many failed tries, the halt reports HELD and goes on trying: an outage may last. */
const heldAfter = 3;

function leftItems(state: State, work: HaltWork, wants: HaltWants, proved: HaltEnd | undefined): LeftItem[] {
  const {facts, read} = work;
  if (facts === undefined) return [];
  const items = [
    ...facts.open.map(each => openItem(each)),
    ...orderItems(state, work),
    ...(wants === 'flat' ? easyOptionItems(state, work) : []),
    ...unlistedItems(state, work),
    ...[read?.orders, read?.easyOptions, read?.trades].flatMap(each =>
      each?.fault === undefined ? [] : [item(`A list cannot be read: ${each.fault.text}`, 'ends')],
    ),
    ...(proved === 'NO ORDERS, NO EASY OPTIONS' && wants === 'flat' ? contractItems(state, work) : []),
  ];
  return items.sort((a, b) => ranks.indexOf(a.how) - ranks.indexOf(b.how));
}

const oddId = 'its id is not a 64-bit integer';
const item = (words: string, how: LeftItem['how']): LeftItem => ({words, how});

const ranks: readonly LeftItem['how'][] = ['stuck', 'waits', 'ends'];

function openItem(intent: Intent): LeftItem {
  const words = `${intent.state}: ${draftWords(intent.draft)}`;
  if (intent.state !== 'UNKNOWN') return item(words, 'ends');
  const {candidates, noTrace} = intent;
  if (sentKindOf(currentWrite(intent).draft).repeats === 'until final')
    return item(`${words}, resending the cancel`, 'waits');
  return noTrace || candidates.length > 0
    ? item(`${words}, to be resolved`, 'stuck')
    : item(`${words}, waiting for a read`, 'waits');
}

function orderItems(state: State, work: HaltWork): LeftItem[] {
  const {read} = work;
  if (read === undefined) return [];
  return read.orders.rows.flatMap(order => {
    const draft = cancelDraft(order);
    if (isAtWork(work, target(draft)) || wasEnded(state, draft, read)) return [];
    const words = `order #${order.orderId} ${askedWords(order)}`;
    const sold = soldIn(read, order);
    if (isClosing(order, work.facts)) return [item(`${words}: closes a position, stays working`, 'waits')];
    if (sold !== undefined && sold !== 'unread')
      return [item(`${words}: sells Easy Option #${sold.id} and fills without a cancel`, 'waits')];
    return [failedItem(state, work, draft, words, order.orderId)];
  });
}

function easyOptionItems(state: State, work: HaltWork): LeftItem[] {
  return (work.read?.easyOptions?.rows ?? []).flatMap(option => {
    const draft = closeDraft(option);
    if (isFinal(option.status) || isAtWork(work, target(draft))) return [];
    const words = askedOptionWords(option);
    switch (option.status) {
      case 'ACTIVE':
        return [failedItem(state, work, draft, words, option.id)];
      case 'PENDING':
        return [item(`${words}: closed once it is ACTIVE`, 'waits')];
      case 'CLOSING':
        return [item(`${words}: ends without a close`, 'waits')];
      case 'TRIGGERED':
        return option.closeTime === undefined
          ? [item(`${words}: sells without a close`, 'waits')]
          : [item(`${words}: sold, waiting for CLOSED or EXPIRED`, 'stuck')];
      default:
        return [item(`${words}: unknown status`, 'stuck')];
    }
  });
}

function isAtWork({facts}: HaltWork, wanted: string): boolean {
  return facts?.open.some(each => targets(each.draft).includes(wanted)) === true;
}

function failedItem(
  {intents, now}: State,
  {tries}: HaltWork,
  draft: WriteDraft,
  words: string,
  id: string,
): LeftItem {
  if (!isInt64(id)) return item(`${words}: ${oddId}`, 'stuck');
  const wanted = target(draft);
  const last = latestOn(intents, wanted);
  const isInVain = (tries.get(wanted)?.count ?? 0) >= heldAfter;
  return item(`${words}: ${whyLeft(intents, draft, last, now)}`, isInVain ? 'waits' : 'ends');
}

function whyLeft(intents: Intents, draft: WriteDraft, last: Intent | undefined, now: Moment): string {
  if (last?.state === 'CONFIRMED') return 'was requested, still listed';
  if (last !== undefined) return `${last.state}. ${last.reason}`;
  const why = whyToWait(intents, draft, now) ?? lockOn(intents, target(draft));
  return why ?? 'not read yet';
}

function unlistedItems({feeds}: State, {facts, read, tries}: HaltWork): LeftItem[] {
  const listed = new Set(read?.orders.rows.map(each => each.orderId));
  const named = new Set(facts?.open.flatMap(({draft}) => canceledBy(draft) ?? []));
  const isRead = read !== undefined && read.orders.fault === undefined;
  const why = isRead
    ? 'not listed, and not confirmed final'
    : 'the list was not read, and it is not confirmed final';
  const options = [...(read?.easyOptions?.rows ?? []), ...feeds.easyOptions.rows];
  return (facts?.unproved ?? [])
    .filter(id => !listed.has(id) && !named.has(id))
    .map(id => {
      const owner = options.find(each => each.orderId === id);
      const of = owner === undefined ? '' : ` of Easy Option #${owner.id}`;
      const words = `order #${id}${of}: ${why}`;
      if (!isInt64(id)) return item(`${words}, ${oddId}`, 'stuck');
      return item(words, (tries.get(`final ${id}`)?.count ?? 0) > heldAfter ? 'waits' : 'ends');
    });
}

function contractItems(state: State, {read}: HaltWork): LeftItem[] {
  const trades = read?.trades;
  if (trades === undefined) return [];
  const held = heldContracts(trades.rows, serviceNow(state));
  const key = labelOf(state.settings.bindings, 'close');
  return held.map(each =>
    item(
      `${each} held: close it by an order on the dashboard (Portfolio, ${key}), also while HALTED`,
      'stuck',
    ),
  );
}

export function takeHalt(state: State, msg: HaltMsg, now: Moment): Step {
  if (msg.type === 'seen') return andThen(takeSeen(state, msg.record, now), next => followHalt(next, now));
  if (msg.type === 'unkept') return [takeUnkept(state, msg, now), []];
  if (msg.type === 'checked') return takeChecked(state, msg, now);
  const {work} = state.halt;
  if (work?.number !== msg.number) return [state, []];
  switch (msg.type) {
    case 'due':
      return beginRound(state, work, now);
    case 'driven':
      return takeDriven(state, withFacts(work, msg.facts, now));
    case 'read':
      return takeRead(state, withRead(work, withKnown(state, work, msg.read)), now);
    default:
      return msg satisfies never;
  }
}
