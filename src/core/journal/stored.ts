import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import {jsonIn} from '../../api/wire/given.ts';
import type {Id} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import {draftIn, kindOf, riskOf, target} from '../intents/kinds/kinds.ts';
import {replacedBy} from '../intents/kinds/place.ts';
import type {Attempt} from '../intents/outcome.ts';
import {draftWords} from '../intents/words.ts';
import {
  detailNames,
  type KeptDetail,
  readCredentials,
  readDetail,
  readKnownBefore,
  readOutcome,
  readWrite,
} from './json.ts';
import {resolvedStates} from './schema.ts';

type IntentRow = {
  id: string;
  state: Intent['state'];
  draft: string;
  idempotency_key: string | null;
  asked_at: number;
  changed_at: number;
  reason: string;
  known_before: string | null;
  detail: string;
  resolved_record_id: string | null;
};

type AttemptRow = {
  epoch: number;
  number: number;
  sent_by: 'user' | 'itself';
  started_at: number;
  ended_at: number | null;
  outcome: string | null;
  request_id: string | null;
  latency_ms: number | null;
};

/** A fill may be listed late, and its contract has the name that its order gives. */
export const recentMs = 2 * 86_400_000;

/** The only place that casts rows to the schema. */
export function intentsIn(db: DatabaseSync, where: string, ...values: SQLInputValue[]): readonly Intent[] {
  const rows = db.prepare(`SELECT * FROM intents WHERE ${where}`).all(...values);
  return (rows as unknown as IntentRow[]).map(row => toIntent(db, row));
}

export function changing(intent: Intent) {
  return {
    state: intent.state,
    draft: JSON.stringify(intent.draft),
    changed_at: intent.changedAt,
    reason: intent.reason,
    known_before: intent.knownBefore === undefined ? null : JSON.stringify(intent.knownBefore),
    idempotency_key: intent.idempotencyKey ?? null,
    detail: JSON.stringify(detailOf(intent)),
    resolved_record_id: intent.state === 'CONFIRMED' ? (intent.resolvedRecordId ?? null) : null,
  };
}

export function fixed(intent: Intent) {
  return {
    id: intent.id,
    target: target(intent.draft),
    kind: intent.draft.kind,
    risk: riskOf(intent.draft),
    follows: replacedBy(intent.draft)?.cancelId ?? null,
    asked_at: intent.askedAt.wall,
  };
}

function detailOf(intent: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(detailNames.map(name => [name, intent[name]]));
}

/** Monotonic times of an earlier process are meaningless here; its attempts become `earlier`. */
function toIntent(db: DatabaseSync, row: IntentRow): Intent {
  const {proof, said, ...facts} = readDetail(row.detail);
  return {
    id: row.id,
    draft: readWrite(row.draft),
    idempotencyKey: row.idempotency_key ?? undefined,
    askedAt: {mono: 0, wall: row.asked_at},
    changedAt: row.changed_at,
    reason: row.reason,
    attempts: attemptsOf(db, row.id),
    knownBefore: readKnownBefore(row.known_before),
    ...facts,
    ...standingOf(row, {proof, said}),
  };
}

function attemptsOf(db: DatabaseSync, id: string): readonly Attempt[] {
  const rows = db.prepare('SELECT * FROM attempts WHERE intent_id = ? ORDER BY number').all(id);
  return (rows as AttemptRow[]).map(toAttempt);
}

function standingOf(
  {state, resolved_record_id}: IntentRow,
  {proof, said}: Pick<KeptDetail, 'proof' | 'said'>,
) {
  switch (state) {
    case 'CONFIRMED':
      return {state, proof, resolvedRecordId: resolved_record_id ?? undefined};
    case 'RESOLVED':
      return {state, said};
    default:
      return {state};
  }
}

function toAttempt(row: AttemptRow): Attempt {
  const {epoch, number, sent_by: by, started_at, ended_at, outcome, request_id, latency_ms} = row;
  const came = outcome === null ? undefined : readOutcome(outcome);
  return {
    epoch,
    number,
    by,
    process: 'earlier',
    startedAt: {mono: 0, wall: started_at},
    result:
      ended_at === null || came === undefined
        ? undefined
        : {
            at: {mono: 0, wall: ended_at},
            outcome: came,
            requestId: request_id ?? undefined,
            latencyMs: latency_ms ?? undefined,
          },
  };
}

export function noteIn(db: DatabaseSync, name: string): string | undefined {
  const note = db.prepare('SELECT value FROM notes WHERE name = ?').get(name);
  return note === undefined ? undefined : String(note.value);
}

export type AccountRow = {
  readonly service: string;
  readonly address: string;
  readonly label: string;
  readonly accountId: Id | undefined;
  /** Empty: answers show none. */
  readonly ledger: string | undefined;
  /** The newest last. */
  readonly credentials: readonly {readonly fingerprint: string; readonly source: string}[];
  readonly hasOldHalt: boolean;
};

/** @throws {Error} it cannot be read: nothing tells its account apart */
export function accountIn(db: DatabaseSync): AccountRow | undefined {
  const row = db.prepare('SELECT * FROM account').get();
  const credentials = row && readCredentials(String(row.credentials));
  if (row !== undefined && credentials === undefined) throw new Error('The credentials cannot be read.');
  return (
    row &&
    credentials && {
      service: String(row.service),
      address: String(row.address),
      label: String(row.label),
      accountId: row.account_id === null ? undefined : String(row.account_id),
      ledger: typeof row.ledger === 'string' ? row.ledger : undefined,
      credentials,
      hasOldHalt: row.has_old_halt === 1,
    }
  );
}

export const hasTable = (db: DatabaseSync, table: string): boolean =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined;

export type UnresolvedRow = {
  readonly id: string;
  /** In the journal of builds that had one for all. */
  readonly service: string;
  /** `UNKNOWN place BUY 2 XYZ @ 5, asked 2026-11-22 12:03 UTC` */
  readonly words: string;
};

/** `HALTED by process 7, 2026-11-22 12:03 UTC`: those in force, of every schema version. */
export function haltsIn(db: DatabaseSync): readonly string[] {
  if (!hasTable(db, 'halts')) return [];
  const rows = db.prepare('SELECT * FROM halts').all();
  return rows
    .filter(({lifted_at = null}) => lifted_at === null)
    .map(({set_by, set_at, at}) => `HALTED by ${set_by}, ${minuteOf(set_at ?? at)} UTC`);
}

const minuteOf = (at: unknown) => new Date(Number(at)).toISOString().slice(0, 16).replace('T', ' ');

/** Reads only columns of every schema version. */
export function unresolvedIn(db: DatabaseSync): readonly UnresolvedRow[] {
  if (!hasTable(db, 'intents')) return [];
  const sql = `SELECT * FROM intents WHERE state NOT IN ${resolvedStates} ORDER BY asked_at`;
  return db
    .prepare(sql)
    .all()
    .map(({id, service, kind, target, state, draft, asked_at}) => {
      const read = draftIn(jsonIn(String(draft)));
      const {verb = ''} = 'draft' in read ? kindOf(read.draft).words : {};
      const asked = 'draft' in read ? `${verb} ${draftWords(read.draft)}`.trimStart() : undefined;
      const words = `${state} ${asked ?? `${kind} ${target}`}, asked ${minuteOf(asked_at)} UTC`;
      return {id: String(id), service: String(service), words};
    });
}
