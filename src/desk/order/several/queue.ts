import type {Intent} from '../../intents/intent.ts';
import {isAmend, waitOf} from '../../intents/kinds/amend.ts';
import {confirmedForMs} from '../../intents/kinds/kind.ts';
import {type Draft, kindOf, requestsOf, target, targets} from '../../intents/kinds/kinds.ts';
import {inFlight, lockOn, whyToWait} from '../../intents/selectors.ts';
import {type Done, orderOf} from '../../intents/words.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {showsAll} from '../../model/rows.ts';
import type {WrittenPane} from '../../model/vocabulary.ts';
import {isWorking} from '../../resources/orders.ts';
import {resources} from '../../resources/resources.ts';
import type {State} from '../../state.ts';
import {asItCame, capital, counted} from '../../words/text.ts';
import {rowsListed} from '../review-lines.ts';
import type {Batch, BatchItem} from '../state.ts';
import {seekMoved} from './rows.ts';

export type BatchScope = Pick<Batch, 'leaving' | 'known'>;

/**
 * Several writes from one review, sent one after another. Each is its own intent, and its progress is read from
 * that intent, so nothing is sent twice. A 429 proves that nothing was done, so the queue waits and tries
 * again. Any other outcome lets the queue continue, but a failed amend stops it: each leaves the market.
 */
export function newBatch(drafts: readonly Draft[], now: Moment, {leaving, known}: BatchScope = {}): Batch {
  const items = drafts.map((draft): BatchItem => ({draft, stands: 'waiting', reason: ''}));
  return {items, leaving, known, startedAt: now, changedAt: now, stopped: undefined};
}

export function follow(state: State, before: readonly Intent[], now: Moment): State {
  const {batch, intents} = state;
  if (batch === undefined || intents.list === before) return state;
  const old = new Set(before);
  const changed = new Map(
    intents.list
      .filter(each => !old.has(each) && each.askedAt.mono >= batch.startedAt.mono)
      .map(each => [target(each.draft), each]),
  );
  if (changed.size === 0) return state;
  const items = batch.items.map(item => {
    const intent = changed.get(target(item.draft));
    return intent === undefined ? item : {...item, ...standing(intent)};
  });
  // The new orders of amends that are done are marked, for the next tick.
  const moved = [...changed.values()].flatMap(each =>
    isAmend(each.draft) && each.state === 'CONFIRMED' && !hasFilledAtOnce(each)
      ? (each.resolvedRecordId ?? [])
      : [],
  );
  const marked = {...state.marked, orders: new Set([...state.marked.orders, ...moved])};
  const next: State = {...state, batch: {...batch, items, changedAt: now}, marked};
  return [...changed.values()].reduce((before, each) => seekMoved(before, each, now), next);
}

/** Statuses that refuse the write itself; after any other a read showed that the record had ended. */
const refusals: readonly number[] = [400, 401, 403, 413, 422];

const hasFilledAtOnce = (intent: Done) => orderOf(intent)?.status === 'FILLED';

function standing(intent: Intent): Pick<BatchItem, 'stands' | 'reason' | 'hasFilled'> {
  const {reason} = intent;
  switch (intent.state) {
    case 'QUEUED':
    case 'SENDING':
    case 'ACCEPTED':
    case 'CANCELING':
    case 'CHECKING FILLS':
    case 'PLACING':
      return {stands: 'asked', reason};
    case 'CONFIRMED':
      return {stands: 'done', reason, hasFilled: hasFilledAtOnce(intent)};
    case 'REJECTED': {
      const outcome = intent.attempts.at(-1)?.result?.outcome;
      const status = outcome?.kind === 'status' ? outcome.status : undefined;
      if (status === 429) return {stands: 'waiting', reason: ''};
      return {stands: status !== undefined && refusals.includes(status) ? 'refused' : 'over', reason};
    }
    case 'UNKNOWN':
    case 'NOT SENT':
    case 'CANCELED, NOT REPLACED':
    case 'RESOLVED':
      return {stands: intent.state, reason};
    default:
      return intent satisfies never;
  }
}

export function nextToAsk(state: State, now: Moment): readonly [State, Draft | undefined] {
  let next = state;
  for (;;) {
    const {batch, intents} = next;
    if (batch === undefined || batch.stopped !== undefined) return [next, undefined];
    const draft = batch.items.find(each => each.stands === 'waiting')?.draft;
    // An amend may wait for trades for minutes, with nothing on its way.
    const isBusy = inFlight(intents).some(each => each.state !== 'CHECKING FILLS');
    if (draft === undefined || intents.asking.length > 0 || isBusy || isAmending(batch))
      return [next, undefined];
    const stops = whyStopped(batch, draft, now);
    if (stops !== undefined) return [stopRest(next, stops), undefined];
    const why = whyToWait(intents, draft, now);
    if (why !== undefined) return [waitMs(next, now) > 0 ? next : stopRest(next, why), undefined];
    const over = overBefore(next, batch, draft);
    if (over !== undefined) {
      next = updateItem(next, draft, 'over', over);
      continue;
    }
    const lock = lockOn(intents, ...targets(draft));
    if (lock === undefined) {
      const asked = updateItem(next, draft, 'asked', '');
      return [{...asked, batch: asked.batch && {...asked.batch, changedAt: now}}, draft];
    }
    next = updateItem(next, draft, 'NOT SENT', lock);
  }
}

function isAmending({items}: Batch): boolean {
  return items.some(({draft, stands}) => stands === 'asked' && isAmend(draft) && waitOf(draft) === 0);
}

/** A write that adds risk is sent soon after its confirmation, and not after another has failed. */
function whyStopped({items, startedAt}: Batch, draft: Draft, now: Moment): string | undefined {
  if (kindOf(draft).adds === undefined) return undefined;
  const failed = items.find(each => fails.includes(each.stands));
  if (failed !== undefined) return `${idOf(failed)} ${failed.stands}`;
  return age(startedAt, now) > confirmedForMs ? 'It took too long; check the current price.' : undefined;
}

const fails: readonly Stands[] = ['refused', 'UNKNOWN', 'NOT SENT', 'CANCELED, NOT REPLACED'];

/** A poll since the start may show that the record has already ended. */
function overBefore(state: State, {startedAt}: Batch, draft: Draft): string | undefined {
  const {orders} = state.feeds;
  const {loadedAt} = orders;
  const isNewer = loadedAt !== undefined && loadedAt.mono > startedAt.mono;
  return kindOf(draft).over(draft, rowsListed(state), isNewer && showsAll(orders));
}

export function updateItem(state: State, draft: Draft, stands: BatchItem['stands'], reason: string): State {
  const {batch} = state;
  if (batch === undefined) return state;
  const items = batch.items.map(each =>
    target(each.draft) === target(draft) ? {...each, stands, reason} : each,
  );
  return {...state, batch: {...batch, items}};
}

export function isInBatch({batch}: State, draft: Draft): boolean {
  return batch?.items.some(each => target(each.draft) === target(draft)) ?? false;
}

export function waitingIn({batch}: Pick<State, 'batch'>): number {
  return batch?.items.filter(each => each.stands === 'waiting').length ?? 0;
}

export function isGoingOn(state: Pick<State, 'batch'>): boolean {
  return state.batch?.stopped === undefined && waitingIn(state) > 0;
}

export function stopRest(state: State, reason: string): State {
  return isGoingOn(state) && state.batch !== undefined
    ? {...state, batch: {...state.batch, stopped: reason}}
    : state;
}

export function waitMs({batch, intents}: Pick<State, 'batch' | 'intents'>, now: Moment): number {
  const kind = batch?.items[0]?.draft.kind;
  const until = kind === undefined ? [] : requestsOf(kind).map(each => intents.blockedUntil[each] ?? 0);
  return Math.max(0, ...until.map(ms => ms - now.mono));
}

/** Time for the last reads to settle before the summary, in ms. */
const settleMs = 5_000;

export function isAtEnd(state: State, now: Moment): boolean {
  const {batch, intents} = state;
  if (batch === undefined || isGoingOn(state) || intents.asking.length > 0) return false;
  const targets = new Set(batch.items.map(each => target(each.draft)));
  if (inFlight(intents).some(each => targets.has(target(each.draft)))) return false;
  const isOpen = batch.items.some(({stands}) => stands === 'asked' || stands === 'UNKNOWN');
  return !isOpen || now.mono - batch.changedAt.mono >= settleMs;
}

type Stands = BatchItem['stands'];

export function nounOf(pane: WrittenPane, count: number): string {
  const {singular, plural} = resources[pane];
  return count === 1 ? singular : plural;
}

/** All are of one kind. */
function recordsOf(drafts: readonly Draft[]): string {
  const isOfOrders = drafts.every(each => kindOf(each).pane === 'orders');
  return counted(drafts.length, resources[isOfOrders ? 'orders' : 'easyOptions'].singular);
}

export function severalWords(drafts: readonly Draft[]): string {
  return `${drafts[0]?.kind} ${recordsOf(drafts)}`;
}

export function severalTitle(drafts: readonly Draft[]): string {
  return capital(severalWords(drafts));
}

const summarized: readonly Stands[] = ['done', 'over', ...fails, 'RESOLVED', 'asked'];

/** `20 of 30 canceled, 1 refused, 9 to go (rate limited, retry in 12 s)`; brief: `(429: 12 s)` */
export function progressWords(batch: Batch, waitMs: number, isBrief = false): string {
  const {items, stopped} = batch;
  const done = items.filter(each => each.stands === 'done').length;
  const left = waitingIn({batch});
  const again = isBrief ? '429:' : 'rate limited, retry in';
  const wait = waitMs > 0 ? ` (${again} ${Math.ceil(waitMs / 1000)} s)` : '';
  const rest = stopped === undefined ? `${left} to go${wait}` : `${left} not sent`;
  return [
    `${done} of ${items.length} ${wordOf(batch, 'done')}`,
    ...summarized
      .filter(each => each !== 'done' && each !== 'asked')
      .flatMap(each => part(batch, each, each === 'UNKNOWN' ? idOf : undefined)),
    ...(left === 0 ? [] : [rest]),
  ].join(', ');
}

function part(batch: Batch, stands: Stands, say?: (item: BatchItem) => string): string[] {
  const some = batch.items.filter(each => each.stands === stands);
  if (some.length === 0) return [];
  const names = say === undefined ? '' : ` (${named(some, say)})`;
  return [`${some.length} ${wordOf(batch, stands)}${names}`];
}

function wordOf({items: [first]}: Batch, stands: Stands): string {
  if (stands === 'asked') return 'in progress';
  return (first && kindOf(first.draft).words.several?.[stands]) ?? stands;
}

const mostNamed = 3;

function named(items: readonly BatchItem[], say: (item: BatchItem) => string): string {
  const more = items.length > mostNamed ? `, and ${items.length - mostNamed} more` : '';
  return items.slice(0, mostNamed).map(say).join(', ') + more;
}

function idOf({draft}: BatchItem): string {
  return kindOf(draft).words.target(draft);
}

const withReason = (item: BatchItem) =>
  item.reason === '' ? idOf(item) : `${idOf(item)}: ${asItCame(item.reason).replace(/\.$/, '')}`;

/** Working orders that were not listed when a review of all opened. */
export function cameSince({feeds}: Pick<State, 'feeds'>, known: Batch['known']): number {
  return feeds.orders.rows.filter(each => known?.has(each.orderId) === false && isWorking(each)).length;
}

/** `30 orders: 28 canceled, 1 refused (#9: its reason), 1 UNKNOWN (#8). 1 order came since and is working` */
export function summary(batch: Batch, came: number): string {
  const isUnnamed = (stands: Stands) => stands === 'done' || stands === 'over';
  const parts = summarized.flatMap(each =>
    part(batch, each, isUnnamed(each) ? undefined : each === 'UNKNOWN' ? idOf : withReason),
  );
  const filled = batch.items.filter(({hasFilled}) => hasFilled);
  if (filled.length > 0) parts.push(`${filled.length} FILLED (${named(filled, idOf)})`);
  const left = waitingIn({batch});
  const why = batch.stopped === undefined ? '' : `: ${batch.stopped.replace(/\.$/, '')}`;
  const rest = left === 0 ? [] : [`${left} not sent${why}`];
  const more = `. ${counted(came, 'order')} came since and ${came === 1 ? 'is' : 'are'} working`;
  const words = [...parts, ...rest].join(', ');
  return `${recordsOf(batch.items.map(each => each.draft))}: ${words}${came === 0 ? '' : more}`;
}
