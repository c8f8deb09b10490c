/** The figures of an account by brute force: every one of them anew, over all records, in one integer scale. */
import {day} from '../account.ts';
import type {Told, ToldAmount, ToldClosed, ToldGroup, ToldHeld} from './told.ts';

/** In units of 10 ** -40. */
export type Units = bigint;
export const places = 40;
export const one: Units = 10n ** BigInt(places);

/** What decides on a figure, wherever it was taken from. Missing is what is not told. */
export type PlainOption = {
  readonly currency: string;
  readonly status: string;
  readonly invested: Units | undefined;
  readonly pl: Units | undefined;
  readonly plClosed: Units | undefined;
  readonly fee: Units | undefined;
  readonly closedAt: number | undefined;
  readonly asset: string | undefined;
  readonly expiry: number | undefined;
};
export type PlainOrder = {
  readonly side: string;
  readonly price: Units | undefined;
  readonly size: Units | undefined;
  readonly filled: Units | undefined;
  readonly ask: Units | undefined;
  readonly placedAt: number | undefined;
};
export type PlainTrade = {
  readonly role: 'maker' | 'taker' | 'unknown';
  readonly fee: Units | undefined;
};
export type PlainAccount = {
  readonly options: readonly PlainOption[];
  readonly orders: readonly PlainOrder[];
  readonly trades: readonly PlainTrade[];
};

export function bruteForce({options, orders, trades}: PlainAccount, now: number): Told {
  const isSold = ({status, closedAt, plClosed}: PlainOption) =>
    status === 'TRIGGERED' && closedAt !== undefined && isTold(plClosed);
  const over = options.filter(each => each.status === 'CLOSED' || each.status === 'EXPIRED' || isSold(each));
  const held = options.filter(option => !over.includes(option));
  return {
    currencies: each(
      namesOf(options, ({currency}) => currency),
      currency => {
        const isMine = (option: PlainOption) => option.currency === currency;
        const mine = held.filter(isMine);
        return {
          open: heldTold(mine),
          states: each(
            namesOf(mine, ({status}) => status),
            state => heldTold(mine.filter(({status}) => status === state)),
          ),
          closed: closedTold(over.filter(isMine), now),
          fees: counted(options.filter(isMine).map(({fee}) => fee)),
        };
      },
    ),
    expiries: groups(held, option => dateOf(option.expiry)),
    underlyings: groups(held, ({asset}) => asset),
    orders: each([...new Set(['BUY', 'SELL', ...orders.map(({side}) => side)])], side =>
      sideTold(orders.filter(order => order.side === side)),
    ),
    tradeFees: each(['maker', 'taker', 'unknown'], role =>
      counted(trades.filter(trade => trade.role === role).map(({fee}) => fee)),
    ),
  };
}

/** Exact, without needless zeros. */
export function text(units: bigint, scale = places): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, -scale), digits.slice(-scale).replace(/0*$/, '')];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function each<Value>(names: readonly string[], of: (name: string) => Value): Record<string, Value> {
  return Object.fromEntries(names.map(name => [name, of(name)]));
}

const namesOf = <Row>(rows: readonly Row[], nameOf: (row: Row) => string) => [...new Set(rows.map(nameOf))];

const dateOf = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toISOString().split('T')[0];

const isTold = (value: bigint | undefined): value is bigint => value !== undefined;
const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

function amount(values: readonly (bigint | undefined)[], scale = places): ToldAmount {
  const told = values.filter(isTold);
  return [text(total(told), scale), values.length - told.length];
}

const counted = (values: readonly (bigint | undefined)[]): readonly [...ToldAmount, count: number] => [
  ...amount(values),
  values.length,
];

/** In percent, to six places, cut. */
function percent(part: bigint, whole: bigint): string | undefined {
  return whole === 0n ? undefined : text((part * 100_000_000n) / whole, 6);
}

function heldTold(rows: readonly PlainOption[]): ToldHeld {
  const both = rows.filter(({invested, pl}) => isTold(invested) && isTold(pl));
  return {
    count: rows.length,
    invested: amount(rows.map(({invested}) => invested)),
    pl: amount(rows.map(({pl}) => pl)),
    percent: percent(
      total(both.map(({pl}) => pl).filter(isTold)),
      total(both.map(({invested}) => invested).filter(isTold)),
    ),
  };
}

function closedTold(rows: readonly PlainOption[], now: number): Record<string, ToldClosed> {
  const today = Math.floor(now / day);
  const ago = (row: PlainOption) =>
    row.closedAt === undefined ? undefined : today - Math.floor(row.closedAt / day);
  const within = (days: number) =>
    rows.filter(row => {
      const age = ago(row);
      return age !== undefined && age >= 0 && age < days;
    });
  const dates = new Set(within(30).map(({closedAt}) => dateOf(closedAt) ?? ''));
  return {
    today: closedOf(within(1)),
    days7: closedOf(within(7)),
    days30: closedOf(within(30)),
    unknown: closedOf(rows.filter(row => ago(row) === undefined)),
    later: closedOf(rows.filter(row => (ago(row) ?? 0) < 0)),
    ...each([...dates], date => closedOf(rows.filter(({closedAt}) => dateOf(closedAt) === date))),
  };
}

function closedOf(rows: readonly PlainOption[]): ToldClosed {
  const told = rows.filter(({plClosed}) => isTold(plClosed));
  const wins = told.filter(({plClosed = 0n}) => plClosed > 0n).length;
  return {count: rows.length, wins, pl: amount(rows.map(({plClosed}) => plClosed))};
}

function groups(
  rows: readonly PlainOption[],
  nameOf: (row: PlainOption) => string | undefined,
): readonly ToldGroup[] {
  const names = namesOf(rows, row => nameOf(row) ?? '?').sort();
  const inOrder = [...names.filter(name => name !== '?'), ...names.filter(name => name === '?')];
  return inOrder.map(name => {
    const mine = rows.filter(row => (nameOf(row) ?? '?') === name);
    return {
      name,
      count: mine.length,
      by: each(
        namesOf(mine, ({currency}) => currency),
        currency => heldTold(mine.filter(row => row.currency === currency)),
      ),
    };
  });
}

function sideTold(rows: readonly PlainOrder[]): Told['orders'][string] {
  const distances = rows.flatMap(({price, ask}) =>
    price !== undefined && ask !== undefined && ask !== 0n ? [((price - ask) * 100_000_000n) / ask] : [],
  );
  const size = (value: bigint) => (value < 0n ? -value : value);
  const [nearest] = distances.toSorted((a, b) => Number(size(a) - size(b)));
  const times = rows.flatMap(({placedAt}) => placedAt ?? []);
  return {
    count: rows.length,
    notional: amount(
      rows.map(order =>
        order.price === undefined || order.size === undefined || order.filled === undefined
          ? undefined
          : order.price * (order.size > order.filled ? order.size - order.filled : 0n),
      ),
      2 * places,
    ),
    partlyFilled: rows.filter(({filled = 0n}) => filled > 0n).length,
    nearest: nearest === undefined ? undefined : text(nearest, 6),
    withAsk: distances.length,
    oldest: times.length === 0 ? undefined : Math.min(...times),
  };
}
