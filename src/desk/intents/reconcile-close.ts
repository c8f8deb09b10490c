import type {EasyOption, Millis} from '../../api/resources.ts';
import {saidYes} from './change.ts';
import type {DraftOf, Intent} from './intent.ts';
import {afterSend} from './matching.ts';
import type {Read, Verdict} from './reconcile.ts';

/** The Easy Option itself tells, by its status and the time of its close. */
export function reconcileClose(intent: Intent, draft: DraftOf<'close'>, read: Read): Verdict {
  const row = read.easyOptions.find(each => each.id === draft.easyOptionId);
  if (row === undefined) return missing(intent, draft);
  switch (row.status) {
    case 'CLOSING':
      return done(row, 'it is CLOSING');
    case 'CLOSED':
      return closed(intent, row, read);
    case 'EXPIRED':
      return endedByItself(intent, row.status, row.closeTime, read);
    case 'TRIGGERED':
      return endedByItself(intent, row.status, row.triggerTime, read);
    case 'ACTIVE':
      return {verdict: 'none', reason: 'The Easy Option is still ACTIVE.'};
    default:
      return {verdict: 'none', reason: `The Easy Option is ${row.status ?? 'without a status'}.`};
  }
}

function done(row: EasyOption, words: string): Verdict {
  return {verdict: 'done', recordId: row.id, reason: `A read shows it: ${words}.`};
}

/** After a yes it does not matter when; without one, only a close after the send can be this one. */
function closed(intent: Intent, row: EasyOption, read: Read): Verdict {
  if (saidYes(intent)) return done(row, 'it is CLOSED');
  switch (afterSend(row.closeTime, intent, read)) {
    case 'yes':
      return done(row, 'it was CLOSED after the send');
    case 'no':
      return {verdict: 'refused', reason: 'It was closed before.'};
    default:
      return {
        verdict: 'candidates',
        candidates: [{recordId: row.id, words: `#${row.id} CLOSED`, isTaken: false}],
        reason: 'It is CLOSED, but the times do not tell whether before the send or after.',
      };
  }
}

/**
 * If it ended before the send, the close did nothing. If it ended after, the close may have been at work already: an
 * option can expire while it is CLOSING.
 */
function endedByItself(intent: Intent, status: string, endedAt: Millis | undefined, read: Read): Verdict {
  if (saidYes(intent)) {
    return {verdict: 'none', reason: `The service said yes, but the Easy Option ended by itself: ${status}.`};
  }
  return afterSend(endedAt, intent, read) === 'no'
    ? {verdict: 'refused', reason: `It had ended by itself: ${status}.`}
    : {verdict: 'none', reason: `It ended by itself, ${status}; whether the close had begun cannot be told.`};
}

/** A 404 and a list without it agree: the service knows no such Easy Option. Its absence alone proves nothing. */
function missing(intent: Intent, draft: DraftOf<'close'>): Verdict {
  const isUnknownToService = intent.attempts.every(({result}) => {
    const outcome = result?.outcome;
    return outcome?.kind === 'status' && outcome.status === 404 && outcome.ownBody;
  });
  return isUnknownToService
    ? {
        verdict: 'refused',
        reason: `The service knows no Easy Option ${draft.easyOptionId}: a 404, and no such row.`,
      }
    : {verdict: 'none', reason: `No Easy Option ${draft.easyOptionId} is listed.`};
}
