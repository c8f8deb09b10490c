import {isEnding} from '../../../account/resources/easy-options.ts';
import {cardOf, percentShown, plPercent, rounded, worthNow} from '../../../account/resources/figures.ts';
import {signed} from '../../../account/words/text.ts';
import type {EasyOption} from '../../../api/wire/records.ts';
import {type CloseDraft, closeDraft} from '../../../core/intents/kinds/close.ts';
import {int64, overWords} from '../../../core/intents/kinds/parts.ts';
import {amount, expiryLines, inCurrency, named, some, traded} from './lines.ts';
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
    const worth = option && worthNow(option);
    const beforeFee = ', excl. close fee';
    return [
      {
        label: 'Easy Option',
        value: named(easyOptionId, option?.cardName ?? label),
        decides: true,
        isName: true,
      },
      ...some('Status', option?.status),
      ...some('Direction', option?.direction, {...traded, decides: true}),
      ...some(
        'P/L now',
        option?.pl &&
          `${signed(rounded(option.pl, option.investmentCurrency) ?? option.pl)}${of}${beforeFee}`,
      ),
      ...some(
        'Worth now',
        worth &&
          `about ${inCurrency(rounded(worth, investmentCurrency) ?? worth, investmentCurrency)}${beforeFee}`,
      ),
      ...some('Invested', investmentAmount && inCurrency(investmentAmount, investmentCurrency), {
        decides: true,
      }),
      ...some('Quantity', amount(option?.qty)),
      ...some('Entry', amount(option?.entryPrice)),
      ...some('Trigger', amount(option?.triggerPrice), {asksAgain: true}),
      ...expiryLines(card?.expiryDate),
      ...some('Symbol', option?.optionSymbol, traded),
    ];
  },
};
