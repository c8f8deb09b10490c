import {compare, divide, isZero, magnitude, toFixed} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Doubt} from '../order/ticket/ticket.ts';
import {amountWords, asItCame} from './amounts.ts';

/** What an order is asked about once more: `The price 47,747.5 is 901 % above the ask 4,770.65`. */
export function doubtWords(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'price': {
      const {price, seen} = doubt;
      const words = `The price ${amountWords(price)} is ${awayWords(doubt)} the ${seen.of} ${amountWords(seen.price)}`;
      return doubt.fillsAtOnce ? `${words}, and fills at once` : words;
    }
    case 'no price':
      return `No price is known for ${asItCame(doubt.symbol)}`;
    case 'size': {
      const {median, trades, asset} = doubt.usual;
      const times = timesWords(doubt);
      const words = times === '' ? 'more than' : `${times} times`;
      return `The size ${amountWords(doubt.size)} is ${words} the median ${amountWords(median)} of your ${trades} trades in ${asItCame(asset)}`;
    }
    case 'overfill':
      return `Trades of the canceled order may be missing: beside ${amountWords(doubt.known)} up to ${amountWords(doubt.most)} of it may have filled, and be had in excess`;
    default:
      return doubt satisfies never;
  }
}

/** The same where there is hardly any room: `901 % above ask`. */
export function doubtFigure(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'price':
      return `${awayWords(doubt)} ${doubt.seen.of}`;
    case 'no price':
      return 'no price is known';
    case 'size':
      return `size ${timesWords(doubt) || '>'}x median`;
    case 'overfill':
      return `up to ${amountWords(doubt.most)} in excess`;
    default:
      return doubt satisfies never;
  }
}

type DoubtOf<K extends Doubt['kind']> = Extract<Doubt, {kind: K}>;

function awayWords({percent}: DoubtOf<'price'>): string {
  return `${percentWords(percent)} % ${percent.startsWith('-') ? 'below' : 'above'}`;
}

/** How many medians it is; nothing where the median is none. */
function timesWords({size, usual}: DoubtOf<'size'>): string {
  return isZero(usual.median) ? '' : amountWords(divide(size, usual.median, 1));
}

/** To the hundredth, and whole from a hundred on. */
function percentWords(percent: Decimal): string {
  const size = magnitude(percent);
  return amountWords(compare(size, '100') < 0 ? size : toFixed(size, 0));
}
