/**
 * The figures of the account for programs: documented names, every amount a decimal string. How many records do
 * not tell what is summed stands beside a sum only where there are some.
 */
import type {Amount} from '../../desk/book/amounts.ts';
import type {AccountBook} from '../../desk/book/book.ts';
import type {ContractBook} from '../../desk/book/contracts.ts';
import type {Closed, CurrencyBook, Held} from '../../desk/book/groups.ts';
import type {SideBook} from '../../desk/book/orders.ts';

export function bookJson(book: AccountBook): object {
  const {asOf, isPartial, currencies, expiries, underlyings, orders, tradeFees, contracts} = book;
  const {maker, taker, unknown, since} = tradeFees;
  return {
    asOf: new Date(asOf).toISOString(),
    partial: isPartial,
    currencies: Object.fromEntries(currencies.map(each => [each.currency, currencyJson(each)])),
    expiries: expiries.map(({day, count, byCurrency}) => ({
      day: day ?? null,
      count,
      ...sumsJson(byCurrency),
    })),
    underlyings: underlyings.map(({asset, count, byCurrency}) => ({
      asset: asset ?? null,
      count,
      ...sumsJson(byCurrency),
    })),
    orders: Object.fromEntries(orders.map(each => [each.side, sideJson(each)])),
    tradeFees: {
      maker: maker.fees.sum,
      taker: taker.fees.sum,
      ...(unknown.count > 0 ? {unknown: unknown.fees.sum} : {}),
      ...withoutJson({maker: maker.fees, taker: taker.fees, unknown: unknown.fees}),
    },
    contracts: contracts.map(contractJson),
    tradesSince: new Date(since).toISOString(),
    ...soldJson(currencies),
  };
}

function currencyJson({open, states, closed, fees}: CurrencyBook): object {
  return {
    open: heldJson(open),
    states: Object.fromEntries([...states].map(([status, held]) => [status, heldJson(held)])),
    closed: {
      today: closedJson(closed.today),
      days7: closedJson(closed.days7),
      days30: closedJson(closed.days30),
      ...(closed.unknown.count > 0 ? {unknown: closedJson(closed.unknown)} : {}),
    },
    fees: fees.fees.sum,
    ...withoutJson({fees: fees.fees}),
  };
}

/** By currency, how many of the open ones are TRIGGERED and have been sold; missing where none has. */
function soldJson(currencies: readonly CurrencyBook[]): object {
  const sold = currencies.filter(({open}) => open.sold > 0);
  if (sold.length === 0) return {};
  return {sold: Object.fromEntries(sold.map(({currency, open}) => [currency, open.sold]))};
}

const heldJson = ({count, invested, pl}: Held): object => ({
  count,
  invested: invested.sum,
  pl: pl.sum,
  ...withoutJson({invested, pl}),
});

const closedJson = ({count, wins, pl}: Closed): object => ({count, wins, pl: pl.sum, ...withoutJson({pl})});

/** Amounts by currency. */
function sumsJson(byCurrency: ReadonlyMap<string, Held>): object {
  const each = (of: (held: Held) => object | string) =>
    Object.fromEntries([...byCurrency].map(([currency, held]) => [currency, of(held)]));
  const isMissing = [...byCurrency.values()].some(({invested, pl}) => invested.without + pl.without > 0);
  return {
    invested: each(({invested}) => invested.sum),
    pl: each(({pl}) => pl.sum),
    ...(isMissing ? {without: each(({invested, pl}) => ({invested: invested.without, pl: pl.without}))} : {}),
  };
}

const sideJson = ({count, notional}: SideBook): object => ({
  count,
  notional: notional.sum,
  ...withoutJson({notional}),
});

const contractJson = ({asset, type, strike, day, net}: ContractBook): object => ({
  asset: asset ?? null,
  type: type ?? null,
  strike: strike ?? null,
  expiry: day ?? null,
  net: net.sum,
  ...withoutJson({net}),
});

function withoutJson(amounts: Readonly<Record<string, Amount>>): object {
  const missing = Object.entries(amounts).filter(([, {without}]) => without > 0);
  return missing.length === 0
    ? {}
    : {without: Object.fromEntries(missing.map(([name, {without}]) => [name, without]))};
}
