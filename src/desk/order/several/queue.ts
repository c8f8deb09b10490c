import {type Draft, type Intent, target} from '../../intents/intent.ts';
import {canAct, inFlight, lockOn} from '../../intents/selectors.ts';
import {isEnding} from '../../model/figures.ts';
import type {Moment} from '../../model/moment.ts';
import {isWholeList, rowById} from '../../model/rows.ts';
import type {State} from '../../model/state.ts';
import type {Batch, BatchItem, Leaving} from './several.ts';

/**
 * Several writes that one review confirmed, one after another by their ids. Each is an intent of its own, and
 * how each stands is read from that intent, whoever asked for it: so nothing is asked for twice. A 429 is
 * waited out, for it proves that nothing was done; whatever else one of them comes to, the others go on.
 */
export function newBatch(drafts: readonly Draft[], now: Moment, leaving?: Leaving): Batch {
  const items = drafts.map((draft): BatchItem => ({draft, stands: 'waiting', reason: ''}));
  return {items, leaving, startedAt: now, lastAskedAt: now, stopped: undefined};
}

/** How its writes stand by the intents that a message has changed. */
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

/** What only a read can have shown, and no answer to the write itself. */
const refusals: readonly number[] = [400, 401, 403, 413, 422];

function standing(intent: Intent): Pick<BatchItem, 'stands' | 'reason'> {
  const {reason} = intent;
  switch (intent.state) {
    case 'ASKED':
    case 'SENDING':
    case 'ACCEPTED':
    // No replacement is one of several.
    case 'CANCELING':
    case 'READING':
    case 'PLACING':
    case 'CANCELED NOT PLACED':
      return {stands: 'asked', reason};
    case 'DONE':
      return {stands: 'done', reason};
    case 'REFUSED': {
      const outcome = intent.attempts.at(-1)?.result?.outcome;
      const status = outcome?.kind === 'status' ? outcome.status : undefined;
      if (status === 429) return {stands: 'waiting', reason: ''};
      return {stands: status !== undefined && refusals.includes(status) ? 'refused' : 'over', reason};
    }
    case 'UNKNOWN':
    case 'NOT SENT':
    case 'BY HAND':
      return {stands: intent.state, reason};
    default:
      return intent satisfies never;
  }
}

/** The one to be asked for now, if there is one; those that need not or cannot be are told apart on the way. */
export function nextToAsk(state: State, now: Moment): readonly [State, Draft | undefined] {
  let next = state;
  for (;;) {
    const {batch, intents} = next;
    if (batch === undefined || batch.stopped !== undefined) return [next, undefined];
    const draft = batch.items.find(each => each.stands === 'waiting')?.draft;
    if (draft === undefined || intents.asking.length > 0 || inFlight(intents).length > 0)
      return [next, undefined];
    const may = canAct(intents, draft.kind, now);
    if (may !== true) return [waitMs(next, now) > 0 ? next : stopRest(next, may), undefined];
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

/** What a poll since its start has shown to be over needs no write. */
function overBefore({feeds}: State, {startedAt}: Batch, draft: Draft): string | undefined {
  if (draft.kind === 'close') {
    const option = rowById(feeds.easyOptions, draft.easyOptionId);
    return option !== undefined && isEnding(option) ? `It is ${option.status} already.` : undefined;
  }
  const {rows, loadedAt, filterText, unreadable} = feeds.orders;
  const isWhole = isWholeList(feeds.orders) && filterText === '' && unreadable.length === 0;
  if (draft.kind !== 'cancel' || !isWhole || loadedAt === undefined || loadedAt.mono <= startedAt.mono)
    return undefined;
  return rows.some(each => each.orderId === draft.orderId) ? undefined : 'It is no longer listed as open.';
}

/** Notes how the write of a draft stands. */
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

/** How many of its writes have not been asked for. */
export function waitingIn({batch}: Pick<State, 'batch'>): number {
  return batch?.items.filter(each => each.stands === 'waiting').length ?? 0;
}

/** Whether there is more to ask for. */
export function isGoingOn(state: Pick<State, 'batch'>): boolean {
  return state.batch?.stopped === undefined && waitingIn(state) > 0;
}

/** Nothing of it is asked for any more. */
export function stopRest(state: State, reason: string): State {
  return isGoingOn(state) && state.batch !== undefined
    ? {...state, batch: {...state.batch, stopped: reason}}
    : state;
}

/** How long the service wants to be left alone before the next one (429). */
export function waitMs({batch, intents}: Pick<State, 'batch' | 'intents'>, now: Moment): number {
  const kind = batch?.items[0]?.draft.kind;
  return kind === undefined || kind === 'replace'
    ? 0
    : Math.max(0, (intents.blockedUntil[kind] ?? 0) - now.mono);
}

/** What the reads of the last ones may take to settle them before the batch is summed up. */
const settleMs = 5_000;

/** Nothing is left to ask for, and what was asked for has ended, or has had its time to. */
export function isAtEnd(state: State, now: Moment): boolean {
  const {batch, intents} = state;
  if (batch === undefined || isGoingOn(state) || intents.asking.length > 0) return false;
  const targets = new Set(batch.items.map(each => target(each.draft)));
  if (inFlight(intents).some(each => targets.has(target(each.draft)))) return false;
  const isOpen = batch.items.some(({stands}) => stands === 'asked' || stands === 'UNKNOWN');
  return !isOpen || now.mono - batch.lastAskedAt.mono >= settleMs;
}
