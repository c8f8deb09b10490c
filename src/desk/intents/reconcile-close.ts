import type {EasyOption} from '../../api/resources.ts';
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
    case 'TRIGGERED':
      return endedByItself(intent, row.status);
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

/** Without a yes the close did nothing: what has ended cannot be closed any more. After a yes, nobody can tell. */
function endedByItself(intent: Intent, status: string): Verdict {
  return saidYes(intent)
    ? {verdict: 'none', reason: `The service said yes, but the Easy Option ended as ${status}.`}
    : {verdict: 'refused', reason: `It ended by itself: ${status}.`};
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
