import {isDeepStrictEqual} from 'node:util';
import type {ControlsSeen} from '../../src/account/model/vocabulary.ts';
import type {Millis} from '../../src/api/wire/records.ts';
import {activityOf} from '../../src/core/events/writes.ts';
import {whyHeld, whyViewing} from '../../src/core/gate/gate.ts';
import {type HaltRecord, haltedReason, mostOf, notTaken} from '../../src/core/halt/halt.ts';
import {type Intent, isResolved, leavesEarlier} from '../../src/core/intents/intent.ts';
import {amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {type Draft, makesRecord, reducesRisk, targets} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import type {Attempt} from '../../src/core/intents/outcome.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {standingIn} from '../../src/core/journal/limits.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import {standsAs} from '../../src/core/journal/proposals.ts';
import type {AccountStanding, Knows} from '../../src/core/limits/pending.ts';
import {isExpired, type Proposal, type Standing, whyTooMany} from '../../src/core/proposals/proposal.ts';
import type {ActivityLine} from '../../src/desk/state.ts';

/** Nobody asks whose store it is. */
const unasked: BoundJournal['account'] = {
  check() {},
  claim() {},
  accept: async () => {},
  whyUnclaimed: () => undefined,
  takeWarning: () => undefined,
};

/**
 * The journal in memory: the same locks, the same all-or-nothing, no disk. It outlives the dashboards that use
 * it, as the file does. The tests of the journal hold for both.
 */
export type Store = {
  readonly rows: Map<string, Row>;
  readonly events: ActivityLine[];
  readonly notes: Map<string, string>;
  /** The halt in force, or none. */
  readonly halts: HaltRecord[];
  /** By process, what its last poll saw of what counts in the limits. */
  readonly polled: Map<number, AccountStanding>;
  readonly proposals: Map<string, Proposed>;
  /** Who has taken the controls, the newest last. */
  readonly controls: Taking[];
};

type Taking = {
  readonly epoch: number;
  readonly pid: number;
  readonly at: Millis;
  readonly isReleased: boolean;
  readonly several?: string | undefined;
};

type Proposed = {
  readonly proposal: Proposal;
  state: 'OPEN' | 'DECLINED' | 'WITHDRAWN' | 'SENT';
  reason: string;
  intentId: string | undefined;
};

type Row = {
  intent: Intent;
  /** As it was confirmed. */
  readonly asked: Intent['draft'];
  /** Its first attempt. */
  readonly committedAt: number;
};

export function createStore(): Store {
  return {
    ...{rows: new Map(), events: [], notes: new Map(), proposals: new Map()},
    ...{halts: [], polled: new Map(), controls: []},
  };
}

/** One of its own: what is done to either is not seen in the other. */
export function copyOf({rows, events, notes, halts, polled, proposals, controls}: Store): Store {
  return {
    rows: new Map([...rows].map(([id, row]) => [id, {...row}])),
    events: [...events],
    notes: new Map(notes),
    halts: [...halts],
    polled: new Map(polled),
    proposals: new Map([...proposals].map(([id, each]) => [id, {...each}])),
    controls: [...controls],
  };
}

type Binding = {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  /** What a program that is broken on purpose weighs instead of what stands. */
  readonly weighed?: WeighedInstead | undefined;
  /** Broken on purpose: nobody looks who has the controls. */
  readonly isUnfenced?: boolean | undefined;
};

/** @param polled what the last poll saw */
export type WeighedInstead = (
  standing: AccountStanding,
  polled: AccountStanding | undefined,
  stateOf: (intentId: string) => Intent['state'] | undefined,
) => AccountStanding;

/** The store as the process of the binding uses it. */
export function bindStore(store: Store, binding: Binding): BoundJournal {
  const {pid} = binding;
  const controls = bindControls(store, binding);
  const rows = () => [...store.rows.values()];
  const seen = ({intent}: Row) => ofEarlierProcess(intent);
  let kept: readonly Intent[] = [];
  let written: readonly Intent[] = [];
  const endAttempt: BoundJournal['endAttempt'] = (intentId, attempt) => {
    const row = store.rows.get(intentId);
    const begun = row?.intent.attempts.find(({number}) => number === attempt.number);
    if (row === undefined || begun?.result !== undefined || attempt.result === undefined) return;
    const attempts = row.intent.attempts.map(kept => (kept === begun ? withResult(kept, attempt) : kept));
    const isFirst = attempts[0]?.number === attempt.number;
    const offsetAtSend = isFirst && attempt.isUnsteady ? undefined : row.intent.offsetAtSend;
    row.intent = {...row.intent, attempts, offsetAtSend};
  };
  const keepOutcomes = ({id, attempts}: Intent) => {
    for (const attempt of attempts) endAttempt(id, attempt);
  };
  const isBehind = (intent: Intent) => outcomesOf(store.rows.get(intent.id)?.intent) > outcomesOf(intent);
  /** Only who has the controls decides; the outcomes are kept before. */
  const save = (intent: Intent) => {
    keepOutcomes(intent);
    controls.require();
    if (isResolved(intent) && isBehind(intent)) return 'behind';
    const row = store.rows.get(intent.id);
    const isOver =
      row !== undefined &&
      isResolved(row.intent) &&
      row.intent.state !== intent.state &&
      intent.isContradicted !== true;
    if (row === undefined || isOver) return 'behind';
    if (rows().some(each => each.intent.id !== intent.id && sameRecord(each.intent, intent))) return 'taken';
    const {attempts} = row.intent;
    row.intent = {...withRecordOf(row.intent, intent), attempts};
    return 'saved';
  };
  const refuse = (of: {readonly draft: Draft}, knows: Knows) => {
    refuseWhileHalted(store, of);
    refuseBeyond(store, binding, of, knows);
  };

  return {
    ask(intent, knows) {
      const epoch = controls.require();
      refuseWhileHalted(store, intent);
      const proposed = openProposal(store, intent, knows.now.wall);
      if (isReplaced(store, intent)) return {kind: 'locked', by: 'Another order has taken its place.'};
      const other = rows().find(each => !isResolved(each.intent) && shareTarget(each.intent, intent));
      if (other !== undefined) return {kind: 'locked', by: `Another one is ${other.intent.state}.`};
      refuseBeyond(store, binding, intent, knows);
      const draft = amendOf(intent.draft);
      if (draft !== undefined) refuse({draft}, knows.next ?? knows);
      if (proposed !== undefined) Object.assign(proposed, {state: 'SENT', intentId: intent.id});
      const isFollowing = replacedBy(intent.draft) !== undefined;
      const asked = isFollowing ? intent : {...intent, underHalt: store.halts[0]?.number};
      const begun = {epoch, number: 1, by: 'user', process: 'this', startedAt: knows.now} as const;
      const committedAt = knows.now.wall;
      store.rows.set(intent.id, {intent: {...asked, attempts: [begun]}, asked: intent.draft, committedAt});
      return {kind: 'asked', intent: asked, begun};
    },
    beginAttempt(intent, attempt) {
      const epoch = controls.require();
      refuseWhileHalted(store, intent);
      const row = store.rows.get(intent.id);
      if (row === undefined || isResolved(row.intent) || isBehind(intent)) return undefined;
      if (row.intent.attempts.length !== attempt.number - 1) return undefined;
      row.intent = {...intent, attempts: [...row.intent.attempts, {...attempt, epoch}]};
      return epoch;
    },
    endAttempt,
    save,
    kept(intentId) {
      const row = store.rows.get(intentId);
      return row && seen(row);
    },
    writes() {
      const found = rows();
      const isSame = found.length === kept.length && found.every(({intent}, at) => intent === kept[at]);
      if (!isSame) [kept, written] = [found.map(row => row.intent), found.map(seen)];
      return written;
    },
    takeMissing: () => 0,
    account: unasked,
    appendEvents: lines => void store.events.push(...lines),
    recentActivity: limit =>
      [...rows().map(seen).map(activityOf), ...store.events].sort((a, b) => b.at - a.at).slice(0, limit),
    recall: name => store.notes.get(name),
    keep: (name, value) => void store.notes.set(name, value),
    controls: controls.bound,
    limits: {
      keepZone: () => void store.notes.set('zone', 'UTC'),
      standing(now) {
        const standing = limitsStanding(store, now);
        store.polled.set(pid, standing);
        return standing;
      },
    },
    proposals: bindProposals(store, controls.require, refuse),
    halt: bindHalts(store, pid, controls.require),
  };
}

const outcomesOf = (intent: Intent | undefined): number =>
  intent?.attempts.filter(each => each.result !== undefined).length ?? 0;

/** One that has ended keeps its record, unless an answer contradicts its end. */
function withRecordOf(before: Intent, intent: Intent): Intent {
  if (before.state !== 'CONFIRMED' || intent.state !== 'CONFIRMED' || intent.isContradicted) return intent;
  return {...intent, resolvedRecordId: intent.resolvedRecordId ?? before.resolvedRecordId};
}

/** Whether two intents would change something in common. */
export function shareTarget({draft: one}: Intent, {draft: other}: Intent): boolean {
  const wanted = targets(other);
  return targets(one).some(each => wanted.includes(each));
}

function isReplaced({rows}: Store, {draft}: Intent): boolean {
  const {cancelId} = replacedBy(draft) ?? {};
  return [...rows.values()].some(
    ({intent}) =>
      cancelId !== undefined && replacedBy(intent.draft)?.cancelId === cancelId && !leavesEarlier(intent),
  );
}

/** No process has this id. */
const nobody = 0;

function withResult(kept: Attempt, {startedAt, result}: Attempt): Attempt {
  return {...kept, startedAt, result};
}

function sameRecord(a: Intent, b: Intent): boolean {
  return (
    a.state === 'CONFIRMED' &&
    b.state === 'CONFIRMED' &&
    a.draft.kind === b.draft.kind &&
    a.resolvedRecordId !== undefined &&
    a.resolvedRecordId === b.resolvedRecordId
  );
}

/** What a later process reads: wall times alone, and attempts that it may not repeat by itself. */
function ofEarlierProcess(intent: Intent): Intent {
  const attempts = intent.attempts.map(
    (attempt): Attempt => ({
      ...attempt,
      process: 'earlier',
      startedAt: {mono: 0, wall: attempt.startedAt.wall},
      result: attempt.result && {...attempt.result, at: {mono: 0, wall: attempt.result.at.wall}},
    }),
  );
  return {...intent, askedAt: {mono: 0, wall: intent.askedAt.wall}, attempts};
}

function openProposal({proposals}: Store, {proposalId}: Intent, now: number): Proposed | undefined {
  if (proposalId === undefined) return undefined;
  const found = proposals.get(proposalId);
  if (found?.state === 'OPEN' && !isExpired(found.proposal, now)) return found;
  throw new JournalError('not ours', 'The proposal is no longer open.');
}

function bindProposals(
  store: Store,
  requireControls: () => void,
  refuse: (proposal: Proposal, knows: Knows) => void,
): BoundJournal['proposals'] {
  const all = () => [...store.proposals.values()];
  const isOpen = ({state, proposal}: Proposed, now: number) => state === 'OPEN' && !isExpired(proposal, now);
  let told: readonly Proposal[] = [];
  return {
    propose(proposal, knows) {
      const now = knows.now.wall;
      refuse(proposal, knows);
      const open = all().filter(each => isOpen(each, now));
      const lately = all().filter(each => each.proposal.askedAt > now - 60_000);
      const why = whyTooMany(open.length, lately.length);
      if (why !== undefined) throw new JournalError('held', why);
      store.proposals.set(proposal.id, {proposal, state: 'OPEN', reason: '', intentId: undefined});
    },
    open() {
      const open = all().flatMap(({state, proposal}) => (state === 'OPEN' ? [proposal] : []));
      if (open.length !== told.length || open.some((each, at) => each !== told[at])) told = open;
      return told;
    },
    standing(id, now) {
      const found = store.proposals.get(id);
      return found && standingOf(store, found, now);
    },
    latest: (limit, now) =>
      all()
        .toReversed()
        .slice(0, limit)
        .map(each => standingOf(store, each, now)),
    end(ids, as, reason, now) {
      if (as === 'DECLINED') requireControls();
      const ended = ids.flatMap(id => store.proposals.get(id) ?? []).filter(each => isOpen(each, now));
      for (const each of ended) Object.assign(each, {state: as, reason});
      return ended.length;
    },
  };
}

function sentFor(store: Store, id: string): Intent | undefined {
  const all = [...store.rows.values()].map(row => row.intent);
  return all.findLast(each => each.id === id || replacedBy(each.draft)?.cancelId === id);
}

function standingOf(store: Store, {proposal, state, reason, intentId}: Proposed, now: number): Standing {
  const intent = intentId === undefined ? undefined : sentFor(store, intentId);
  if (intent !== undefined) {
    const recordId = intent.state === 'CONFIRMED' ? intent.resolvedRecordId : undefined;
    return {proposal, recordId, ...standsAs(proposal, intent, false)};
  }
  const over = state === 'DECLINED' || state === 'WITHDRAWN' ? state : undefined;
  const open = isExpired(proposal, now) ? 'EXPIRED' : 'OPEN';
  return {proposal, state: over ?? open, reason: reason || undefined, recordId: undefined};
}

export const holderIn = ({controls}: Pick<Store, 'controls'>): number | undefined => {
  const newest = controls.at(-1);
  return newest?.isReleased === false ? newest.pid : undefined;
};

function bindControls({controls}: Store, {pid, isAlive, isUnfenced = false}: Binding) {
  const runs = (other: number) => other !== nobody && isAlive(other);
  const seen = (): ControlsSeen => {
    const newest = controls.at(-1);
    if (newest === undefined) return {is: 'free', epoch: 0, by: '', since: 0, isReturned: false};
    const isOurs = (newest.pid === pid && !newest.isReleased) || isUnfenced;
    const is = isOurs ? 'ours' : newest.isReleased || !runs(newest.pid) ? 'free' : 'held';
    const {epoch, at: since, several} = newest;
    return {is, epoch, by: `process ${newest.pid}`, since, isReturned: false, several};
  };
  const bound: BoundJournal['controls'] = {
    seen,
    take(at, isForced) {
      const {is} = seen();
      if (is === 'ours' || (is === 'held' && !isForced)) return;
      const {several} = controls.at(-1) ?? {};
      controls.push({epoch: controls.length + 1, pid, at, isReleased: false, several});
    },
    release() {
      const newest = controls.at(-1);
      if (newest !== undefined && seen().is === 'ours') controls.splice(-1, 1, {...newest, isReleased: true});
    },
    keepSeveral(what) {
      const newest = controls.at(-1);
      const several = what && JSON.stringify(what);
      if (newest !== undefined && seen().is === 'ours') controls.splice(-1, 1, {...newest, several});
    },
    whyLost(epoch) {
      const now = seen();
      return now.is === 'ours' && now.epoch === epoch ? undefined : whyViewing(now);
    },
  };
  return {
    bound,
    require() {
      const now = seen();
      if (now.is !== 'ours') throw new JournalError('viewer', whyViewing(now));
      return now.epoch;
    },
  };
}

let numbered = 0;

function bindHalts({halts}: Store, pid: number, requireControls: () => void): BoundJournal['halt'] {
  let told: HaltRecord | undefined;
  const change = (fields: Partial<HaltRecord>) => {
    const [record] = halts;
    if (record !== undefined) halts[0] = {...record, ...fields};
  };
  return {
    seen() {
      const [record] = halts;
      // The same object until a process writes.
      if (!isDeepStrictEqual(told, record)) told = record;
      return told;
    },
    isLifted: number => halts[0]?.number !== number && number <= numbered,
    set(at, wants) {
      const by = `process ${pid}`;
      const number = ++numbered;
      if (halts.length === 0) halts.push({number, at, by, wants: undefined, progress: undefined});
      const [record] = halts;
      if (wants !== undefined && record !== undefined)
        change({wants: mostOf(record, wants), progress: undefined});
      return halts[0];
    },
    lift() {
      requireControls();
      halts.splice(0);
    },
    working: () => [],
    report(progress, another) {
      requireControls();
      const isEnd = progress.word !== 'HALTING';
      if (isEnd && halts[0]?.wants !== progress.word) return;
      change({progress: isEnd && another !== undefined ? notTaken(progress, another) : progress});
    },
  };
}

/** As in the journal's own transactions. */
function refuseWhileHalted({halts: [halt]}: Store, {draft}: {readonly draft: Draft}): void {
  if (halt !== undefined && !reducesRisk(draft)) throw new JournalError('held', haltedReason(halt));
}

/** As in the journal's own transaction. */
function refuseBeyond(
  store: Store,
  {pid, weighed}: Binding,
  {draft}: {readonly draft: Draft},
  knows: Knows,
): void {
  if (!makesRecord(draft)) return;
  const stands = limitsStanding(store, knows.now.wall);
  const stateOf = (intentId: string) => store.rows.get(intentId)?.intent.state;
  const standing = weighed?.(stands, store.polled.get(pid), stateOf) ?? stands;
  const reason = whyHeld({halted: undefined, knows, standing}, draft);
  if (reason !== undefined) throw new JournalError('held', reason);
}

/** What counts in the limits, from the writes in memory. */
export const limitsStanding = (
  {rows, notes}: Pick<Store, 'rows' | 'notes'>,
  now: Millis,
): AccountStanding => ({
  ...standingIn(
    [...rows.values()].map(({intent}) => intent),
    now,
  ),
  zone: notes.get('zone'),
});
