/** A refusal by a limit, and what limits leave, with their numbers. */
import {age, type Moment} from '../../account/model/moment.ts';
import {type Guardrails, paneNames} from '../../account/model/vocabulary.ts';
import {premiumsOf} from '../../account/portfolio/made.ts';
import {type Position, premiumPaid, settlementUnknown} from '../../account/portfolio/positions.ts';
import {rounded} from '../../account/resources/figures.ts';
import {askedWords, type KnownOrder} from '../../account/words/records.ts';
import {amountWords, asItCame, counted} from '../../account/words/text.ts';
import {ownClock} from '../../account/words/times.ts';
import {add, compare, isZero, magnitude, subtract, sum} from '../../api/wire/decimal.ts';
import type {Decimal, Millis} from '../../api/wire/records.ts';
import {addedTo, isAllKnown, type Measure, roomIn, used} from './measures.ts';
import type {Knows} from './pending.ts';

export type WritesLately = {
  readonly lately: number;
  readonly most: number;
  /** Until one more passes; undefined if none ever does. */
  readonly freeInMs: Millis | undefined;
};

/** A profit is a negative loss. */
export type DayLoss = {
  readonly loss: Decimal;
  readonly most: Decimal;
  readonly currency: string;
  readonly zone: string;
  readonly unsettled: readonly Position[];
  /** Easy Options without a price. */
  readonly without: number;
};

/** An order that may take contracts off a position. */
export type Taken = {
  readonly order: KnownOrder;
  readonly size: Decimal;
  /** When the reads show what filled of it; undefined while it works or is in doubt. */
  readonly until: Millis | undefined;
};

export type Left = {readonly left: Decimal; readonly net: Decimal; readonly taken: readonly Taken[]};

type Beyond = Left & {readonly size: Decimal; readonly over: Decimal};

export function beyondLeftWords({left, net, taken, size, over}: Beyond, knows: Knows): string {
  const may = sum(taken.flatMap(each => (each.until === undefined ? each.size : [])));
  const late = latest(taken);
  const parts = [
    ...(isZero(may) ? [] : [`working or unresolved orders take ${amountWords(may)}`]),
    ...(late === undefined ? [] : [`a fill of ${takenWords(late)} may not be listed yet`]),
  ];
  const others = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const then = isZero(may) ? '' : ', or cancel or resolve them first';
  const out = late && isZero(may) ? `, or try again from ${clockOf(knows)(late.until)}` : then;
  const reduces = `${amountWords(size)}${isZero(over) ? '' : ` with an overfill of ${amountWords(over)}`}`;
  return `Reduces ${reduces}, but ${amountWords(left)} of ${amountWords(magnitude(net))} is left${others}. Reduce the size${out}.`;
}

/** The last that the reads show. */
export function latest(taken: readonly Taken[]) {
  const late = taken.flatMap(({order, until}) => (until === undefined ? [] : {order, until}));
  return late.toSorted((a, b) => b.until - a.until)[0];
}

/** `SELL 5 @ 9 #7` */
export const takenWords = ({order}: Pick<Taken, 'order'>): string =>
  `${askedWords({...order, symbol: undefined})}${order.orderId ? ` #${asItCame(order.orderId)}` : ''}`;

/** The way out while a limit or the halt blocks new risk. */
export const exitsPass = 'Reducing orders pass: close a position.';
export const nonePasses = 'No order is proved to reduce a position: cancel, or change max_open_notional.';

/** Times of the service. */
type ClockWords = (at: Millis) => string;

const clockOf =
  ({read}: Knows): ClockWords =>
  at =>
    ownClock(at + (read?.skewMs ?? 0));

/** `Open investment would be 5,050 of 5,000 USDT: 4,600 open, 250 now. 400 left: close or cancel for more.` */
export function beyondWords(measure: Measure, added: Decimal, knows: Knows): string {
  const {waiting} = knows;
  const {open, left, pending, limit} = measure;
  const would = add(used(measure), added);
  const parts = [
    `${amountWords(open)} open`,
    ...(isZero(left) ? [] : [`${amountWords(left)} off the list, may have filled`]),
    ...(isZero(pending) ? [] : [`${amountWords(pending)} pending`]),
    `${amountWords(added)} now${waiting === undefined ? '' : ' (the old order may fill too)'}`,
  ];
  const of = `${amountWords(limit)}${currencyWords(measure)}`;
  const head = isAllKnown(measure) ? 'would be' : 'would be up to';
  const way = (waiting && waitingWords(measure, waiting)) ?? wayOut(measure, added, clockOf(knows));
  return `Open ${nameOf(measure)} ${head} ${amountWords(would)} of ${of}: ${parts.join(', ')}. ${way}`;
}

/** A longer wait of the amend may be enough: the old order does not count then. */
function waitingWords(measure: Measure, {added, waitMs}: NonNullable<Knows['waiting']>): string | undefined {
  const would = add(used(measure), addedTo(measure, added));
  if (compare(would, measure.limit) > 0) return undefined;
  return `With amend_wait = ${waitMs / 1_000} in the profile it would be ${amountWords(would)}.`;
}

/** If only the worst case is beyond the limit, time or a resolved write helps, and nothing that is closed. */
function wayOut(measure: Measure, added: Decimal, clock: ClockWords): string {
  const {open, limit, until} = measure;
  if (compare(add(open, added), limit) <= 0)
    return until === undefined
      ? `${amountWords(open)} is known: the rest is in doubt. Resolve what is UNKNOWN, or wait for its answer.`
      : `Only ${amountWords(open)} is known to be open: the reads show the rest by ${clock(until)}. Try again then.`;
  const least = isAllKnown(measure) ? '' : 'at least ';
  const left = `${least}${amountWords(roomIn(measure))} left`;
  if (!isZero(open)) return `${left}: close or cancel for more.`;
  return isZero(limit) ? 'This limit allows none.' : `${left}: reduce the amount.`;
}

function nameOf({what, underlying}: Measure): string {
  const name = what === 'count' ? 'Easy Options' : what;
  return underlying === undefined ? name : `${name} in ${asItCame(underlying)}`;
}

/** A sum, as the screen has money. */
const sumWords = (sum: Decimal, currency: string | undefined) => amountWords(rounded(sum, currency) ?? sum);

const currencyWords = ({currency}: Measure) => (currency === undefined ? '' : ` ${asItCame(currency)}`);

export function rateWords({lately, most, freeInMs}: WritesLately): string {
  const wait = freeInMs === undefined ? '' : ` Next in ${Math.ceil(freeInMs / 1_000)} s.`;
  return `${lately} of ${most} openings and orders in the last minute.${wait} ${exitsPass}`;
}

export function lossWords(of: DayLoss): string {
  const {loss, most, currency, zone} = of;
  const lost = sumWords(loss, currency);
  const head = `Daily loss limit hit (${asItCame(zone)}): -${lost} of ${inCurrency(most, currency)}`;
  return `${head}${includesWords(of)}. New risk blocked. ${exitsPass}`;
}

function includesWords({unsettled, without, currency}: DayLoss): string {
  const parts = [
    ...(unsettled.length === 0 ? [] : [unsettledWords(unsettled, currency)]),
    ...(without === 0 ? [] : [`${counted(without, 'Easy Option')} unpriced: counted as lost`]),
  ];
  return parts.map(each => `. ${each}`).join('');
}

/** `Includes 14.73 for 1 expired, settlement unknown` */
function unsettledWords(unsettled: readonly Position[], currency: string): string {
  const long = unsettled.filter(each => premiumPaid(each) !== undefined);
  const paid = premiumsOf(long);
  const shorts = unsettled.length - long.length;
  const included = `Includes ${sumWords(paid, currency)} for ${long.length} ${settlementUnknown}`;
  return [
    ...(long.length === 0 ? [] : [included]),
    ...(shorts === 0 ? [] : [`${shorts} short ${settlementUnknown}: not counted`]),
  ].join('. ');
}

const inCurrency = (amount: Decimal, currency: string) =>
  currency === '' ? amountWords(amount) : `${amountWords(amount)} ${asItCame(currency)}`;

export function unreadWords({failing, now}: Knows, began: Moment | undefined): string {
  const names = failing.map(pane => paneNames[pane].title).join(', ');
  const then =
    failing.length === 0 ? 'Retry in a few seconds.' : `Failing: ${names}. Retry once they are read.`;
  return began === undefined
    ? `Not yet: the account is being read. ${then}`
    : `Not now: this needs a newer read of the account, the last is ${Math.floor(age(began, now) / 1_000)} s old. ${then}`;
}

/** `250 of 5,000 USDT`: what is left afterwards. */
export function leavesWords(measure: Measure, added: Decimal): string {
  const left = roomIn({...measure, open: add(measure.open, added)});
  const options = compare(measure.limit, '1') === 0 ? ' Easy Option' : ' Easy Options';
  const kinds = {investment: currencyWords(measure), notional: ' notional', count: options};
  const of = `${sumWords(left, measure.currency)} of ${amountWords(measure.limit)}${kinds[measure.what]}`;
  const least = isAllKnown(measure) ? of : `at least ${of}`;
  return measure.underlying === undefined ? least : `${least} in ${asItCame(measure.underlying)}`;
}

/** `notional: 0 left of 1,000, 524.47 known, up to 1,731.47 until 10:41:52`; else `60 used`. */
export function usedWords(measure: Measure, clock: ClockWords): string {
  const {open, limit, currency, until} = measure;
  const most = sumWords(used(measure), currency);
  const of = isAllKnown(measure)
    ? `${most} used`
    : `${sumWords(open, currency)} known, up to ${most} until ${until === undefined ? 'no write is in doubt' : clock(until)}`;
  const left = `${sumWords(roomIn(measure), currency)} left of ${amountWords(limit)}${currencyWords(measure)}`;
  return `${nameOf(measure)}: ${left}, ${of}`;
}

/** `writes: 7 left of 10 in a minute`. */
export function usedRateWords({lately, most}: WritesLately): string {
  return `writes: ${Math.max(0, most - lately)} left of ${most} in a minute`;
}

/** `daily loss: 488 left of 500 USDT, 12 lost today`. */
export function usedLossWords(of: DayLoss): string {
  const {loss, most, currency} = of;
  const lost = compare(loss, '0') > 0 ? loss : '0';
  const left = compare(most, lost) > 0 ? subtract(most, lost) : '0';
  const room = `${sumWords(left, currency)} left of ${inCurrency(most, currency)}`;
  return `daily loss: ${room}, ${sumWords(lost, currency)} lost today${includesWords(of)}`;
}

export function limitWords({
  maxInvestment,
  maxNotional,
  allowedUnderlyings,
}: Guardrails): Readonly<Record<'opening' | 'order' | 'underlyings', string>> {
  return {
    opening: maxInvestment === undefined ? '' : `max ${amountWords(maxInvestment)} per Easy Option`,
    order: maxNotional === undefined ? '' : `max ${amountWords(maxNotional)} per order`,
    underlyings:
      allowedUnderlyings === undefined ? '' : `${allowedUnderlyings.map(asItCame).join(', ')} only`,
  };
}
