import type {DatabaseSync} from 'node:sqlite';
import {dayMs, minuteMs} from '../../account/model/vocabulary.ts';
import type {Millis} from '../../api/wire/records.ts';
import type {Intent} from '../intents/intent.ts';
import {isAmend} from '../intents/kinds/amend.ts';
import {amendOf} from '../intents/kinds/cancel.ts';
import {kindOf} from '../intents/kinds/kinds.ts';
import {replacedBy} from '../intents/kinds/place.ts';
import {leftUnreplaced} from '../intents/words.ts';
import type {Knows} from '../limits/pending.ts';
import {isExpired, type Proposal, type Standing, whyTooMany} from '../proposals/proposal.ts';
import {requireControls} from './controls.ts';
import {type Binding, readAfterWrites} from './file.ts';
import {readDraft} from './json.ts';
import {JournalError} from './problem.ts';
import {intentsIn} from './stored.ts';

/** A proposal that was never sent is deleted after 30 days. */
const keptMs = 30 * dayMs;
/** @param refuse the gate of all writes, inside the transaction */
export function createProposals(bound: Binding, refuse: (proposal: Proposal, knows: Knows) => void) {
  const {db, sparing, writing, reading} = bound;
  const all = (sql: string, given: Record<string, string | number> = {}) => db.prepare(sql).all(given);
  const count = (where: string, now: Millis) =>
    Number(all(`SELECT count(*) AS number FROM proposals WHERE ${where}`, {now})[0]?.number);
  const open = readAfterWrites<readonly Proposal[]>(db, () =>
    all(`SELECT * FROM proposals WHERE state = 'OPEN' ORDER BY rowid`).map(toProposal),
  );
  return {
    /** @throws {JournalError} the gate refuses it, or there are too many */
    propose: (proposal: Proposal, knows: Knows) =>
      sparing(() => {
        const now = knows.now.wall;
        refuse(proposal, knows);
        const why = whyTooMany(
          count(`state = 'OPEN' AND expires_at > :now`, now),
          count(`asked_at > :now - ${minuteMs}`, now),
        );
        if (why !== undefined) throw new JournalError('held', why);
        insert(db, proposal);
        const old = `asked_at < ? - ${keptMs} AND intent_id IS NULL`;
        db.prepare(`DELETE FROM proposals WHERE ${old}`).run(now);
      }),
    /** Without those that are over, but with expired ones; the same object until a process writes. */
    open: () => reading(open),
    standing: (id: string, now: Millis) =>
      reading(() => {
        const [row] = all('SELECT * FROM proposals WHERE id = :id', {id});
        return row && toStanding(db, row, now);
      }),
    latest: (limit: number, now: Millis) =>
      reading(() => {
        const rows = all('SELECT * FROM proposals ORDER BY rowid DESC LIMIT :limit', {limit});
        return rows.map(row => toStanding(db, row, now));
      }),
    end: (ids: readonly string[], as: 'DECLINED' | 'WITHDRAWN', reason: string, now: Millis) =>
      writing(() => {
        // An agent takes back its own from a process that never has the controls.
        if (as === 'DECLINED') requireControls(bound);
        const end = db.prepare(
          `UPDATE proposals SET state = :as, ended_reason = :reason
           WHERE id = :id AND state = 'OPEN' AND expires_at > :now`,
        );
        return ids.reduce((sum, id) => sum + Number(end.run({as, reason, id, now}).changes), 0);
      }),
  };
}

function insert(db: DatabaseSync, proposal: Proposal): void {
  const {id, draft, reason, by, askedAt, expiresAt, priceSeen} = proposal;
  db.prepare(
    `INSERT INTO proposals
       (id, draft, reason, proposer, version, pid, asked_at, expires_at, price_seen, state)
     VALUES (:id, :draft, :reason, :name, :version, :pid, :askedAt, :expiresAt, :price, 'OPEN')`,
  ).run({
    ...by,
    ...{id, draft: JSON.stringify(draft), reason, askedAt, expiresAt, price: priceSeen ?? null},
  });
}

/**
 * In the transaction that asks its intent: it must be open at that moment, and is then sent for good.
 * @throws {JournalError} it expired, was withdrawn or declined, or another dashboard sends it
 */
export function takeProposal({db}: Binding, {id, proposalId}: Intent, now: Millis): void {
  if (proposalId === undefined) return;
  const {changes} = db
    .prepare(
      `UPDATE proposals SET state = 'SENT', intent_id = :intent
       WHERE id = :id AND state = 'OPEN' AND expires_at > :now`,
    )
    .run({intent: id, id: proposalId, now});
  if (changes !== 1) throw new JournalError('not ours', 'The proposal is no longer open.');
}

type Row = Readonly<Record<string, unknown>>;

function toProposal(row: Row): Proposal {
  return {
    id: String(row.id),
    draft: readDraft(String(row.draft)),
    reason: String(row.reason),
    by: {name: String(row.proposer), version: String(row.version), pid: Number(row.pid)},
    askedAt: Number(row.asked_at),
    expiresAt: Number(row.expires_at),
    priceSeen: row.price_seen === null ? undefined : String(row.price_seen),
  };
}

const ends = ['DECLINED', 'WITHDRAWN'] as const;

function toStanding(db: DatabaseSync, row: Row, now: Millis): Standing {
  const proposal = toProposal(row);
  const id = String(row.intent_id);
  // The last write of it: the order of an amend follows its cancel.
  const lastOf = 'id = ? OR follows = ? ORDER BY rowid DESC LIMIT 1';
  const [sent] = row.intent_id === null ? [] : intentsIn(db, lastOf, id, id);
  const recordId = sent?.state === 'CONFIRMED' ? sent.resolvedRecordId : undefined;
  if (sent !== undefined)
    return {proposal, recordId, ...standsAs(proposal, sent, isFilled(db, sent, recordId))};
  const over = ends.find(each => each === row.state) ?? (isExpired(proposal, now) ? 'EXPIRED' : 'OPEN');
  return {proposal, recordId, state: over, reason: row.ended_reason ? String(row.ended_reason) : undefined};
}

function isFilled(db: DatabaseSync, {draft}: Intent, recordId = ''): boolean {
  // The trade that completes an order ends the id.
  const filled = db.prepare(`SELECT 1 FROM events WHERE id = :id OR id > :id || ':' AND id < :id || ';'`);
  return kindOf(draft).makes === 'order' && filled.get({id: `filled:${recordId}`}) !== undefined;
}

/** An amend is CONFIRMED by the order that follows its cancel alone. */
export function standsAs(
  {draft}: Proposal,
  sent: Intent,
  isFilled: boolean,
): Pick<Standing, 'state' | 'reason'> {
  const left = leftUnreplaced(sent);
  if (left !== undefined) return {state: 'NOT REPLACED', reason: left};
  const reason = sent.reason || undefined;
  const isCanceled = sent.state === 'CONFIRMED' && isAmend(draft) && replacedBy(sent.draft) === undefined;
  if (isCanceled) return {state: amendOf(sent.draft) === undefined ? 'NOT REPLACED' : 'SENDING', reason};
  return {state: isFilled && sent.state === 'CONFIRMED' ? 'FILLED' : sent.state, reason};
}
