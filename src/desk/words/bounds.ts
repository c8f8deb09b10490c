import {add, isZero} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {Measure} from '../limits/measures.ts';
import {roomIn, used} from '../limits/measures.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import {amountWords, asItCame} from './amounts.ts';

/** What is said of the limits of the account: why something is beyond one, and what it leaves. */

/** `Open investment would be 5,050 of 5,000 USDT: 4,600 open, 200 asked by another dashboard, 250 now.` */
export function beyondWords(measure: Measure, added: Decimal): string {
  const {open, here, elsewhere, limit, holder} = measure;
  const would = add(used(measure), added);
  const parts = [
    `${amountWords(open)} open`,
    ...(isZero(here) ? [] : [`${amountWords(here)} asked here`]),
    ...(isZero(elsewhere) ? [] : [`${amountWords(elsewhere)} asked by another dashboard`]),
    `${amountWords(added)} now`,
  ];
  const of = `${amountWords(limit)}${currencyWords(measure)}`;
  return `${headOf(measure)} would be ${amountWords(would)} of ${of}: ${parts.join(', ')}.${whoseWords(holder)}`;
}

function headOf({what, underlying}: Measure): string {
  const heads = {investment: 'Open investment', notional: 'Open notional', count: 'Open Easy Options'};
  return underlying === undefined ? heads[what] : `${heads[what]} in ${asItCame(underlying)}`;
}

const currencyWords = ({currency}: Measure) => (currency === undefined ? '' : ` ${asItCame(currency)}`);

function whoseWords(holder: string | undefined): string {
  return holder === undefined ? '' : ` ${holder} was started with this limit.`;
}

export function rateWords(lately: number, most: number, holder: string | undefined): string {
  return `${lately} of ${most} openings and orders a minute were asked for in the last one.${whoseWords(holder)}`;
}

/** @param of the zone is the one that the account's day is counted in */
export function lossWords(
  loss: Decimal,
  most: Decimal,
  {currency, holder, zone}: {currency: string; holder: string | undefined; zone: string},
): string {
  const named = currency === '' ? '' : ` ${asItCame(currency)}`;
  const day = `today (${asItCame(zone)})`;
  return `${amountWords(loss)} of ${amountWords(most)}${named} were lost ${day}.${whoseWords(holder)}`;
}

/** @param began of the last whole read */
export function unreadWords(began: Moment | undefined, now: Moment): string {
  const why = 'a limit of the account is in force, and what is open';
  return began === undefined
    ? `Not yet: ${why} is being read.`
    : `Not now: ${why} was last read whole ${Math.floor(age(began, now) / 1_000)} s ago.`;
}

/** `250 of 5,000 USDT`: what is left then, and of how much. */
export function leavesWords(measure: Measure, added: Decimal): string {
  const left = roomIn({...measure, open: add(measure.open, added)});
  const kinds = {investment: currencyWords(measure), notional: ' notional', count: ' Easy Options'};
  const of = `${amountWords(left)} of ${amountWords(measure.limit)}${kinds[measure.what]}`;
  return measure.underlying === undefined ? of : `${of} in ${asItCame(measure.underlying)}`;
}

/** `investment in BTC: 60 of 100 USDT, 40 left`. */
export function usedWords(measure: Measure): string {
  const {what, underlying, limit} = measure;
  const names = {investment: 'investment', notional: 'notional', count: 'Easy Options'};
  const name = underlying === undefined ? names[what] : `${names[what]} in ${asItCame(underlying)}`;
  const of = `${amountWords(used(measure))} of ${amountWords(limit)}${currencyWords(measure)}`;
  return `${name}: ${of}, ${amountWords(roomIn(measure))} left`;
}
