import * as z from 'zod/mini';
import {boughtAt, isAmount, tradedAs} from '../../../account/resources/figures.ts';
import {amountWords, asItCame, number} from '../../../account/words/text.ts';
import {compare} from '../../../api/wire/decimal.ts';
import type {Decimal, EasyOption} from '../../../api/wire/records.ts';
import type {ReviewLine, SentKind, Verdict, WholeRead, Write} from './kind.ts';
import {
  afterSend,
  all,
  amount,
  deciding,
  defaults,
  expiryLines,
  type FoundRecord,
  fields,
  inCurrency,
  int64,
  investmentForbidden,
  named,
  newnessTo,
  positive,
  sameNumber,
  sameText,
  shown,
  some,
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

/** While the ask is above the cap, nothing is sent. */
export function isBeyondCap(cap: Decimal | undefined, ask: Decimal | undefined): boolean {
  return cap !== undefined && ask !== undefined && compare(ask, cap) > 0;
}

function capLines(cap: Decimal | undefined, ask: Decimal | undefined): readonly ReviewLine[] {
  if (!isBeyondCap(cap, ask)) return some('Up to', amount(cap), 'nothing is sent above it');
  return some('Up to', amount(cap), 'the ask is above it: nothing is sent').map(line => ({
    ...line,
    danger: true,
  }));
}

/** The POST has no idempotency key, and its answer names no record. */
export const open: SentKind<OpenDraft, 'cardId'> = {
  ...defaults,
  name: 'open',
  schema,
  target: ({cardId}) => `card ${cardId}`,
  makesRecord: true,
  risk: 'adds',
  adds: {
    what: 'easy option',
    load: ({investmentAmount}, of) => ({investment: investmentAmount, notional: '0', count: 1, ...of}),
    size: () => '0',
    underlying: draft => draft.underlying,
  },
  guardrail: ({investmentAmount, underlying}, {guardrails}) =>
    investmentForbidden(investmentAmount, guardrails) ?? underlyingForbidden(underlying, guardrails),

  send: (client, {draft: {cardId, investmentAmount}}, options) =>
    client.openEasyOption({cardId, investmentAmount}, options),
  like: ({cardId}, {easyOptions}) =>
    easyOptions.rows.filter(row => sameText(row.cardId, cardId) !== 'no').map(row => row.id),
  settledBy: ['easyOptions'],
  judge,
  inDoubt:
    'It was executed, is delayed, or never arrived. Easy Options lists one that was opened, by card, investment and open time, but maybe late. A new request could open a second one.',
  resent: 'as a new request; executed twice if the first one was',

  form: {
    fields: [fields.amount, fields.cap],
    title: ({card}) => `Open an Easy Option: ${card?.title}`,
    values: ({investmentAmount: amount, cap}) => ({amount, cap}),
    estimate({value, ask}) {
      const bought = isAmount(value('amount')) ? boughtAt(value('amount'), ask) : undefined;
      return bought && `est. qty ${number(bought)}`;
    },
    draft: ({value, card}) =>
      card && {
        kind: 'open',
        cardId: card.id,
        investmentAmount: value('amount'),
        ...(value('cap') === '' ? {} : {cap: value('cap')}),
        title: card.title,
        underlying: card.underlying,
      },
  },
  proposes: () => ({cardId: int64(), investmentAmount: positive()}),

  pane: 'cards',
  record: ({cardId}) => cardId,
  over({cardId}, rows) {
    if (rows.lacks('cards', cardId)) return 'The card is no longer listed.';
    return rows.row('cards', cardId)?.active === false ? 'The card is no longer active.' : undefined;
  },
  listed(draft, _subject, rows) {
    const card = rows.row('cards', draft.cardId);
    return card && {card};
  },
  review({cardId, investmentAmount, title, cap}, {subject: {card}, currency}) {
    const bought = boughtAt(investmentAmount, card?.currentAskPrice);
    return [
      {label: 'Card', value: named(cardId, card?.title ?? title), isSent: true},
      ...deciding(some('Direction', card && `${card.type} ${card.direction} ${card.underlying}`)),
      {label: 'Investment', value: inCurrency(investmentAmount, currency), danger: true, isSent: true},
      ...deciding(some('Ask', amount(card?.currentAskPrice))),
      ...capLines(cap, card?.currentAskPrice),
      ...some('Est. qty', amount(bought), 'excl. fees'),
      ...some('Target', amount(card?.targetPrice)),
      ...some('Trigger', amount(card?.triggerPrice)),
      ...expiryLines(card?.expiryDate),
      ...some('Symbol', card && tradedAs(card)),
    ];
  },
  words: {
    title: 'Open an Easy Option',
    asked: ({title, cardId, investmentAmount}) =>
      `open ${asItCame(title ?? `card ${cardId}`)} for ${amountWords(investmentAmount)}`,
    does: ({investmentAmount}, words) => `open ${words(investmentAmount)}`,
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
