import {type Draft, type Intent, kindOf, requestsOf, target} from '../../intents/intent.ts';
import {inFlight, lockOn, whyToWait} from '../../intents/selectors.ts';
import type {Moment} from '../../model/moment.ts';
import {showsAll} from '../../model/rows.ts';
import type {State} from '../../state.ts';
import {rowsListed} from '../review-lines.ts';
import type {Batch, BatchItem, Leaving} from './several.ts';

/**
 * Several writes from one review, sent one after another. Each is its own intent, and its progress is read from
 * that intent, so nothing is sent twice. A 429 proves that nothing was done, so the queue waits and tries
 * again. Any other outcome lets the queue continue.
 */
export function newBatch(drafts: readonly Draft[], now: Moment, leaving?: Leaving): Batch {
  const items = drafts.map((draft): BatchItem => ({draft, stands: 'waiting', reason: ''}));
  return {items, leaving, startedAt: now, lastAskedAt: now, stopped: undefined};
}

export function follow(state: State, before: readonly Intent[]): State {
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
  return {...state, batch: {...batch, items}};
}

/** Statuses that refuse the write itself; after any other a read showed that the record had ended. */
const refusals: readonly number[] = [400, 401, 403, 413, 422];

function standing(intent: Intent): Pick<BatchItem, 'stands' | 'reason'> {
  const {reason} = intent;
  switch (intent.state) {
    case 'QUEUED':
    case 'SENDING':
    case 'ACCEPTED':
    // An amend is never part of a batch.
    case 'CANCELING':
    case 'CHECKING FILLS':
    case 'PLACING':
    case 'CANCELED, NOT REPLACED':
      return {stands: 'asked', reason};
    case 'CONFIRMED':
      return {stands: 'done', reason};
    case 'REJECTED': {
      const outcome = intent.attempts.at(-1)?.result?.outcome;
      const status = outcome?.kind === 'status' ? outcome.status : undefined;
      if (status === 429) return {stands: 'waiting', reason: ''};
      return {stands: status !== undefined && refusals.includes(status) ? 'refused' : 'over', reason};
    }
    case 'UNKNOWN':
    case 'NOT SENT':
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
    if (draft === undefined || intents.asking.length > 0 || isBusy) return [next, undefined];
    const why = whyToWait(intents, draft, now);
    if (why !== undefined) return [waitMs(next, now) > 0 ? next : stopRest(next, why), undefined];
    const over = overBefore(next, batch, draft);
    if (over !== undefined) {
      next = stand(next, draft, 'over', over);
      continue;
    }
    const lock = lockOn(intents, target(draft));
    if (lock === undefined) {
      const asked = stand(next, draft, 'asked', '');
      return [{...asked, batch: asked.batch && {...asked.batch, lastAskedAt: now}}, draft];
    }
    next = stand(next, draft, 'NOT SENT', lock.reason);
  }
}

/** A poll since the start may show that the record has already ended. */
function overBefore({feeds}: State, {startedAt}: Batch, draft: Draft): string | undefined {
  const {loadedAt} = feeds.orders;
  const isNewer = loadedAt !== undefined && loadedAt.mono > startedAt.mono;
  return kindOf(draft).over(draft, rowsListed(feeds), isNewer && showsAll(feeds.orders));
}

export function stand(state: State, draft: Draft, stands: BatchItem['stands'], reason: string): State {
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

/** Remaining wait after a 429, in ms. */
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
  return !isOpen || now.mono - batch.lastAskedAt.mono >= settleMs;
}
