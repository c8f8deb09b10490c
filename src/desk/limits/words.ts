import {add, compare, isZero, subtract} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {age} from '../model/freshness.ts';
import type {Moment} from '../model/moment.ts';
import type {Guardrails} from '../model/vocabulary.ts';
import {rounded} from '../resources/figures.ts';
import {amountWords, asItCame} from '../words/text.ts';
import type {DayLoss, WritesLately} from './gates.ts';
import {type Measure, roomIn, used} from './measures.ts';

/** The way out while a limit or the halt blocks new risk. */
export const exitsPass = 'Reducing orders pass: c on a position.';

/** `Open investment would be 5,050 of 5,000 USDT: 4,600 open, 250 now. 400 left: close or cancel for more.` */
export function beyondWords(measure: Measure, added: Decimal): string {
  const {open, here, elsewhere, limit, holder} = measure;
  const would = add(used(measure), added);
  const parts = [
    `${amountWords(open)} open`,
    ...(isZero(here) ? [] : [`${amountWords(here)} queued here`]),
    ...(isZero(elsewhere) ? [] : [`${amountWords(elsewhere)} queued by another dashboard`]),
    `${amountWords(added)} now`,
  ];
  const of = `${amountWords(limit)}${currencyWords(measure)}`;
  const left = `${amountWords(roomIn(measure))} left: close or cancel for more.`;
  return `${headOf(measure)} would be ${amountWords(would)} of ${of}: ${parts.join(', ')}. ${left}${whoseWords(holder)}`;
}

function headOf({what, underlying}: Measure): string {
  const heads = {investment: 'Open investment', notional: 'Open notional', count: 'Open Easy Options'};
  return underlying === undefined ? heads[what] : `${heads[what]} in ${asItCame(underlying)}`;
}

const currencyWords = ({currency}: Measure) => (currency === undefined ? '' : ` ${asItCame(currency)}`);

function whoseWords(holder: string | undefined): string {
  return holder === undefined ? '' : ` ${holder} set this limit.`;
}

export function rateWords({lately, most, freeInMs, holder}: WritesLately): string {
  const wait = freeInMs === undefined ? '' : ` Next in ${Math.ceil(freeInMs / 1_000)} s.`;
  return `${lately} of ${most} openings and orders in the last minute.${wait} ${exitsPass}${whoseWords(holder)}`;
}

export function lossWords({loss, most, currency, holder, zone}: DayLoss): string {
  const lost = amountWords(rounded(loss, currency) ?? loss);
  const head = `Daily loss limit hit (${asItCame(zone)}): -${lost} of ${inCurrency(most, currency)}.`;
  return `${head} New risk blocked. ${exitsPass}${whoseWords(holder)}`;
}

const inCurrency = (amount: Decimal, currency: string) =>
  currency === '' ? amountWords(amount) : `${amountWords(amount)} ${asItCame(currency)}`;

export function unreadWords(began: Moment | undefined, now: Moment): string {
  return began === undefined
    ? 'Not yet: the account is being read. Try again in a few seconds.'
    : `Not now: this needs a newer read of the account, the last is ${Math.floor(age(began, now) / 1_000)} s old. Try again after the next read.`;
}

/** `250 of 5,000 USDT`: what is left afterwards. */
export function leavesWords(measure: Measure, added: Decimal): string {
  const left = roomIn({...measure, open: add(measure.open, added)});
  const options = compare(measure.limit, '1') === 0 ? ' Easy Option' : ' Easy Options';
  const kinds = {investment: currencyWords(measure), notional: ' notional', count: options};
  const of = `${amountWords(left)} of ${amountWords(measure.limit)}${kinds[measure.what]}`;
  return measure.underlying === undefined ? of : `${of} in ${asItCame(measure.underlying)}`;
}

/** `investment in BTC: 60 of 100 USDT, 40 left`. */
export function usedWords(measure: Measure): string {
  const {what, underlying, limit, holder} = measure;
  const names = {investment: 'investment', notional: 'notional', count: 'Easy Options'};
  const name = underlying === undefined ? names[what] : `${names[what]} in ${asItCame(underlying)}`;
  const of = `${amountWords(used(measure))} of ${amountWords(limit)}${currencyWords(measure)}`;
  return `${name}: ${of}, ${amountWords(roomIn(measure))} left${byWords(holder)}`;
}

/** `writes: 3 of 10 in a minute, 7 left`. */
export function usedRateWords({lately, most, holder}: WritesLately): string {
  return `writes: ${lately} of ${most} in a minute, ${Math.max(0, most - lately)} left${byWords(holder)}`;
}

/** `daily loss: 12 of 500 USDT today, 488 left`. */
export function usedLossWords({loss, most, currency, holder}: DayLoss): string {
  const lost = compare(loss, '0') > 0 ? loss : '0';
  const left = compare(most, lost) > 0 ? subtract(most, lost) : '0';
  const of = `${amountWords(lost)} of ${inCurrency(most, currency)} today`;
  return `daily loss: ${of}, ${amountWords(left)} left${byWords(holder)}`;
}

const byWords = (holder: string | undefined) => (holder === undefined ? '' : ` (${holder})`);

export function madeOfWords({open, here, elsewhere}: Measure): string {
  return [
    `${amountWords(open)} open at the last full read`,
    `${amountWords(here)} queued here, not listed yet`,
    `${amountWords(elsewhere)} by other dashboards`,
  ].join(', ');
}

export function limitWords({
  maxInvestment,
  maxNotional,
  allowedUnderlyings,
}: Guardrails): Readonly<Record<'opening' | 'order' | 'underlyings', string>> {
  return {
    opening: maxInvestment === undefined ? '' : `max ${amountWords(maxInvestment)} per position`,
    order: maxNotional === undefined ? '' : `max ${amountWords(maxNotional)} per order`,
    underlyings:
      allowedUnderlyings === undefined ? '' : `${allowedUnderlyings.map(asItCame).join(', ')} only`,
  };
}
