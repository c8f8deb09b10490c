import type {Decimal} from '../../api/wire/records.ts';
import {rounded} from '../resources/figures.ts';
import type {Payoff} from '../resources/payoff.ts';
import {number} from './text.ts';

/** @param per behind the amounts of one contract, which are exact */
export function payoffWords({breakEvens, maxLoss, maxGain}: Payoff, per = '') {
  const shown = (value: Decimal) => number(per === '' ? rounded(value, undefined) : value);
  const even = breakEvens.length === 0 ? 'none' : breakEvens.map(shown).join(', ');
  const loss = maxLoss === undefined ? 'Unlimited loss' : `Max loss ${shown(maxLoss)}${per}`;
  const gain = maxGain === undefined ? 'unlimited gain' : `max gain ${shown(maxGain)}${per}`;
  return [
    {text: `Break-even at expiry ${even}`},
    {text: `${loss} · ${gain}`, ...(maxLoss === undefined && {tone: 'danger' as const})},
  ];
}
