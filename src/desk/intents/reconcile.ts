import type {Id} from '../../api/resources.ts';
import type {Candidate, Evidence, Intent} from './intent.ts';
import {reconcileCancel} from './reconcile-cancel.ts';
import {reconcileClose} from './reconcile-close.ts';
import {reconcileOpen} from './reconcile-open.ts';
import {reconcilePlace} from './reconcile-place.ts';

/** A read that counts: whole, and begun after the send. */
export type Read = Extract<Evidence, {kind: 'read'}>;

/** What one read says about an intent. */
export type Verdict =
  /** One record, and no other that could be it. */
  | {readonly verdict: 'done'; readonly recordId: Id; readonly reason: string}
  /** Proved that the service did nothing. */
  | {readonly verdict: 'refused'; readonly reason: string}
  /** Several records may be it, or one that cannot be told for sure: listed, none picked. */
  | {readonly verdict: 'candidates'; readonly candidates: readonly Candidate[]; readonly reason: string}
  /** Nothing of it is seen. That alone proves nothing, but often enough it is called `no trace`. */
  | {readonly verdict: 'none'; readonly reason: string}
  /** Of close: what is seen decides nothing, however often. */
  | {readonly verdict: 'undecided'; readonly reason: string}
  /** Of cancel: the order is listed as open. */
  | {readonly verdict: 'still open'; readonly reason: string};

/** Decides by kind what a read that counts proves about an intent that was sent. */
export function reconcile(intent: Intent, read: Read): Verdict {
  const {draft} = intent;
  switch (draft.kind) {
    case 'open':
      return reconcileOpen(intent, draft, read);
    case 'close':
      return reconcileClose(intent, draft, read);
    case 'place':
      return reconcilePlace(intent, draft, read);
    case 'cancel':
      return reconcileCancel(draft, read);
    default:
      return draft satisfies never;
  }
}

/** How many good reads over how long find nothing before that is called `no trace`. */
export function isNoTrace(intent: Intent, verdict: Verdict, goodReads: number, overMs: number): boolean {
  const isShort = intent.draft.kind === 'close' || verdict.verdict === 'still open';
  return goodReads >= noTraceReads && overMs >= (isShort ? shortTraceMs : noTraceMs);
}

export const noTraceReads = 5;
export const noTraceMs = 120_000;
/** Of what a read shows to be as before: a close that is still ACTIVE, a cancel that is still open. */
export const shortTraceMs = 10_000;
