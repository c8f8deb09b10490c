import type {EasyOption} from '../../api/wire/records.ts';
import {isOver} from '../resources/easy-options.ts';
import {amountWords, asItCame, profitWords} from './amounts.ts';

export function nameWords({cardName}: Pick<EasyOption, 'cardName'>): string {
  return cardName === undefined || cardName === '' ? 'Easy Option' : asItCame(cardName);
}

function investedWords({investmentAmount, investmentCurrency}: EasyOption): string {
  if (investmentAmount === undefined) return '';
  const currency = investmentCurrency === undefined ? '' : ` ${asItCame(investmentCurrency)}`;
  return ` for ${amountWords(investmentAmount)}${currency}`;
}

const isTold = (text: string | undefined): text is string => text !== undefined && text !== '';

export function endWords(option: EasyOption): string {
  const {pl, plClosed, investmentCurrency} = option;
  const profit = [plClosed, pl].find(isTold);
  return profit === undefined ? '' : profitWords(profit, investmentCurrency);
}

/** `CLOSED P/L -9.92 USDT: BTC above 75500 by 27NOV26 #7` */
export function easyOptionWords(option: EasyOption): string {
  const {id, status, entryPrice} = option;
  const named = nameWords(option);
  const which = id === '' ? '' : ` #${asItCame(id)}`;
  const profit = endWords(option);
  const result = profit === '' ? '' : ` ${profit}`;
  switch (status) {
    case 'PENDING':
      return `OPENING: ${named}${investedWords(option)}${which}`;
    case 'ACTIVE': {
      const price = entryPrice === undefined ? '' : ` @ ${amountWords(entryPrice)}`;
      return `OPENED${price}: ${named}${investedWords(option)}${which}`;
    }
    case 'TRIGGERED':
      return isOver(option) ? `TRIGGERED, closed${result}: ${named}${which}` : `TRIGGERED: ${named}${which}`;
    case 'CLOSED':
    case 'EXPIRED':
      return `${status}${result}: ${named}${which}`;
    default:
      return `${isTold(status) ? asItCame(status) : 'OPENED'}: ${named}${investedWords(option)}${which}`;
  }
}
