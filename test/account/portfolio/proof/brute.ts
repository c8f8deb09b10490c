/** The figures of an account by brute force: every one of them anew, over all records, in one integer scale. */

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

/** In the shape of a portfolio, without what is proved elsewhere. */
export function bruteForce({options, orders, trades}: PlainAccount) {
  const isSold = ({status, closedAt, plClosed}: PlainOption) =>
    status === 'TRIGGERED' && closedAt !== undefined && isTold(plClosed);
  const held = options.filter(each => each.status !== 'CLOSED' && each.status !== 'EXPIRED' && !isSold(each));
  return {
    currencies: namesOf(options, ({currency}) => currency)
      .sort()
      .map(currency => {
        const isMine = (option: PlainOption) => option.currency === currency;
        const mine = held.filter(isMine);
        const all = options.filter(isMine);
        return {
          currency,
          open: heldTold(mine),
          states: Map.groupBy(mine, ({status}) => status),
          fees: {fees: amount(all.map(({fee}) => fee)), count: all.length},
        };
      })
      .map(({states, ...totals}) => ({...totals, states: mapped(states, heldTold)})),
    expiries: groups(held, option => dateOf(option.expiry)).map(({name: day, ...group}) => ({day, ...group})),
    underlyings: groups(held, each => each.asset).map(({name: asset, ...group}) => ({asset, ...group})),
    orders: [...new Set(['BUY', 'SELL', ...orders.map(({side}) => side)])].map(side =>
      sideTold(
        side,
        orders.filter(order => order.side === side),
      ),
    ),
    tradeFees: Object.fromEntries(
      ['maker', 'taker', 'unknown'].map(role => {
        const mine = trades.filter(trade => trade.role === role);
        return [role, {count: mine.length, fees: amount(mine.map(({fee}) => fee))}];
      }),
    ),
  };
}

const mapped = <Row, Told>(rows: ReadonlyMap<string, readonly Row[]>, of: (rows: readonly Row[]) => Told) =>
  new Map([...rows].map(([name, each]) => [name, of(each)]));

/** Exact, without needless zeros. */
export function text(units: bigint, scale = places): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const [whole, fraction] = [digits.slice(0, -scale), digits.slice(-scale).replace(/0*$/, '')];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const namesOf = <Row>(rows: readonly Row[], nameOf: (row: Row) => string) => [...new Set(rows.map(nameOf))];

const dateOf = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toISOString().split('T')[0];

const isTold = (value: bigint | undefined): value is bigint => value !== undefined;
const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

function amount(values: readonly (bigint | undefined)[], scale = places) {
  const told = values.filter(isTold);
  return {sum: text(total(told), scale), without: values.length - told.length};
}

/** In percent, to six places, cut. */
function percent(part: bigint, whole: bigint): string | undefined {
  return whole === 0n ? undefined : text((part * 100_000_000n) / whole, 6);
}

function heldTold(rows: readonly PlainOption[]) {
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

/** By name; those that have none come last. */
function groups(rows: readonly PlainOption[], nameOf: (row: PlainOption) => string | undefined) {
  const groups = [...Map.groupBy(rows, nameOf)].sort(
    ([a], [b]) => Number(a === undefined) - Number(b === undefined) || ((a ?? '') < (b ?? '') ? -1 : 1),
  );
  return groups.map(([name, mine]) => ({
    name,
    count: mine.length,
    byCurrency: mapped(
      Map.groupBy(mine, ({currency}) => currency),
      heldTold,
    ),
  }));
}

function sideTold(side: string, rows: readonly PlainOrder[]) {
  const distances = rows.flatMap(({price, ask}) =>
    price !== undefined && ask !== undefined && ask !== 0n ? [((price - ask) * 100_000_000n) / ask] : [],
  );
  const size = (value: bigint) => (value < 0n ? -value : value);
  const [nearest] = distances.toSorted((a, b) => Number(size(a) - size(b)));
  const times = rows.flatMap(({placedAt}) => placedAt ?? []);
  return {
    side,
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
