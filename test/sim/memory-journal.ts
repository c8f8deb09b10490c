import {activityOf} from '../../src/core/events/writes.ts';
import {type Intent, isResolved, leavesEarlier} from '../../src/core/intents/intent.ts';
import {amendOf} from '../../src/core/intents/kinds/cancel.ts';
import {targets} from '../../src/core/intents/kinds/kinds.ts';
import {replacedBy} from '../../src/core/intents/kinds/place.ts';
import type {Attempt} from '../../src/core/intents/outcome.ts';
import type {BoundJournal} from '../../src/core/journal/journal.ts';
import {JournalError} from '../../src/core/journal/problem.ts';
import {standsAs} from '../../src/core/journal/proposals.ts';
import type {Knows} from '../../src/core/limits/pending.ts';
import {isExpired, type Proposal, type Standing, whyTooMany} from '../../src/core/proposals/proposal.ts';
import type {ActivityLine} from '../../src/desk/state.ts';
import {bindControls, type ControlsStore} from './controls-journal.ts';
import {bindHalts, type HaltStore, refuseWhileHalted} from './halt-journal.ts';
import {
  copyOfLimits,
  createLimitsStore,
  emptyLimits,
  type LimitsBound,
  type LimitsStore,
  refuseBeyond,
} from './limits-journal.ts';

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
  readonly halts: HaltStore;
  readonly limits: LimitsStore;
  readonly proposals: Map<string, Proposed>;
  readonly controls: ControlsStore;
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
    ...{halts: [], limits: emptyLimits(), controls: []},
  };
}

/** One of its own: what is done to either is not seen in the other. */
export function copyOf({rows, events, notes, halts, limits, proposals, controls}: Store): Store {
  return {
    rows: new Map([...rows].map(([id, row]) => [id, {...row}])),
    events: [...events],
    notes: new Map(notes),
    halts: [...halts],
    limits: copyOfLimits(limits),
    proposals: new Map([...proposals].map(([id, each]) => [id, {...each}])),
    controls: [...controls],
  };
}

export function isUnresolved(intent: Intent): boolean {
  return !isResolved(intent);
}

type BoundBy = Pick<LimitsBound, 'weighed'> & {
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
  readonly isUnfenced?: boolean | undefined;
};

/** The store as the process `pid` uses it. */
export function bindStore(store: Store, given: BoundBy): BoundJournal {
  const {pid, isAlive, weighed, isUnfenced = false} = given;
  const runs = (other: number) => other !== nobody && isAlive(other);
  const controls = bindControls({controls: store.controls, pid, isAlive: runs, isUnfenced});
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
    if (!isUnresolved(intent) && isBehind(intent)) return 'behind';
    const row = store.rows.get(intent.id);
    const isOver =
      row !== undefined &&
      !isUnresolved(row.intent) &&
      row.intent.state !== intent.state &&
      intent.isContradicted !== true;
    if (row === undefined || isOver) return 'behind';
    if (rows().some(each => each.intent.id !== intent.id && sameRecord(each.intent, intent))) return 'taken';
    const {attempts} = row.intent;
    row.intent = {...withRecordOf(row.intent, intent), attempts};
    return 'saved';
  };
  const limited = {
    store: store.limits,
    pid,
    weighed,
    intents: () => rows().map(row => row.intent),
  };

  return {
    ask(intent, knows) {
      const epoch = controls.require();
      refuseWhileHalted(store.halts, intent);
      const proposed = openProposal(store, intent, knows.now.wall);
      if (isReplaced(store, intent)) return {kind: 'locked', by: 'Another order has taken its place.'};
      const other = rows().find(each => isUnresolved(each.intent) && shareTarget(each.intent, intent));
      if (other !== undefined) return {kind: 'locked', by: `Another one is ${other.intent.state}.`};
      refuseBeyond(limited, intent, knows);
      const draft = amendOf(intent.draft);
      if (draft !== undefined) {
        refuseWhileHalted(store.halts, {draft});
        refuseBeyond(limited, {draft}, knows.next ?? knows);
      }
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
      refuseWhileHalted(store.halts, intent);
      const row = store.rows.get(intent.id);
      if (row === undefined || !isUnresolved(row.intent) || isBehind(intent)) return undefined;
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
    limits: createLimitsStore(limited),
    proposals: bindProposals(store, controls.require, (proposal, knows) => {
      refuseWhileHalted(store.halts, proposal);
      refuseBeyond(limited, proposal, knows);
    }),
    halt: bindHalts({halts: store.halts, pid, controls}),
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
