import type {DatabaseSync, SQLInputValue} from 'node:sqlite';
import type {Millis} from '../../../api/wire/records.ts';
import type {ProvedCancel} from '../../events/account/account.ts';
import {readOutcome} from '../json.ts';
import type {LogScope} from './contract.ts';

/** As many as one reading can be told of: older ones were logged by whoever proved them. */
const mostCancels = 500;

/**
 * Cancels that the service confirmed by the answer to a DELETE, whoever on this journal sent it: the intent of
 * a cancel or of a replacement, or a stop. That is kept by service alone, so of its orders those count that
 * this log has told of.
 * @param since our clock
 */
export function provedCancels(db: DatabaseSync, scope: LogScope, since: Millis): ProvedCancel[] {
  const canceled = `outcome LIKE '%"CANCELED"%' AND ended_at > ? ORDER BY ended_at DESC LIMIT ${mostCancels}`;
  return [
    ...answers(
      db,
      `SELECT outcome, ended_at FROM attempts JOIN intents ON intents.id = intent_id
       WHERE service = ? AND account = ? AND kind IN ('cancel', 'replace') AND ${canceled}`,
      ...scope,
      since,
    ),
    ...answers(
      db,
      `SELECT outcome, ended_at FROM stop_deletes AS stopped WHERE service = ? AND (
         EXISTS (SELECT 1 FROM working_orders AS each
           WHERE each.service = stopped.service AND account = ? AND each.order_id = stopped.order_id)
         OR EXISTS (SELECT 1 FROM happenings AS each
           WHERE each.service = stopped.service AND account = ? AND base = 'placed:' || stopped.order_id)
       ) AND ${canceled}`,
      ...scope,
      scope[1],
      since,
    ),
  ];
}

function answers(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): ProvedCancel[] {
  return db
    .prepare(sql)
    .all(...values)
    .flatMap(({outcome, ended_at}) => {
      const answer = readOutcome(String(outcome));
      const order = answer?.kind === 'yes' ? answer.order : undefined;
      return order?.status === 'CANCELED' ? [{orderId: order.orderId, at: Number(ended_at), order}] : [];
    });
}
