import {compare, divide, multiply} from '../../api/wire/decimal.ts';
import type {Decimal} from '../../api/wire/records.ts';
import type {FieldKind} from '../intents/kinds/kind.ts';
import {addedTo, roomIn} from '../limits/measures.ts';
import {tradedAs} from '../resources/joins.ts';
import {contractAt, payoffOf} from '../resources/payoff.ts';
import {amountWords} from '../words/text.ts';
import type {Form, FormField} from './state.ts';

type Sized = {readonly value: Decimal; readonly words: string} | {readonly wrong: string};
type Sizes = NonNullable<FieldKind['sizes']>;

const spelling = /^(?:(\d+(?:\.\d+)?)\s*%|(max)|(last)|risk\s+(\d+(?:\.\d+)?))$/i;

/** The number that `5%`, `max`, `risk 200` or `last` stands for, rounded down. Undefined for a number. */
export function sizedIn(form: Form, {value: typed}: FormField, sizes: Sizes): Sized | undefined {
  const [all, percent, max, last, risk] = spelling.exec(typed.trim()) ?? [];
  if (all === undefined) return undefined;
  if (last !== undefined) {
    const value = form.rules.last[sizes];
    return value === undefined ? {wrong: 'No earlier one is known.'} : sized(all, value);
  }
  if (risk !== undefined) return byRisk(form, sizes, {typed: all, risk});
  const price = sizes === 'notional' && form.rules.held === undefined ? sent(form, 'price') : undefined;
  if (price === '') return {wrong: 'Type the price first.'};
  const bound = boundOn(form, sizes, max === undefined ? 'limit' : 'left');
  if (bound === undefined) return {wrong: 'No limit is set: type a number.'};
  const of = max === undefined ? ` of ${amountWords(bound.limit)}` : leftWords(bound);
  const share = multiply(bound[max === undefined ? 'limit' : 'left'], percent ?? '100');
  const isAllHeld = form.rules.held !== undefined && max !== undefined;
  const value = divide(share, multiply(price ?? '1', '100'), places[isAllHeld ? 'exact' : sizes]);
  return sized(`${all}${of}${price === undefined ? '' : ` at ${amountWords(price)}`}`, value);
}

/** The paper service takes sizes of so many; what is left of a position may have more. */
const places = {notional: 4, investment: 6, exact: 18} as const;

function sized(how: string, value: Decimal): Sized {
  const words = `${how} = ${amountWords(value)}`;
  return compare(value, '0') > 0 ? {value, words} : {wrong: `${words}: too little.`};
}

const leftWords = ({left, limit}: Bound) =>
  compare(left, limit) === 0
    ? ` of ${amountWords(limit)}`
    : `: ${amountWords(left)} left of ${amountWords(limit)}`;

type Bound = {readonly limit: Decimal; readonly left: Decimal};

/** The lowest of the limits that apply, by its whole or by what is left of it. */
function boundOn(form: Form, sizes: Sizes, by: keyof Bound): Bound | undefined {
  const {guardrails, measures, currency, underlyings, held} = form.rules;
  if (held !== undefined) return {limit: held, left: held};
  const own = sizes === 'investment' ? guardrails.maxInvestment : guardrails.maxNotional;
  const underlying = underlyings.get(symbolOf(form)) ?? contractOf(form)?.asset;
  const one = {investment: '1', notional: '1', count: 0, currency, underlying};
  const bounds = measures
    .filter(each => each.what === sizes && compare(addedTo(each, one), '0') > 0)
    .map(each => ({limit: each.limit, left: roomIn(each)}));
  if (own !== undefined) bounds.push({limit: own, left: own});
  return bounds.toSorted((a, b) => compare(a[by], b[by]))[0];
}

function byRisk(form: Form, sizes: Sizes, {typed, risk}: {typed: string; risk: Decimal}): Sized {
  if (form.rules.held !== undefined) return {wrong: 'The order reduces a position: type a share of it.'};
  const isOpening = sizes === 'investment';
  const price = isOpening ? form.card?.currentAskPrice : sent(form, 'price');
  if (price === '') return {wrong: 'Type the price first.'};
  const side = isOpening ? 'BUY' : (form.amends?.draft.side ?? sent(form, 'side'));
  const leg = contractAt(price, {...contractOf(form), side});
  if (leg === undefined) return {wrong: 'No record states its contract: the max loss is unknown.'};
  const {maxLoss} = payoffOf([leg]);
  if (maxLoss === undefined) return {wrong: 'Its loss is unlimited.'};
  if (compare(maxLoss, '0') <= 0) return {wrong: 'Nothing can be lost at this price.'};
  const value = divide(isOpening ? multiply(risk, leg.price) : risk, maxLoss, places[sizes]);
  return sized(`${typed} at a max loss of ${amountWords(maxLoss)} per contract`, value);
}

function symbolOf(form: Form): string {
  const symbol = form.amends?.draft.symbol ?? sent(form, 'symbol');
  return symbol || (form.card && tradedAs(form.card)) || '';
}

function contractOf(form: Form) {
  const {amends, contract, rules} = form;
  const symbol = symbolOf(form);
  const own = amends?.draft.contract ?? (contract?.symbol === symbol ? contract.is : undefined);
  return own?.strikePrice === undefined ? rules.contracts.get(symbol) : own;
}

/** '' until it is valid. */
function sent({fields}: Form, name: string): string {
  return fields.find(each => each.name === name && each.error === undefined)?.sends ?? '';
}
