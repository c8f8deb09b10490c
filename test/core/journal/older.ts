import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {type Draft, target} from '../../../src/core/intents/kinds/kinds.ts';

export type OlderRow = {
  /** Older builds had other names for some states. */
  readonly state: string;
  readonly draft: Draft | undefined;
  /** ISO. */
  readonly at: string;
};

/** A journal as an older build has left it, with the columns of the first version of the schema. */
export function leaveOlderJournal(path: string, rows: readonly OlderRow[], version = 1): void {
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE intents (id TEXT PRIMARY KEY, service TEXT NOT NULL, account TEXT NOT NULL, target TEXT NOT NULL,
      kind TEXT NOT NULL, state TEXT NOT NULL, draft TEXT NOT NULL, idempotency_key TEXT,
      asked_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, reason TEXT NOT NULL, known_before TEXT,
      detail TEXT NOT NULL, resolved_record_id TEXT, holder TEXT NOT NULL) STRICT;
    PRAGMA application_id = ${0x6f707479}; PRAGMA user_version = ${version};`);
  const insert =
    db.prepare(`INSERT INTO intents VALUES (?, 'https://svc.example/api aaaa', 'main', ?, ?, ?, ?, NULL,
    ?, ?, '', NULL, '{}', NULL, '{}')`);
  rows.forEach(({state, draft, at}, index) => {
    const time = Date.parse(at);
    const of = draft === undefined ? 'BUY XYZ' : target(draft);
    const kind = draft?.kind ?? 'place';
    insert.run(`i-${index}`, of, kind, state, JSON.stringify(draft ?? {kind}), time, time);
  });
  db.close();
}

export const unresolvedOlder: readonly OlderRow[] = [
  {
    state: 'UNKNOWN',
    draft: {kind: 'place', symbol: 'XYZ', side: 'BUY', price: '5', size: '2'},
    at: '2026-11-22T12:03:10Z',
  },
  ...['DONE', 'REFUSED', 'NOT SENT', 'BY HAND', 'CONFIRMED', 'REJECTED', 'RESOLVED'].map(
    (state): OlderRow => ({state, draft: {kind: 'cancel', orderId: '8'}, at: '2026-11-22T12:04:00Z'}),
  ),
  {state: 'CANCELED NOT PLACED', draft: undefined, at: '2026-11-22T12:05:00Z'},
];

export const unresolvedOlderLines = [
  'UNKNOWN place BUY 2 XYZ @ 5, asked 2026-11-22 12:03 UTC',
  'CANCELED NOT PLACED place BUY XYZ, asked 2026-11-22 12:05 UTC',
];
