import {age, type Moment} from '../../account/model/moment.ts';
import {isPositive} from '../../account/resources/arithmetic.ts';
import {amountWords} from '../../account/words/text.ts';
import {relative, seconds} from '../../account/words/times.ts';
import {add, compare, divide, isZero, multiply, subtract, toFixed} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import type {AmendDraft} from '../../core/intents/kinds/cancel.ts';
import {ordersPlaced} from '../../core/intents/selectors.ts';
import {basePeriod} from '../feeds/freshness.ts';
import type {State} from '../state.ts';
import type {Closes, Form, Ticks} from './ordering.ts';

/** One tick is that of the profile, else the step of the price's last digit. */
export function nudgedPrice(state: State, {orderId, ...of}: AmendDraft, ticks: Ticks): Decimal {
  // A list may leave out the zeros at the end of the price as it was typed.
  const own = ordersPlaced(state.intents.list).get(orderId)?.price;
  const price = own !== undefined && compare(own, of.price) === 0 ? own : of.price;
  const tick = tickOf(state, price);
  const moved = ticks > 0 ? add(price, tick) : subtract(price, tick);
  // The zeros at its end stay: without them the next tick would be larger.
  return toFixed(moved, Math.max(decimalPlaces(price), decimalPlaces(tick)));
}

const tickOf = ({settings}: State, price: Decimal): Decimal => settings.tick ?? lastDigit(price);

function lastDigit(price: Decimal): Decimal {
  const digits = decimalPlaces(price);
  return digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`;
}

const decimalPlaces = (decimal: Decimal) => decimal.split('.')[1]?.length ?? 0;

/** Beyond the last price that is known, so that the order fills unless the market moved by more. */
export function priceThrough(state: State, {card, cardAt}: Form, {side, reduces}: Closes) {
  const {last, results} = state.portfolio.account.positions.find(each => each.id === reduces) ?? {};
  const ask = card?.currentAskPrice;
  const isAsked = isPositive(ask);
  const known = isAsked ? ask : last;
  if (known === undefined) return undefined;
  const isBought = side === 'BUY';
  const exact = multiply(known, isBought ? '1.05' : '0.95');
  const own = tickOf(state, known);
  // A tick of dearer options would move the price by more than asked for, down to 0.
  const tick = compare(own, multiply(known, '0.05')) > 0 ? lastDigit(known) : own;
  const below = multiply(divide(exact, tick, 0), tick);
  const price = isBought && compare(below, exact) < 0 ? add(below, tick) : below;
  const from = `${isAsked ? 'the ask' : 'its last trade'} ${amountWords(known)}`;
  const oldMs = isAsked ? askAgeMs(state, cardAt) : undefined;
  const at = isAsked ? undefined : results?.at(-1)?.at;
  const old = oldMs !== undefined ? `, ${seconds(oldMs)} old` : at && `, ${relative(at, serviceNow(state))}`;
  const proposed = `at least 5 % ${isBought ? 'above' : 'below'} ${from}${old ?? ''}`;
  return isZero(price) ? undefined : {price, proposed};
}

/** Undefined while polls bring it as usual. */
export function askAgeMs(state: State, readAt: Moment | undefined): number | undefined {
  const ageMs = readAt === undefined ? 0 : age(readAt, state.now);
  return ageMs > 3 * basePeriod(state.settings, true) ? Math.floor(ageMs / 1_000) * 1_000 : undefined;
}
