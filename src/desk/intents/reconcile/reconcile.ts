import type {Intent} from '../intent.ts';
import {writeOf} from '../replace/write.ts';
import {reconcileCancel} from './cancel.ts';
import {reconcileClose} from './close.ts';
import type {Verdict, WholeRead} from './matching.ts';
import {reconcileOpen} from './open.ts';
import {reconcilePlace} from './place.ts';

/** Decides by kind what a read that counts proves about an intent that was sent. */
export function reconcile(whole: Intent, read: WholeRead): Verdict {
  const intent = writeOf(whole);
  const {draft} = intent;
  switch (draft.kind) {
    case 'open':
      return reconcileOpen(intent, draft, read);
    case 'close':
      return reconcileClose(intent, draft, read);
    case 'place':
      return reconcilePlace(intent, draft, read);
    case 'cancel':
      return reconcileCancel(intent, draft, read);
    default:
      return draft satisfies never;
  }
}

/** How many good reads over how long find nothing before that is called `no trace`. */
export function isNoTrace(intent: Intent, verdict: Verdict, goodReads: number, overMs: number): boolean {
  const isShort = writeOf(intent).draft.kind === 'close' || verdict.verdict === 'still open';
  return goodReads >= noTraceReads && overMs >= (isShort ? shortTraceMs : noTraceMs);
}

const noTraceReads = 5;
const noTraceMs = 120_000;
/** Of what a read shows to be as before: a close that is still ACTIVE, a cancel that is still open. */
const shortTraceMs = 10_000;
