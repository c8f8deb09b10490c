import {unreplaced} from '../../src/core/intents/follow.ts';
import {type Intent, isFollowed, isResolved} from '../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import {standingIn} from '../../src/core/journal/limits.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';
import type {Pending} from '../../src/core/limits/pending.ts';
import {holderIn} from '../sim/controls-journal.ts';
import type {Store} from '../sim/memory-journal.ts';
import {type Bound, draftOf, needs, slotName, unaskedIn} from './bounds.ts';
import {type Choice, strides} from './choice.ts';
import {kindHere} from './kinds.ts';
import {filledOf, listed} from './service.ts';
import {ofCall} from './waiting.ts';
import {type Desk, isAlive, mayAsk, mayRead, type World} from './world.ts';

/** All that may happen next, always in the same order: first what no fault is needed for. */
export function choicesIn(world: World, bound: Bound): Choice[] {
  const all: Choice[] = [];
  starts(world, all);
  onTheWire(world, bound, all);
  calls(world, bound, all);
  timers(world, all);
  passing(world, bound, all);
  polls(world, bound, all);
  asks(world, bound, all);
  accounts(world, bound, all);
  halts(world, bound, all);
  takes(world, all);
  presses(world, all);
  others(world, bound, all);
  return all;
}

function starts({desks}: World, all: Choice[]): void {
  desks.forEach((each, desk) => void (isAlive(each) || all.push({do: 'starts', desk})));
}

function onTheWire({wire, desks, left}: World, {faultyAttempts}: Bound, all: Choice[]): void {
  for (const {number, draft} of wire) {
    all.push({do: 'arrives', request: number, isTwice: false});
    if (left.doubles > 0 && kindHere(draft).isDoneOnce)
      all.push({do: 'arrives', request: number, isTwice: true});
    const isAwaited = desks.some(each =>
      each.calls.some(call => 'request' in call && call.request === number),
    );
    if (!isAwaited && faultyAttempts > 0) all.push({do: 'drops', request: number});
  }
}

function calls(world: World, bound: Bound, all: Choice[]): void {
  for (const [desk, each] of world.desks.entries())
    for (const [call, waiting] of each.calls.entries())
      all.push(...ofCall(world, bound, {desk, call, waiting}));
}

/**
 * As long as something is to be asked for that limits may forbid, or that an earlier write is like; for a halt
 * that is carried out; and for writes in doubt.
 */
function accounts(world: World, {writes, limits}: Bound, all: Choice[]): void {
  const {desks, store, now} = world;
  const isAsking = unaskedIn(store.rows, {writes}) > 0;
  const isNews = hasLimits(limits) || store.rows.size > 0;
  desks.forEach((each, desk) => {
    const isUnread = each.account.rows.orders.began === undefined;
    const isWanted = isAsking && (isNews || isUnread) && mayAsk(each, world);
    const isReading = each.calls.some(({type}) => type === 'account read');
    if ((isWanted || isReadDue(each, now) || mayRead(each, now)) && !isReading)
      all.push({do: 'reads the account', desk});
  });
}

/** Of the lists that a halt goes by, which it reads again as time passes. */
function isReadDue({halt, account, bornAt}: Desk, now: number): boolean {
  const {began} = account.rows.orders;
  return halt.work !== undefined && (began === undefined || began.mono + bornAt < now);
}

function timers({desks, now}: World, all: Choice[]): void {
  desks.forEach((each, desk) => {
    each.timers.forEach(({at}, timer) => void (at <= now && all.push({do: 'due', desk, timer})));
  });
}

function passing({desks, now, store, service, left}: World, {writes}: Bound, all: Choice[]): void {
  const timed = desks.flatMap(each => each.timers.filter(({at}) => at > now).map(({at}) => at - now));
  // A read counts that begins after the last.
  const isJustRead = desks.some(each => Object.keys(each.intents.reads).length > 0 && !mayRead(each, now));
  const waits = isJustRead ? [1, ...timed] : timed;
  const waiting = desks.flatMap(each => each.calls);
  const isHeld = waiting.some(each => each.type === 'write' && each.isHeld);
  if (isHeld || waits.some(ms => ms <= strides['a moment'])) all.push({do: 'passes', stride: 'a moment'});
  const mayEnd = waiting.every(
    each => each.type === 'account read' || (each.type === 'write' && each.isHeld),
  );
  if (isHeld && mayEnd && left.sleeps > 0) all.push({do: 'passes', stride: 'half a minute'});
  const isHalting = desks.some(each => each.halt.work !== undefined);
  // A call has ended by its deadline; a read of several lists may take longer.
  if (waiting.some(each => each.type !== 'account read' || isHalting)) return;
  const isFollowing = desks.some(({intents}) => intents.list.some(each => isFollowed(intents, each)));
  const isOpen = isFollowing || [...store.rows.values()].some(({intent}) => !isResolved(intent));
  const isBlocked = desks.some(each =>
    Object.values(each.intents.blockedUntil).some(until => until > now - each.bornAt),
  );
  // What was made before something is asked for may have been made long before.
  const isBefore = unaskedIn(store.rows, {writes}) > 0 && service.effects.length > 0;
  const isRead = desks.some(each => each.halt.work !== undefined && !isReadDue(each, now));
  if (!isOpen && !isBlocked && !isBefore && !isRead && waits.length === 0) return;
  all.push({do: 'passes', stride: 'half a minute'});
  if (waiting.length === 0) all.push({do: 'passes', stride: 'five minutes'});
}

/** A poll that would find nothing new is left out. */
function polls(world: World, {limits}: Bound, all: Choice[]): void {
  const {desks, store} = world;
  desks.forEach((each, desk) => {
    if (!isAlive(each)) return;
    const {intents, pid} = each;
    const isBehind = !knowsAll(each, store);
    // The holder carries out what a viewer has confirmed.
    const [kept] = store.halts;
    const {record} = each.halt;
    const isHalted = kept?.at !== record?.at || kept?.wants !== record?.wants;
    const isUntold = hasLimits(limits) && mayAsk(each, world) && !isTold(each, store);
    const believes = each.controls?.is === 'ours';
    const isUnseen = believes !== (holderIn(store.controls) === pid);
    if (isUntold || isUnseen || isBehind || isHalted || intents.unsaved !== undefined)
      all.push({do: 'polls', desk});
  });
}

/** Whether it has all that is unresolved, a viewer as it is, and the holder each outcome after an end. */
export function knowsAll({intents}: Desk, {rows}: Store): boolean {
  const known = new Map(intents.list.map(each => [each.id, each]));
  const isTold = (row: Intent) =>
    row.attempts.every(({number, result}) => {
      const own = known.get(row.id)?.attempts.find(each => each.number === number);
      return result === undefined || own?.result !== undefined;
    });
  const isOpen = (intent: Intent) =>
    !isResolved(intent) && rows.get(intent.id)?.intent.state === intent.state;
  const isKnown = (row: Intent) => {
    const own = known.get(row.id);
    const isViewer = intents.viewing !== undefined;
    if (isResolved(row)) return own === undefined || isViewer || isTold(row);
    return own !== undefined && !(isViewer && isResolved(own)) && isTold(row);
  };
  return (
    [...rows.values()].every(({intent}) => isKnown(intent)) &&
    (intents.viewing === undefined || intents.list.every(each => isResolved(each) || isOpen(each)))
  );
}

/** Whether it has seen what weighs on the limits by now. */
function isTold({account: {room}}: Desk, {rows}: Store): boolean {
  const {pending} = standingIn(
    [...rows.values()].map(({intent}) => intent),
    0,
  );
  return room.standing !== undefined && textOf(pending) === textOf(room.standing.pending);
}

const textOf = (pending: readonly Pending[]) =>
  pending.map(({intentId, isEnded}) => `${intentId}${isEnded}`).join();

function asks({desks, store}: World, {writes}: Bound, all: Choice[]): void {
  writes.forEach((_, slot) => {
    const isFirst = slot > 0 && writes[slot] === writes[slot - 1] && !store.rows.has(slotName(slot - 1));
    if (store.rows.has(slotName(slot)) || isFirst) return;
    desks.forEach((each, desk) => void (isAlive(each) && all.push({do: 'asks', desk, slot})));
  });
}

function halts({desks, store, left}: World, {halt}: Bound, all: Choice[]): void {
  if (!halt) return;
  desks.forEach((each, desk) => {
    if (!isAlive(each)) return;
    if (left.halts > 0) all.push({do: 'halts', desk, what: 'set'});
    const [kept] = store.halts;
    if (kept !== undefined && (kept.wants === undefined || each.halt.isFound === true))
      all.push({do: 'halts', desk, what: 'want'});
  });
}

function takes({desks, left, store}: World, all: Choice[]): void {
  if (left.takes === 0) return;
  desks.forEach((each, desk) => {
    if (isAlive(each) && holderIn(store.controls) !== each.pid) all.push({do: 'takes', desk});
  });
}

function presses({desks, left}: World, all: Choice[]): void {
  if (left.keys === 0) return;
  desks.forEach(({intents}, desk) => {
    if (intents.viewing !== undefined) return;
    for (const its of intents.list.filter(each => !isResolved(each))) {
      const {id: intent, state} = its;
      if (state !== 'UNKNOWN') continue;
      for (const key of ['R', 'H done', 'H nothing'] as const) all.push({do: 'presses', desk, intent, key});
    }
    for (const {cancel} of unreplaced(intents)) all.push({do: 'presses', desk, intent: cancel.id, key: 'f'});
  });
}

/** What other clients and the market do, and deaths. */
function others({desks, left, service}: World, bound: Bound, all: Choice[]): void {
  const kinds = new Set(
    bound.writes.flatMap(each => (each === 'amend' ? (['cancel', 'place'] as const) : each)),
  );
  if (left.twins > 0)
    for (const kind of kinds)
      if (kindHere({kind}).mayBeDone(draftOf(kind) as WriteDraft, service.truth))
        all.push({do: 'twin', kind});
  if (left.events > 0) {
    for (const {orderId: order, size} of listed(service.truth)) {
      all.push({do: 'fills', order, how: 'wholly'});
      if (size === '2' && filledOf(service, order) === '0') all.push({do: 'fills', order, how: 'partly'});
    }
    for (const {id: option, status} of service.truth.options)
      if (status === 'ACTIVE' && needs(bound, 'Easy Option')) all.push({do: 'expires', option});
  }
  if (left.deaths > 0) desks.forEach((each, desk) => void (isAlive(each) && all.push({do: 'dies', desk})));
}
