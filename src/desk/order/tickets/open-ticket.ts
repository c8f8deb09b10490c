import {boughtAt, isAmount, tradedAs} from '../../../account/resources/figures.ts';
import {number} from '../../../account/words/text.ts';
import {compare} from '../../../api/wire/decimal.ts';
import type {Decimal} from '../../../api/wire/records.ts';
import type {OpenDraft} from '../../../core/intents/kinds/open.ts';
import {int64, positive} from '../../../core/intents/kinds/parts.ts';
import {fields} from './fields.ts';
import {amount, askLine, expiryLines, inCurrency, named, some, traded} from './line-parts.ts';
import type {ReviewLine, Ticket} from './ticket.ts';

export const openTicket: Ticket<OpenDraft> = {
  title: 'Open an Easy Option',
  pane: 'cards',
  record: ({cardId}) => cardId,
  does: ({investmentAmount}, words) => `open ${words(investmentAmount)}`,
  form: {
    fields: [fields.amount, fields.cap],
    title: ({card}) => `Open an Easy Option: ${card?.title}`,
    values: ({investmentAmount: amount, cap}) => ({amount, cap}),
    estimate({value, card}) {
      const ask = card?.currentAskPrice;
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
    const direction = card && `${card.type} ${card.direction} ${card.underlying}`;
    return [
      {label: 'Card', value: named(cardId, card?.title ?? title), isName: true, ...traded},
      ...some('Direction', direction, 'decides and asks again', {needsNoLabel: true}),
      {label: 'Investment', value: inCurrency(investmentAmount, currency), danger: true, rule: 'decides'},
      ...askLine(amount(card?.currentAskPrice), 'decides'),
      ...capLines(cap, card?.currentAskPrice),
      ...some('Est. qty', amount(bought), 'told', {note: 'excl. fees'}),
      ...some('Target', amount(card?.targetPrice), 'asks again'),
      ...some('Trigger', amount(card?.triggerPrice), 'asks again'),
      ...expiryLines(card?.expiryDate),
      ...some('Symbol', card && tradedAs(card), 'asks again', {needsNoLabel: true}),
    ];
  },
};

/** While the ask is above the cap, nothing is sent. */
export function isBeyondCap(cap: Decimal | undefined, ask: Decimal | undefined): boolean {
  return cap !== undefined && ask !== undefined && compare(ask, cap) > 0;
}

function capLines(cap: Decimal | undefined, ask: Decimal | undefined): readonly ReviewLine[] {
  const danger = isBeyondCap(cap, ask);
  const note = danger ? 'the ask is above it: nothing is sent' : 'nothing is sent above it';
  return some('Up to', amount(cap), 'told', {note, danger});
}
