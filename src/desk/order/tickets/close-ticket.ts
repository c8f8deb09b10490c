import {isEnding} from '../../../account/resources/easy-options.ts';
import {cardOf, percentShown, plPercent, rounded, worthNow} from '../../../account/resources/figures.ts';
import {signed} from '../../../account/words/text.ts';
import type {EasyOption} from '../../../api/wire/records.ts';
import {type CloseDraft, closeDraft} from '../../../core/intents/kinds/close.ts';
import {int64, overWords} from '../../../core/intents/kinds/parts.ts';
import {amount, expiryLines, inCurrency, named, some} from './line-parts.ts';
import type {Ticket} from './ticket.ts';

export const closeTicket: Ticket<CloseDraft> = {
  title: 'Close the Easy Option',
  pane: 'easyOptions',
  record: ({easyOptionId}) => easyOptionId,
  does: () => 'close',
  confirmed: 'close accepted',
  ofRow: (option: EasyOption) =>
    isEnding(option) ? {refused: overWords(option.status)} : closeDraft(option),
  proposes: () => ({easyOptionId: int64()}),
  listed({easyOptionId}, _subject, rows) {
    const option = rows.row('easyOptions', easyOptionId);
    return option && {option};
  },
  over({easyOptionId}, rows) {
    if (rows.lacks('easyOptions', easyOptionId)) return 'It no longer exists.';
    const option = rows.row('easyOptions', easyOptionId);
    return option !== undefined && isEnding(option) ? overWords(option.status) : undefined;
  },
  review({easyOptionId, label}, {subject: {option}, cards}) {
    const card = option && cardOf(cards, option);
    const share = option && percentShown(plPercent(option));
    const of = share === undefined ? '' : ` (${signed(share)} %)`;
    const {investmentAmount, investmentCurrency} = option ?? {};
    const cents = (sum: string) => rounded(sum, investmentCurrency) ?? sum;
    const worth = option && worthNow(option);
    const back = worth && inCurrency(cents(worth), investmentCurrency);
    const beforeFee = ', excl. close fee';
    const name = named(easyOptionId, option?.cardName ?? label);
    return [
      {label: 'Easy Option', value: name, rule: 'decides', isName: true},
      ...some('Status', option?.status, 'told'),
      ...some('Direction', option?.direction, 'decides and asks again', {needsNoLabel: true}),
      ...some('P/L now', option?.pl && `${signed(cents(option.pl))}${of}${beforeFee}`, 'told'),
      ...some('Worth now', back && `about ${back}${beforeFee}`, 'told'),
      ...some('Invested', investmentAmount && inCurrency(investmentAmount, investmentCurrency), 'decides'),
      ...some('Quantity', amount(option?.qty), 'told'),
      ...some('Entry', amount(option?.entryPrice), 'told'),
      ...some('Trigger', amount(option?.triggerPrice), 'asks again'),
      ...expiryLines(card?.expiryDate),
      ...some('Symbol', option?.optionSymbol, 'asks again', {needsNoLabel: true}),
    ];
  },
};
