import type {Guardrails} from '../model/vocabulary.ts';
import {amountWords, asItCame} from './amounts.ts';

/** What the profile allows at most, a few words each: `limit 1,000 an opening`. */
export function limitWords({
  maxInvestment,
  maxNotional,
  allowedUnderlyings,
}: Guardrails): Readonly<Record<'opening' | 'order' | 'underlyings', string>> {
  return {
    opening: maxInvestment === undefined ? '' : `limit ${amountWords(maxInvestment)} an opening`,
    order: maxNotional === undefined ? '' : `limit ${amountWords(maxNotional)} an order`,
    underlyings:
      allowedUnderlyings === undefined ? '' : `${allowedUnderlyings.map(asItCame).join(', ')} alone`,
  };
}
