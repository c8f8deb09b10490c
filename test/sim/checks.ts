import {age, type Moment} from '../../src/account/model/moment.ts';
import {type Intent, isResolved, isSending} from '../../src/core/intents/intent.ts';
import {confirmedForMs} from '../../src/core/intents/kinds/kind.ts';
import {makesRecord, sentKindOf} from '../../src/core/intents/kinds/kinds.ts';
import {isProved} from '../../src/core/intents/life.ts';
import {type Attempt, mayHaveArrived, saidYes} from '../../src/core/intents/outcome.ts';
import {describe} from '../../src/core/intents/words.ts';
import type {State} from '../../src/desk/state.ts';
import {numberOf} from '../../src/paper/operations/requests.ts';
import {breachOfFollowing, overfills} from './amend.ts';
import type {Wire} from './client.ts';
import type {Dashboard} from './dashboard.ts';
import {kindHere} from './kinds.ts';
import {holderIn, type Store, shareTarget} from './memory-journal.ts';
import type {Commit, Service} from './service.ts';

/**
 * What must hold after every step. A breach is kept in words; the scenario goes on, for one may lead to others.
 */
export type Checks = {
  readonly breaches: string[];
  /** Keeps a breach that is found elsewhere. */
  breach(words: string): void;
  /** The journal has taken an intent. */
  asked(intentId: string): void;
  /** The first byte of a write leaves a process: which intent it is of. */
  leaving(wire: Wire, from: Pick<Dashboard, 'pid' | 'clock'>): string | undefined;
  /** A dashboard has come by its journal, or could not: whatever is unresolved is on its screen. */
  inSight(state: State): void;
  /** The screen of a dashboard says something new. */
  said(before: State, after: State): void;
  /** Nothing goes wrong any more, and everything had time to end. */
  atRest(states: readonly State[]): void;
};

/** Dashboards look at what others do with each poll. */
const pollsEveryMs = 31_000;

/** What the client allows for the clocks, and how far it may be off in measuring them. */
const clocksDifferMs = 4_000;

type Sent = {
  readonly bytes: string[];
  readonly firstAt: number;
  readonly firstPid: number;
  /** By the clocks of that process: nobody notices a wall clock that is set back in a sleep. */
  readonly firstSeen: Moment;
};

/** A `Date` header counts whole seconds, and its answer was on its way for a while. */
const clocksTellMs = 5_000;

export function createChecks(given: {store: Store; service: Service; now: () => number}): Checks {
  const {store, service, now} = given;
  const breaches: string[] = [];
  const sent = new Map<string, Sent>();
  const askedAt = new Map<string, number>();
  const breach = (words: string) => {
    if (!breaches.includes(words)) breaches.push(words);
  };
  /** Lists that lag may show an order of before only as trades of now. */
  const isLate = service.nature.lateRows > 0 || service.nature.staleMs > 0;
  const commitsOf = (id: string) => service.commits.filter(commit => commit.intentId === id);

  const leaving: Checks['leaving'] = (wire, {pid, clock}) => {
    const row = [...store.rows.values()].find(each => isOf(wire, each.intent));
    if (row === undefined) {
      breach(`No journal row stands behind what was sent: ${wire.bytes}`);
      return undefined;
    }
    if (holderIn(store) !== pid) breach(`Sent by a viewer: ${wire.bytes}`);
    const {intent} = row;
    const {id: name} = intent;
    const before = sent.get(name) ?? {bytes: [], firstAt: now(), firstPid: pid, firstSeen: clock()};
    const after = {...before, bytes: [...before.bytes, wire.bytes]};
    sent.set(name, after);
    const {attempts} = intent;
    const attempt = attempts.at(-1);
    if (after.bytes.length > attempts.length) breach(`Sent more often than journaled: ${wire.bytes}`);
    if (new Set(after.bytes).size > 1) breach(`Sent again with other bytes: ${wire.bytes}`);
    if (after.bytes.length > 1 && attempt?.by === 'itself' && sentKindOf(wire).repeats === 'never')
      breach(`Sent twice: ${wire.bytes}`);
    if (attempt?.by === 'itself') checkRepeat(wire, attempts, before, {pid, clock});
    // A cancel names one order: it is repeated by itself however late. A repeat by the user is timed from its
    // key: the process that began may tell only now that its attempt was not sent.
    const isLateRepeat = attempts.length > 1 && (attempt?.by === 'user' || wire.kind === 'cancel');
    const isFirst = !attempts.slice(0, -1).some(mayHaveArrived) && !isLateRepeat;
    if (isFirst && age(intent.askedAt, clock()) > confirmedForMs)
      breach(`Sent long after it was confirmed: ${wire.bytes}`);
    const rivals = [...store.rows.values()].filter(
      each => each.intent !== intent && !isResolved(each.intent) && shareTarget(each.intent, intent),
    );
    const wrong = breachOfFollowing(wire, intent, store, service);
    if (wrong !== undefined) breach(wrong);
    if (rivals.length > 0) breach(`Two unresolved intents have one target: ${wire.bytes}`);
    return intent.id;
  };

  const checkRepeat = (
    wire: Wire,
    attempts: readonly Attempt[],
    first: Sent,
    {pid, clock}: Pick<Dashboard, 'pid' | 'clock'>,
  ) => {
    const repeats = attempts.filter(each => each.by === 'itself').length;
    // A cancel names one order: it is repeated for longer, and by whoever takes it over.
    if (wire.kind === 'cancel') {
      if (repeats > 10) breach(`Repeated an eleventh time: ${wire.bytes}`);
      return;
    }
    if (repeats > 2) breach(`Repeated a third time: ${wire.bytes}`);
    if (first.firstPid !== pid) breach(`Repeated by itself by another process: ${wire.bytes}`);
    if (age(first.firstSeen, clock()) > 30_000) breach(`Repeated by itself after 30 s: ${wire.bytes}`);
  };

  /** Whether the end that is claimed agrees with what the service did. */
  const checkEnd = (intent: Intent) => {
    const own = commitsOf(intent.id);
    switch (intent.state) {
      case 'NOT SENT':
        if (sent.has(intent.id)) breach(`NOT SENT, but bytes went out: ${describe(intent)}`);
        return;
      case 'REJECTED':
        if (own.length > 0 && !isStaleRefusal(intent))
          breach(`REJECTED, but the service did it: ${describe(intent)}`);
        return;
      case 'CONFIRMED':
        if (!isTrue(intent, own)) breach(`CONFIRMED, but the service did not: ${describe(intent)}`);
        return;
      case 'UNKNOWN':
        if (intent.reason.trim() === '') breach(`UNKNOWN without a reason: ${intent.id}`);
        return;
      default:
        return;
    }
  };

  /**
   * A 422 to a close stands when one read shows the Easy Option as it was: a list that is behind shows just
   * that, and so does any once the order that was to sell it has been canceled.
   */
  const isStaleRefusal = ({draft, attempts}: Intent): boolean => {
    const outcome = attempts.at(-1)?.result?.outcome;
    const is422 = outcome?.kind === 'status' && outcome.status === 422;
    if (draft.kind !== 'close' || !is422) return false;
    return service.nature.staleMs > 0 || cancelOf(draft.easyOptionId, 'SELL') !== undefined;
  };

  /** Its order of that side was canceled: what was being sold is ACTIVE again, what was being bought CLOSED. */
  const cancelOf = (easyOptionId: string, side: 'BUY' | 'SELL'): Commit | undefined =>
    service.commits.find(({kind, recordId}) => {
      const order = kind === 'cancel' ? service.order(recordId) : undefined;
      return order?.side === side && order.easyOption === numberOf('easyOption', easyOptionId);
    });

  /** Closed as it was asked for, as near as clocks tell, though by no close: no read tells those apart. */
  const isNeverBought = ({id, draft}: Intent): boolean => {
    const canceled = draft.kind === 'close' ? cancelOf(draft.easyOptionId, 'BUY') : undefined;
    return canceled !== undefined && canceled.at >= (askedAt.get(id) ?? now()) - clocksTellMs;
  };

  const isTrue = (intent: Extract<Intent, {state: 'CONFIRMED'}>, own: readonly Commit[]): boolean => {
    const isOwn = own.some(commit => commit.kind === intent.draft.kind);
    if (intent.proof === 'proved') return isOwn && isProvedRecord(intent, own);
    return isNeverBought(intent) || (fits(intent) && (isOwn || isExcused(intent)));
  };

  /** The record in the answer to place or cancel is the very one; an open may be seen by a twin of its own. */
  const isProvedRecord = (intent: Extract<Intent, {state: 'CONFIRMED'}>, own: readonly Commit[]): boolean => {
    const {draft} = intent;
    const {resolvedRecordId: id} = intent;
    if (draft.kind === 'cancel' && service.order(draft.orderId)?.status !== 'CANCELED') return false;
    if (id === undefined) return true;
    if (draft.kind === 'open') return fits(intent);
    return own.some(commit => commit.recordId === id);
  };

  /** What is matched has what was asked for, and was not there before. */
  const fits = (intent: Extract<Intent, {state: 'CONFIRMED'}>): boolean => {
    const {draft} = intent;
    const {resolvedRecordId: id = ''} = intent;
    if (intent.knownBefore?.includes(id)) return false;
    if (draft.kind === 'open' && isOpenedBefore(intent)) return false;
    return kindHere(draft).fits(draft, id, service, intent);
  };

  /** Its time says so to any read after the send, give or take what clocks may differ by. */
  const isOpenedBefore = ({id, resolvedRecordId = ''}: Extract<Intent, {state: 'CONFIRMED'}>): boolean => {
    const openedAt = service.openedAt(resolvedRecordId);
    const {firstAt, firstPid} = sent.get(id) ?? {};
    // A later process knows when it was journaled alone.
    const isAlone = store.controls.every(each => each.pid === firstPid);
    const sentAt = isAlone ? firstAt : askedAt.get(id);
    if (openedAt === undefined || sentAt === undefined) return false;
    return openedAt + service.nature.staleMs < sentAt - clocksDifferMs;
  };

  /** A match claims a record like it, no more: another program may have made that. */
  const isExcused = (intent: Extract<Intent, {state: 'CONFIRMED'}>): boolean => {
    const {draft} = intent;
    const {claims} = kindHere(draft);
    if (claims === 'any') return true;
    const {resolvedRecordId} = intent;
    const maker = service.commits.find(
      each => each.kind === draft.kind && each.recordId === resolvedRecordId,
    );
    if (maker === undefined) return claims === 'of another program, or late' && isLate;
    if (maker.by !== 'intent') return true;
    return service.commits.some(each => each.by === 'foreign' && each.kind === draft.kind);
  };

  return {
    breaches,
    breach,
    asked: intentId => void askedAt.set(intentId, now()),
    leaving,
    said(before, after) {
      if (before.intents.list === after.intents.list) return;
      const old = new Set(before.intents.list);
      for (const intent of after.intents.list) if (!old.has(intent)) checkEnd(intent);
    },
    inSight: state => inSight(state, now()),
    atRest(states) {
      for (const {intent} of store.rows.values()) {
        checkEnd(intent);
        const {state} = intent;
        if (unended.includes(state)) breach(`Never ended: ${describe(intent)}`);
        const isOpen = state === 'UNKNOWN' || isMatch(intent);
        if (isOpen && isProved(withEarlier(intent), {mono: 0, wall: now()}))
          breach(`Its outcome is in the journal, and nobody judged it: ${describe(intent)}`);
        checkDoubles(intent, commitsOf(intent.id), sent.get(intent.id));
      }
      for (const wrong of overfills(store, service)) breach(wrong);
      for (const state of states) {
        checkMemory(state);
        inSight(state, now() - pollsEveryMs);
      }
    },
  };

  /** Whatever was asked for until then. */
  function inSight({intents, journal}: State, until: number): void {
    if (journal.status === 'failed' && journal.isUnread) return;
    const seen = new Set(intents.list.map(each => each.id));
    for (const {intent} of store.rows.values())
      if (!isResolved(intent) && !seen.has(intent.id) && (askedAt.get(intent.id) ?? 0) <= until)
        breach(`Out of sight: ${describe(intent)}`);
  }

  /** Two of one intent there are only where the user sent it again and no key makes it the same. */
  function checkDoubles(intent: Intent, own: readonly Commit[], wire: Sent | undefined): void {
    const done = own.filter(each => each.kind === intent.draft.kind);
    if (done.length <= 1) return;
    const isAgain = intent.attempts.slice(1).some(each => each.by === 'user');
    if (!isAgain || !makesRecord(intent.draft)) breach(`Done ${done.length} times: ${wire?.bytes[0]}`);
  }

  /** Of the holder; a viewer reads it with its next look. */
  function checkMemory(state: State): void {
    if (state.intents.viewing !== undefined) return;
    for (const intent of state.intents.list) {
      const kept = store.rows.get(intent.id)?.intent;
      if (kept?.state !== intent.state) {
        breach(`The journal says ${kept?.state}, the screen ${describe(intent)}`);
      }
    }
  }
}

/** Another client may have made its record: an outcome may still prove that nothing was done for it. */
const isMatch = (intent: Intent): boolean =>
  intent.state === 'CONFIRMED' && intent.proof === 'matched' && makesRecord(intent.draft) && !saidYes(intent);

/** As whoever takes it over has it. */
const withEarlier = (intent: Intent): Intent => ({
  ...intent,
  attempts: intent.attempts.map(each => ({...each, process: 'earlier'})),
});

/** What is under way when a storm is over has ended a minute later. */
const unended: readonly Intent['state'][] = ['SENDING'];

/** The attempt that is committed and has no result yet, of an intent that asks for just this. */
function isOf(wire: Wire, intent: Intent): boolean {
  const {draft, attempts} = intent;
  if (draft.kind !== wire.kind || !isSending(intent)) return false;
  if (attempts.at(-1) === undefined || attempts.at(-1)?.result !== undefined) return false;
  return kindHere(draft).isSentAs(wire.bytes, draft, intent);
}
