import {type HaltEnd, haltEnds} from '../../src/core/halt/halt.ts';
import {unreplaced} from '../../src/core/intents/follow.ts';
import {type Intent, isFollowed, isResolved} from '../../src/core/intents/intent.ts';
import {requestsOf, type WriteDraft} from '../../src/core/intents/kinds/kinds.ts';
import {draftWords} from '../../src/core/intents/words.ts';
import {hasLimits} from '../../src/core/limits/decide.ts';
import type {Pending} from '../../src/core/limits/pending.ts';
import {setHalt} from '../../src/desk/order/flag.ts';
import {draftOf as draftIn, replacementForm} from '../../src/desk/order/forms.ts';
import {isDoneOnce} from '../sim/kinds.ts';
import {holderIn, limitsStanding, type Store} from '../sim/memory-journal.ts';
import {type Bound, byPerson, draftOf, needs, slotName, unaskedIn} from './bounds.ts';
import {type Choice, nameOf, type Stride, strides} from './choice.ts';
import {kindHere, serve} from './kinds.ts';
import {inProcess, type Process} from './process.ts';
import {expire, fill, filledOf, listed, type Service} from './service.ts';
import {kill, type Stage, spend} from './stage.ts';
import {arrive, beginAccount, fire, pass, withoutRequest} from './steps.ts';
import {ofCall} from './waiting.ts';
import {type Desk, deskBorn, isAlive, mayAsk, mayRead, type World} from './world.ts';

/** All that may happen next, always in the same order: first what no fault is needed for. */
export function choicesIn(world: World, bound: Bound): Choice[] {
  const all: Choice[] = [];
  starts(world, all);
  onTheWire(world, bound, all);
  world.desks.forEach(({calls}, desk) => {
    for (const call of calls) all.push(...ofCall(world, bound, desk, call));
  });
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
  desks.forEach((each, desk) => {
    if (isAlive(each)) return;
    all.push({
      ...{fair: 'starts', desk, words: () => `${nameOf(desk)} is started again`},
      take(stage) {
        stage.desks[desk] = deskBorn(stage.made++, stage.now, stage.store.halts.length > 0);
        inProcess(stage, desk, ({send, take}) => {
          take(false);
          send({type: 'polled', offsetMs: 0});
        });
      },
    });
  });
}

function onTheWire({wire, desks, left}: World, {faultyAttempts}: Bound, all: Choice[]): void {
  for (const request of wire) {
    const {number, draft} = request;
    const words = (what: string) => () => `the request "${draftWords(draft)}" ${what}`;
    all.push({
      ...{fair: 'arrives', words: words('reaches the service')},
      take: stage => arrive(stage, request, false),
    });
    if (left.doubles > 0 && isDoneOnce(draft))
      all.push({words: words('reaches the service, twice'), take: stage => arrive(stage, request, true)});
    const isAwaited = desks.some(each =>
      each.calls.some(call => 'request' in call && call.request === number),
    );
    if (!isAwaited && faultyAttempts > 0)
      all.push({words: words('is lost on the way'), take: stage => withoutRequest(stage, request)});
  }
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
      all.push({
        ...{fair: 'reads the account', desk, words: () => `${nameOf(desk)} begins to read the whole account`},
        take: stage => beginAccount(stage, desk),
      });
  });
}

/** Of the lists that a halt goes by, which it reads again as time passes. */
function isReadDue({halt, account, bornAt}: Desk, now: number): boolean {
  const {began} = account.rows.orders;
  return halt.work !== undefined && (began === undefined || began.mono + bornAt < now);
}

function timers({desks, now}: World, all: Choice[]): void {
  desks.forEach((each, desk) => {
    for (const timer of each.timers.filter(({at}) => at <= now))
      all.push({
        ...{fair: 'due', desk, words: () => `${nameOf(desk)}: what it waited for is due`},
        take: stage => fire(stage, desk, timer),
      });
  });
}

function passing({desks, now, store, service, left}: World, {writes}: Bound, all: Choice[]): void {
  const passes = (stride: Stride) =>
    all.push({fair: stride, words: () => `${stride} passes`, take: stage => pass(stage, stride)});
  const timed = desks.flatMap(each => each.timers.filter(({at}) => at > now).map(({at}) => at - now));
  // A read counts that begins after the last.
  const isJustRead = desks.some(each => Object.keys(each.intents.reads).length > 0 && !mayRead(each, now));
  const waits = isJustRead ? [1, ...timed] : timed;
  const waiting = desks.flatMap(each => each.calls);
  const isHeld = waiting.some(each => each.type === 'write' && each.isHeld);
  if (isHeld || waits.some(ms => ms <= strides['a moment'])) passes('a moment');
  const mayEnd = waiting.every(
    each => each.type === 'account read' || (each.type === 'write' && each.isHeld),
  );
  if (isHeld && mayEnd && left.sleeps > 0) passes('half a minute');
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
  passes('half a minute');
  if (waiting.length === 0) passes('five minutes');
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
    const isUnseen = believes !== (holderIn(store) === pid);
    if (isUntold || isUnseen || isBehind || isHalted || intents.unsaved !== undefined)
      all.push({
        ...{fair: 'polls', desk, words: () => `${nameOf(desk)} polls, and looks into the journal`},
        take: stage => inProcess(stage, desk, ({send}) => send({type: 'polled', offsetMs: 0})),
      });
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
function isTold({account: {room}}: Desk, store: Store): boolean {
  const {pending} = limitsStanding(store, 0);
  return room.standing !== undefined && textOf(pending) === textOf(room.standing.pending);
}

const textOf = (pending: readonly Pending[]) =>
  pending.map(({intentId, isEnded}) => `${intentId}${isEnded}`).join();

function asks({desks, store}: World, bound: Bound, all: Choice[]): void {
  const {writes} = bound;
  writes.forEach((kind, slot) => {
    const isFirst = slot > 0 && kind === writes[slot - 1] && !store.rows.has(slotName(slot - 1));
    if (store.rows.has(slotName(slot)) || isFirst) return;
    const draft = draftOf(kind, bound, slot);
    desks.forEach((each, desk) => {
      if (!isAlive(each)) return;
      all.push({
        ...{desk, words: () => `${nameOf(desk)}: its user says yes to ${draftWords(draft)}`},
        take(stage) {
          stage.asking = slotName(slot);
          inProcess(stage, desk, ({send}) => send({type: 'ask', draft}));
        },
      });
    });
  });
}

function halts({desks, store, left}: World, {halt, closes}: Bound, all: Choice[]): void {
  if (!halt) return;
  desks.forEach((each, desk) => {
    if (!isAlive(each)) return;
    const sets = (wants: HaltEnd | undefined) => (stage: Stage) =>
      inProcess(stage, desk, ({pressHalt}) => pressHalt((state, now) => setHalt(state, now, wants)));
    const words = (what: string) => () => `${nameOf(desk)}: its user ${what}`;
    if (left.halts > 0)
      all.push({
        ...{desk, words: words('sets the halt')},
        take(stage) {
          spend(stage, 'halts');
          sets(undefined)(stage);
        },
      });
    const [kept] = store.halts;
    if (kept !== undefined && (kept.wants === undefined || each.halt.isFound === true))
      all.push({
        ...{fair: 'halts', desk, words: words('confirms that all orders are to be canceled')},
        take: sets(haltEnds[closes ? 1 : 0]),
      });
  });
}

function takes({desks, left, store}: World, all: Choice[]): void {
  if (left.takes === 0) return;
  desks.forEach((each, desk) => {
    if (!isAlive(each) || holderIn(store) === each.pid) return;
    all.push({
      ...{desk, words: () => `${nameOf(desk)} takes the controls`},
      take(stage) {
        spend(stage, 'takes');
        inProcess(stage, desk, ({take}) => take(true));
      },
    });
  });
}

function presses({desks, left}: World, all: Choice[]): void {
  if (left.keys === 0) return;
  desks.forEach(({intents}, desk) => {
    if (intents.viewing !== undefined) return;
    const presses = (key: string, does: (process: Process, stage: Stage) => void) =>
      all.push({
        ...{desk, words: () => `${nameOf(desk)}: its user answers with ${key}`},
        take(stage) {
          spend(stage, 'keys');
          inProcess(stage, desk, process => does(process, stage));
        },
      });
    for (const {id: intentId} of intents.list.filter(each => each.state === 'UNKNOWN')) {
      presses('R', ({send}) => send({type: 'sendAgain', intentId}));
      for (const word of ['done', 'nothing'] as const)
        presses(`H ${word}`, ({send}) => send({type: 'resolve', intentId, word, note: ''}));
    }
    for (const left of unreplaced(intents))
      presses('f', ({send, state}, stage) => {
        const form = replacementForm(state(), left);
        const draft = form && draftIn(form);
        stage.asking = byPerson;
        if (draft !== undefined) send({type: 'ask', draft});
      });
  });
}

/** What other clients and the market do, and deaths. */
function others({desks, left, service}: World, bound: Bound, all: Choice[]): void {
  const changes = (what: 'twins' | 'events', words: string, next: (stage: Stage) => Service) =>
    all.push({
      words: () => words,
      take(stage) {
        spend(stage, what);
        stage.service = next(stage);
      },
    });
  if (left.twins > 0)
    for (const kind of new Set(bound.writes.flatMap(requestsOf))) {
      const draft = draftOf(kind) as WriteDraft;
      if (kindHere(draft).mayBeDone(draft, service.truth))
        changes('twins', `another client writes the same: ${kind}`, stage => {
          return serve(stage.service, {draft, key: undefined, by: 'twin'}, stage.now)[0];
        });
    }
  if (left.events > 0) {
    for (const {orderId, size} of listed(service.truth)) {
      const isWhole = size === '2' && filledOf(service, orderId) === '0';
      for (const how of isWhole ? (['wholly', 'partly'] as const) : (['wholly'] as const))
        changes('events', `order #${orderId} fills ${how}`, stage =>
          fill(stage.service, orderId, how, stage.now),
        );
    }
    for (const {id, status} of service.truth.options)
      if (status === 'ACTIVE' && needs(bound, 'Easy Option'))
        changes('events', `Easy Option #${id} expires`, stage => expire(stage.service, id, stage.now));
  }
  if (left.deaths === 0) return;
  desks.forEach((each, desk) => {
    if (isAlive(each))
      all.push({desk, words: () => `${nameOf(desk)} dies`, take: stage => kill(stage, desk)});
  });
}
