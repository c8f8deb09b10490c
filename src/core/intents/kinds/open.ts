import * as z from 'zod/mini';
import {amountWords, asItCame} from '../../../account/words/text.ts';
import type {EasyOption} from '../../../api/wire/records.ts';
import type {SentKind, Verdict, WholeRead, Write} from './kind.ts';
import {
  afterSend,
  all,
  defaults,
  type FoundRecord,
  int64,
  investmentForbidden,
  newnessTo,
  positive,
  sameNumber,
  sameText,
  shown,
  underlyingForbidden,
  verdictOn,
} from './parts.ts';

const schema = z.lazy(() =>
  z.object({
    kind: z.literal('open'),
    cardId: int64(),
    investmentAmount: positive(),
    cap: z.optional(positive()),
    title: shown(),
    underlying: shown(),
  }),
);

export type OpenDraft = z.infer<typeof schema>;

export function isOpen(draft: {readonly kind: string}): draft is OpenDraft {
  return draft.kind === open.name;
}

/** The POST has no idempotency key, and its answer names no record. */
export const open: SentKind<OpenDraft, 'cardId'> = {
  ...defaults,
  name: 'open',
  schema,
  target: ({cardId}) => `card ${cardId}`,
  makes: 'easy option',
  load: ({investmentAmount}, of) => ({investment: investmentAmount, notional: '0', count: 1, ...of}),
  underlying: draft => draft.underlying,
  guardrail: ({investmentAmount, underlying}, {guardrails}) =>
    investmentForbidden(investmentAmount, guardrails) ?? underlyingForbidden(underlying, guardrails),

  send: (client, {draft: {cardId, investmentAmount}}, options) =>
    client.openEasyOption({cardId, investmentAmount}, options),
  like: ({cardId}, {easyOptions}) =>
    easyOptions.rows.filter(row => sameText(row.cardId, cardId) !== 'no').map(row => row.id),
  settledBy: ['easyOptions'],
  judge,
  inDoubt:
    'It was executed, is delayed, or never arrived. Easy Options lists one that was opened, by card, investment and open time, but maybe late. A resend could open a second one.',
  resent: 'without a key; executed twice if the first one was',

  words: {
    asked: ({title, cardId, investmentAmount}) =>
      `open ${asItCame(title ?? `card ${cardId}`)} for ${amountWords(investmentAmount)}`,
    target: ({title, cardId}) => title ?? `card ${cardId}`,
    amount: ({investmentAmount}) => investmentAmount,
  },
  done: ({title: cardName, investmentAmount}, {recordId: id}) => ({
    easyOption: {id, cardName, investmentAmount, status: id === '' ? 'OPEN ACCEPTED' : undefined},
  }),
};

/**
 * Matches by card and amount among the records that were not known before. An openTime before the send
 * excludes a record that the list showed late; a PENDING one may have none yet.
 */
function judge(write: Write<OpenDraft>, read: WholeRead): Verdict {
  const {draft} = write;
  const isNew = newnessTo(write);
  const found = read.easyOptions.map(
    (row): FoundRecord => ({
      recordId: row.id,
      fit: all([
        isNew(row.id),
        sameText(row.cardId, draft.cardId),
        sameNumber(row.investmentAmount, draft.investmentAmount),
        afterSend(row.openTime, write, read),
      ]),
      words: rowWords(row),
      seen: {easyOption: row},
    }),
  );
  return verdictOn(write, found, 'No new Easy Option of this card and amount is listed.');
}

function rowWords(row: EasyOption): string {
  return `#${row.id} ${row.status ?? ''} ${row.investmentAmount ?? 'of unknown amount'}`.replace(/\s+/g, ' ');
}
