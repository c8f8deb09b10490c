import * as z from 'zod/mini';
import {asItCame} from '../../../account/words/text.ts';
import type {EasyOption} from '../../../api/wire/records.ts';
import {mayHaveArrived, ownStatus} from '../outcome.ts';
import type {SentKind, Verdict, WholeRead, Write} from './kind.ts';
import {afterSend, defaults, int64, shown} from './parts.ts';

const schema = z.lazy(() =>
  z.object({kind: z.literal('close'), easyOptionId: int64(), label: shown(), investmentAmount: shown()}),
);

export type CloseDraft = z.infer<typeof schema>;

export function closeDraft({id, cardName, investmentAmount}: EasyOption): CloseDraft {
  return {kind: 'close', easyOptionId: id, label: cardName, investmentAmount};
}

/** The POST has no idempotency key, but an Easy Option cannot be closed twice. */
export const close: SentKind<CloseDraft, 'easyOptionId'> = {
  ...defaults,
  name: 'close',
  schema,
  target: ({easyOptionId}) => `easy option ${easyOptionId}`,
  makes: 'nothing',
  risk: 'reduces',

  send: (client, {draft}, options) => client.closeEasyOption(draft.easyOptionId, options),
  readFirst: {404: 'not found, to be read', 422: 'refused, to be read'},
  settledBy: ['easyOptions'],
  judge,
  inDoubt:
    'It closed the Easy Option, is delayed, or never arrived; or the Easy Option ended otherwise. Its status and close time in Easy Options say which. A resend is safe: an Easy Option cannot be closed twice.',
  resent: 'an Easy Option cannot be closed twice',
  words: {
    asked: ({easyOptionId, label}) =>
      `close Easy Option ${easyOptionId}${label === undefined ? '' : ` (${asItCame(label)})`}`,
    target: ({easyOptionId, label}) => label ?? `#${easyOptionId}`,
    amount: ({investmentAmount = ''}) => investmentAmount,
  },
  // A yes does not say what became of it; a read does.
  done: ({easyOptionId: id, label: cardName}, {proof}) => ({
    easyOption: {id, cardName, status: proof === 'proved' ? 'CLOSE ACCEPTED' : 'CLOSED or CLOSING'},
  }),
};

/**
 * A 422 may answer a second delivery of the request that closed it. It is a refusal only if the Easy Option
 * is neither CLOSED nor CLOSING.
 */
function judge(write: Write<CloseDraft>, read: WholeRead): Verdict {
  const {draft} = write;
  const row = read.easyOptions.find(each => each.id === draft.easyOptionId);
  if (row === undefined) return missing(write);
  switch (row.status) {
    case 'CLOSING':
      return done(row, statusWords(row));
    case 'CLOSED':
      return closed(write, row, read);
    case 'EXPIRED':
      return expired(write, row, read);
    case 'ACTIVE':
      return refused(write, row) ?? {verdict: 'none', reason: 'The Easy Option is still ACTIVE.'};
    default:
      // A TRIGGERED Easy Option sells by itself, and the result is not known yet.
      return refused(write, row) ?? {verdict: 'undecided', reason: statusWords(row)};
  }
}

function refused({attempts}: Write<CloseDraft>, row: EasyOption): Verdict | undefined {
  const [answer, ...others] = attempts.filter(mayHaveArrived).map(({result}) => result?.outcome);
  if (others.length > 0 || answer?.kind !== 'status' || answer.status !== 422 || !answer.ownBody)
    return undefined;
  return {verdict: 'refused', reason: `Rejected. ${answer.words} ${statusWords(row)}`};
}

function statusWords({status}: EasyOption): string {
  return `The Easy Option is ${status ?? 'without a status'}.`;
}

function done(row: EasyOption, reason: string): Verdict {
  return {verdict: 'done', recordId: row.id, reason, seen: {easyOption: row}};
}

/** Only a close after the send can be this one. */
function closed(write: Write<CloseDraft>, row: EasyOption, read: WholeRead): Verdict {
  switch (afterSend(row.closeTime, write, read)) {
    case 'yes':
      // The answer denies it, and clocks do not tell two closes at one time apart.
      return done(
        row,
        refused(write, row) === undefined
          ? 'The Easy Option was CLOSED after the send.'
          : 'The Easy Option is CLOSED, by this close or by another one at the same time: it was answered by 422.',
      );
    case 'no':
      return {verdict: 'refused', reason: 'Closed before.'};
    default:
      return {
        verdict: 'undecided',
        reason: 'CLOSED, but the times do not show whether before or after the send.',
      };
  }
}

/** If it expired after the send, the close may already have been in progress. */
function expired(write: Write<CloseDraft>, row: EasyOption, read: WholeRead): Verdict {
  return afterSend(row.closeTime, write, read) === 'no'
    ? {verdict: 'refused', reason: 'Already EXPIRED.'}
    : {
        verdict: 'undecided',
        reason: 'EXPIRED; unknown whether the close had begun.',
      };
}

/** Absence from the list proves nothing without a 404. */
function missing({draft, attempts}: Write<CloseDraft>): Verdict {
  return attempts.every(each => ownStatus(each.result?.outcome) === 404)
    ? {verdict: 'refused', reason: `No Easy Option ${draft.easyOptionId}: 404 and not listed.`}
    : {verdict: 'undecided', reason: `No Easy Option ${draft.easyOptionId} is listed.`};
}
