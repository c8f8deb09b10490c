import {type BoundJournal, JournalError} from '../../src/desk/effects/journal.ts';
import type {Attempt, Held, Intent} from '../../src/desk/intents/intent.ts';
import {target} from '../../src/desk/intents/intent.ts';
import {isRival} from '../../src/desk/intents/rivals.ts';
import {activityOf} from '../../src/desk/intents/words.ts';
import type {ActivityLine} from '../../src/desk/state.ts';

/**
 * The journal in memory, for one service and account: the same locks, the same all-or-nothing, no disk. It outlives
 * the dashboards that use it, as the file does. The tests of the journal hold for both.
 */
export type Store = {
  readonly rows: Map<string, {intent: Intent; holder: number}>;
  readonly events: ActivityLine[];
  readonly notes: Map<string, string>;
};

export function createStore(): Store {
  return {rows: new Map(), events: [], notes: new Map()};
}

const unresolvedStates: ReadonlySet<string> = new Set(['ASKED', 'SENDING', 'ACCEPTED', 'UNKNOWN']);

export function isUnresolved(intent: Intent): boolean {
  return unresolvedStates.has(intent.state);
}

/** The store as the process `pid` uses it. */
export function bindStore(store: Store, pid: number, isAlive: (pid: number) => boolean): BoundJournal {
  const {rows} = store;
  const mine = (id: string) => {
    const row = rows.get(id);
    return row?.holder === pid ? row : undefined;
  };
  const locker = (intent: Intent) =>
    [...rows.values()].find(
      row => isUnresolved(row.intent) && target(row.intent.draft) === target(intent.draft),
    );
  const others = () => [...rows.values()].filter(row => row.holder !== pid && isUnresolved(row.intent));
  const save = (intent: Intent) => {
    const row = mine(intent.id);
    if (row === undefined) throw new JournalError('not ours', 'The intent is held by another dashboard now.');
    const attempts = row.intent.attempts.map(kept => withResult(kept, intent.attempts));
    row.intent = {...intent, attempts};
  };

  return {
    ask(intent, ends) {
      const row = ends && mine(ends.id);
      const isEnded = ends !== undefined && row?.intent.state === 'UNKNOWN';
      const before = row?.intent;
      if (isEnded && row !== undefined) row.intent = ends;
      const other = locker(intent);
      if (other !== undefined) {
        if (isEnded && row !== undefined && before !== undefined) row.intent = before;
        return {kind: 'locked', by: `Another one is ${other.intent.state}.`};
      }
      rows.set(intent.id, {intent, holder: pid});
      return {kind: 'asked', ended: isEnded ? ends : undefined};
    },
    beginAttempt(intent, attempt) {
      const row = mine(intent.id);
      if (row === undefined || !isUnresolved(row.intent)) return false;
      if (row.intent.attempts.length !== attempt.number - 1) return false;
      row.intent = {...intent, attempts: [...row.intent.attempts, attempt]};
      return true;
    },
    endAttempt(intentId, attempt) {
      const row = rows.get(intentId);
      if (row === undefined) return;
      row.intent = {...row.intent, attempts: row.intent.attempts.map(kept => withResult(kept, [attempt]))};
    },
    save,
    claim(intent) {
      const isTaken = [...rows.values()].some(
        row => row.intent.id !== intent.id && sameRecord(row.intent, intent),
      );
      if (
        hasRival(
          [...rows.values()].map(row => row.intent),
          intent,
        )
      )
        return 'rivalled';
      if (isTaken) return 'taken';
      save(intent);
      return 'claimed';
    },
    adopt() {
      const orphans = others().filter(row => !isAlive(row.holder));
      for (const row of orphans) row.holder = pid;
      return orphans.map(row => ofEarlierProcess(row.intent));
    },
    takeOver: () => [],
    held: () =>
      others().map(
        ({intent, holder}): Held => ({
          intent: ofEarlierProcess(intent),
          holder: `Another dashboard (process ${holder})`,
          isOtherHost: false,
        }),
      ),
    unresolvedElsewhere: () => 0,
    appendEvent: line => void store.events.push(line),
    recentActivity: limit =>
      [...[...rows.values()].map(row => activityOf(row.intent)), ...store.events]
        .sort((a, b) => b.at - a.at)
        .slice(0, limit),
    recall: name => store.notes.get(name),
    keep: (name, value) => void store.notes.set(name, value),
  };
}

function hasRival(all: readonly Intent[], intent: Intent): boolean {
  if (intent.state !== 'DONE' || intent.proof === 'proved') return false;
  const {resolvedRecordId: id} = intent;
  return id !== undefined && all.some(other => isRival(other, intent, id));
}

function withResult(kept: Attempt, known: readonly Attempt[]): Attempt {
  const result = known.find(each => each.number === kept.number)?.result;
  return result === undefined ? kept : {...kept, result};
}

function sameRecord(a: Intent, b: Intent): boolean {
  return (
    a.state === 'DONE' &&
    b.state === 'DONE' &&
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
