import type {DatabaseSync} from 'node:sqlite';
import type {Id} from '../../../api/wire/records.ts';
import type {Outcome} from '../../intents/intent.ts';
import {holdingUp, unprovedOrders} from '../../stop/orders.ts';
import {readOutcome} from '../json.ts';
import {type Credentials, intentRows, toIntent, unresolvedStates} from '../rows.ts';
import type {StopFacts} from './contract.ts';

/** What the journal holds towards the proof of a stop's end. */
export function stopFactsOf(db: DatabaseSync, key: string, ours: Credentials): StopFacts {
  const intents = (where: string) =>
    intentRows(db, `SELECT * FROM intents WHERE service = ? AND ${where}`, key).map(row =>
      toIntent(db, row, ours),
    );
  const ofOrders = intents(`kind NOT IN ('open', 'close')`);
  const unproved = unprovedOrders(ofOrders, listedOrders(db, key), deletesOf(db, key));
  return {
    writes: writesOf(db, key),
    // What was canceled and not placed waits for a person, and sends nothing by itself.
    open: holdingUp(intents(`state IN ${unresolvedStates} AND state <> 'CANCELED NOT PLACED'`), unproved),
    unproved,
  };
}

/** Counts what was begun and what was ended: nothing of it is ever taken back. */
export function writesOf(db: DatabaseSync, key: string): string {
  const count = (from: string) => {
    const row = db
      .prepare(`SELECT count(*) AS begun, count(ended_at) AS ended FROM ${from} WHERE service = ?`)
      .get(key);
    return `${row?.begun} ${row?.ended}`;
  };
  const attempts = '(SELECT ended_at, service FROM attempts JOIN intents ON intents.id = attempts.intent_id)';
  return `${count(attempts)} ${count('stop_deletes')}`;
}

function listedOrders(db: DatabaseSync, key: string): Id[] {
  return db
    .prepare('SELECT order_id FROM stop_orders WHERE service = ?')
    .all(key)
    .map(row => String(row.order_id));
}

function deletesOf(db: DatabaseSync, key: string): Map<Id, Outcome[]> {
  const deletes = new Map<Id, Outcome[]>();
  const sql =
    'SELECT order_id, outcome FROM stop_deletes WHERE service = ? AND outcome IS NOT NULL ORDER BY number';
  for (const {order_id: id, outcome} of db.prepare(sql).all(key)) {
    const came = readOutcome(String(outcome));
    if (came !== undefined) deletes.set(String(id), [...(deletes.get(String(id)) ?? []), came]);
  }
  return deletes;
}
