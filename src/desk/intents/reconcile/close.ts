import type {EasyOption} from '../../../api/wire/records.ts';
import type {DraftOf, Intent} from '../intent.ts';
import {saidYes} from '../transitions.ts';
import {afterSend, type Verdict, type WholeRead} from './matching.ts';

/**
 * The Easy Option itself tells, by its status and the time of its close. A 422 may be the answer to a second
 * delivery of the very request that closed it: it stands only if the Easy Option is neither closed nor closing.
 */
export function reconcileClose(intent: Intent, draft: DraftOf<'close'>, read: WholeRead): Verdict {
  const row = read.easyOptions.find(each => each.id === draft.easyOptionId);
  if (row === undefined) return missing(intent, draft);
  switch (row.status) {
    case 'CLOSING':
      return done(row, 'it is CLOSING');
    case 'CLOSED':
      return closed(intent, row, read);
    case 'EXPIRED':
      return expired(intent, row, read);
    case 'ACTIVE':
      return refused(intent, row) ?? {verdict: 'none', reason: 'The Easy Option is still ACTIVE.'};
    default:
      // A TRIGGERED one sells by itself, and how that ends is yet to be seen.
      return refused(intent, row) ?? {verdict: 'undecided', reason: statusWords(row)};
  }
}

/** The service's own 422, to the only attempt that can have arrived, holds for an Easy Option that goes on. */
function refused({attempts}: Intent, row: EasyOption): Verdict | undefined {
  const answers = attempts.flatMap(({result}) =>
    result?.outcome.kind === 'not sent' ? [] : [result?.outcome],
  );
  const [answer, ...others] = answers;
  if (others.length > 0 || answer?.kind !== 'status' || answer.status !== 422 || !answer.ownBody)
    return undefined;
  return {verdict: 'refused', reason: `The service refused it. ${answer.words} ${statusWords(row)}`};
}

function statusWords({status}: EasyOption): string {
  return `The Easy Option is ${status ?? 'without a status'}.`;
}

function done(row: EasyOption, words: string): Verdict {
  return {verdict: 'done', recordId: row.id, reason: `A read shows it: ${words}.`, seen: {easyOption: row}};
}

/** After a yes it does not matter when; without one, only a close after the send can be this one. */
function closed(intent: Intent, row: EasyOption, read: WholeRead): Verdict {
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

/** If it expired before the send, the close did nothing. If after, the close may have been at work already. */
function expired(intent: Intent, row: EasyOption, read: WholeRead): Verdict {
  return !saidYes(intent) && afterSend(row.closeTime, intent, read) === 'no'
    ? {verdict: 'refused', reason: 'It had ended by itself: EXPIRED.'}
    : {
        verdict: 'undecided',
        reason: 'It ended otherwise: EXPIRED, and whether the close had begun by then cannot be told.',
      };
}

/** A 404 and a list without it agree: the service knows none. Its absence alone proves nothing. */
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
    : {verdict: 'undecided', reason: `No Easy Option ${draft.easyOptionId} is listed.`};
}
