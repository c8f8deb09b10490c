import {onceFor, rememberLast} from '../../account/once.ts';
import {utcDay} from '../../account/portfolio/days.ts';
import {costOf} from '../../account/portfolio/positions.ts';
import type {PortfolioRows} from '../../account/portfolio/rows.ts';
import {
  contractKey,
  fillsByOrder,
  isCounted,
  netOf,
  sideOf,
  unfilledOf,
} from '../../account/resources/arithmetic.ts';
import {isOver} from '../../account/resources/easy-options.ts';
import {cardsById} from '../../account/resources/figures.ts';
import {add, compare, divide, isNegative, magnitude, multiply, subtract} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, EasyOptionCard, Id, Millis, Order, Trade} from '../../api/wire/records.ts';
import type {Load} from './measures.ts';

export type Exposure = ReturnType<typeof exposureOf>;

export type OrderTold = Pick<Order, 'price' | 'size'>;

type Given = {
  readonly rows: PortfolioRows;
  /** Orders that left the list, until their trades are listed. */
  readonly left: readonly Left[];
  readonly without: Id | undefined;
  readonly placed: ReadonlyMap<Id, OrderTold>;
  /** An option that expired before this time is over by any clock. */
  readonly expiredBefore: Millis;
};

/**
 * A missing fact counts as its worst case. `untold` says which amount a record lacks to be weighed. `maybe`:
 * what orders that left the list may still have filled.
 */
export function exposureOf(given: Given) {
  const {rows} = given;
  const {loads, untold} = openOptions(rows.easyOptions.rows, rows.cards.rows);
  const notional = openNotional(given);
  return {
    loads: [...loads, ...notional.loads],
    maybe: notional.maybe,
    untold: {investment: untold, notional: notional.untold},
  };
}

type Left = {readonly order: Order; readonly until: Millis};

type Part = {readonly loads: readonly Load[]; readonly untold: string | undefined};

function openOptions(options: readonly EasyOption[], cards: readonly EasyOptionCard[]): Part {
  const open = options.filter(each => !isOver(each));
  const lacking = open.find(each => !canWeigh(each.investmentAmount));
  const byId = cardsById(cards);
  const loads = open.map(({investmentAmount, investmentCurrency, cardId}) => ({
    ...{investment: told(investmentAmount), notional: '0', count: 1},
    ...{currency: investmentCurrency || undefined, underlying: byId.get(cardId ?? '')?.underlying},
  }));
  return {loads, untold: lacking && `Easy Option #${lacking.id} has no investment amount.`};
}

function openNotional({rows, left, without, placed, expiredBefore}: Given) {
  const options = contractsOf(rows.easyOptions.rows);
  const untilOf = new Map(left.map(({order, until}) => [order.orderId, until]));
  const orders = [...rows.orders.rows, ...left.map(({order}) => order)].filter(
    each => !isOfOption(each, options),
  );
  const told = new Map<Id, OrderTold>([...placed, ...orders.map(each => [each.orderId, each] as const)]);
  const loads: Load[] = [];
  // Any older position may be open still.
  let untold = rows.trades.since > 0 ? `Trades before ${utcDay(rows.trades.since)} are not read.` : undefined;
  const maybe: Load[] = [];
  const weigh = (
    worth: Decimal | undefined,
    underlying: string | undefined,
    words: string,
    until?: Millis,
  ) => {
    if (worth === undefined) untold ??= words;
    else
      (until === undefined ? loads : maybe).push({
        ...{investment: '0', notional: worth, count: 0, currency: undefined, underlying, until},
      });
  };
  const filled = fillsByOrder(rows.trades.rows);
  for (const order of orders.filter(({orderId}) => orderId !== without)) {
    const words = `Order #${order.orderId} has no price or size.`;
    weigh(unfilledWorth(order, filled), order.asset, words, untilOf.get(order.orderId));
  }
  const traded = nettedIn(rows.trades.rows, options);
  const isLive = ({expiryDate = expiredBefore}: Trade) => expiryDate >= expiredBefore;
  const open = traded.netted.filter(({fills}) => fills.every(isLive)).flatMap(openOf);
  for (const {notional, underlying} of open) weigh(notional, underlying, '');
  for (const trade of traded.untold.filter(isLive)) {
    const words = `Trade #${trade.tradeId} and its order have no price or size.`;
    weigh(worthOf(told.get(trade.orderId ?? '')), trade.asset, words);
  }
  return {loads, maybe, untold};
}

/** The option's investment already counts its entry order and the order by which the service sells it. */
function isOfOption({orderId, orderType, side, symbol = ''}: Order, of: OptionContracts): boolean {
  return of.orders.has(orderId) || (orderType === 'MARKET' && side === 'SELL' && of.symbols.has(symbol));
}

const contractsOf = onceFor((options: readonly EasyOption[]): OptionContracts => {
  const positions = new Map<Id, Decimal>();
  for (const {positionId, qty} of options)
    if (positionId !== undefined) positions.set(positionId, add(positions.get(positionId) ?? '0', told(qty)));
  return {
    orders: new Set(options.flatMap(({orderId}) => orderId ?? [])),
    symbols: new Set(options.flatMap(({optionSymbol}) => optionSymbol ?? [])),
    positions,
  };
});

const told = (value: string | undefined): Decimal => (canWeigh(value) ? value : '0');

function unfilledWorth(order: Order, filled: ReadonlyMap<Id, Decimal>): Decimal | undefined {
  const {price, size} = order;
  if (!canWeigh(price) || !canWeigh(size)) return undefined;
  return multiply(price, unfilledOf({...order, size}, filled.get(order.orderId)));
}

function worthOf(order: OrderTold | undefined): Decimal | undefined {
  return canWeigh(order?.price) && canWeigh(order.size) ? multiply(order.price, order.size) : undefined;
}

// Open trades. Fills net only against the other side of the same contract in the same position; the rest
// counts at its average cost, as Portfolio shows it. An Easy Option is counted by its investment, so its
// contracts and the orders that sell them are left out.
type OpenFill = {readonly notional: Decimal; readonly underlying: string | undefined};

type Netted = {readonly fills: readonly Trade[]; readonly positions: OptionContracts['positions']};

type OptionContracts = {
  readonly orders: ReadonlySet<Id>;
  /** The service sells these symbols to close the options. */
  readonly symbols: ReadonlySet<string>;
  readonly positions: ReadonlyMap<Id, Decimal>;
};

/** Without the time, which decides which of them are expired: a key or a second makes no sum again. */
const nettedIn = rememberLast((trades: readonly Trade[], options: OptionContracts) => {
  const known = trades.filter(({orderId = ''}) => !options.orders.has(orderId));
  const canBe = ({openPrice, filledSizeContracts}: Trade) =>
    canWeigh(openPrice) && canWeigh(filledSizeContracts);
  const groups = Map.groupBy(known.filter(canBe), (each, index) => nettedAs(each) ?? `alone ${index}`);
  const netted = [...groups.values()].map((fills): Netted => ({fills, positions: options.positions}));
  return {netted, untold: known.filter(each => !canBe(each))};
});

/** Fills with the same key net each other; undefined if a field is missing. */
function nettedAs(trade: Trade): string | undefined {
  const {tradeId, positionId, asset, type, strikePrice, expiryDate} = trade;
  const isTold = [
    tradeId || undefined,
    positionId,
    asset,
    type,
    strikePrice,
    expiryDate,
    netOf([trade]),
  ].every(each => each !== undefined);
  return isTold ? `${positionId} ${contractKey(trade)}` : undefined;
}

const openOf = onceFor(({fills: all, positions}: Netted): readonly OpenFill[] => {
  const [first] = all;
  // One without a side may have opened something.
  const fills = all.map(each => ({...each, tradeSide: sideOf(each) === 'SELL' ? 'SELL' : 'BUY'}));
  const net = netOf(fills) ?? '0';
  const held = magnitude(net);
  const covered = isNegative(net) ? (positions.get(first?.positionId ?? '') ?? '0') : '0';
  const left = subtract(held, covered);
  if (compare(left, '0') <= 0) return [];
  const cost = magnitude(costOf(fills).cost);
  const notional = compare(left, held) === 0 ? cost : divide(multiply(cost, left), held, places);
  return [{notional, underlying: first?.asset}];
});

const places = 12;

function canWeigh(value: string | undefined): value is Decimal {
  return isCounted(value) && !value.startsWith('-');
}
