import {
  type Decimal,
  type Id,
  limits,
  type Order,
  orderFields,
  orderQueryTable,
  orderStatuses,
  orderTypes,
  sides,
  type Trade,
} from '../../api/wire/records.ts';
import {onceFor} from '../once.ts';
import {fillsByOrder, hasFilled, hasUnlistedFill, isCounted, leftOf, tradesByOrder} from './arithmetic.ts';
import {askOf, distancePercent} from './figures.ts';
import {fromOne, type Resource} from './resource.ts';

const over = ['FILLED', 'CANCELED'] as const;
const overUndocumented = ['EXPIRED', 'REJECTED'] as const;

type Status = Pick<Order, 'status'>;

/** The list has only working orders, but one may end during the read. Any other status counts as working. */
export const isWorking = ({status}: Status) => !over.some(each => each === status);

export const ordersById = onceFor(
  (orders: readonly Order[]): ReadonlyMap<Id, Order> => new Map(orders.map(each => [each.orderId, each])),
);

/** Nothing to cancel. */
export const hasEnded = ({status}: Status) => [...over, ...overUndocumented].some(each => each === status);

export const orders = {
  title: 'Orders',
  shortTitle: 'Ord',
  slug: 'orders',
  singular: 'order',
  plural: 'orders',
  id: 'orderId',
  over,
  list: {ask: (client, ...given) => client.listOrders(...given), ...fromOne, mostRows: limits.ordersPageSize},
  fields: orderFields,
  columns: {
    orderId: {is: 'id', heading: 'order', priority: 10},
    symbol: {is: 'symbol', priority: 1, isName: true},
    side: {is: 'side', priority: 2, words: sides},
    price: {is: 'price', priority: 3},
    ask: {is: 'price', priority: 8, needs: 'cards', value: ({symbol}, {cards}) => askOf(cards, symbol)},
    distance: {
      is: 'percent',
      heading: 'vs ask %',
      priority: 7,
      needs: 'cards',
      value: ({price, symbol}, {cards}) => distancePercent(price, askOf(cards, symbol)),
    },
    size: {is: 'size', priority: 4},
    filled: {
      is: 'size',
      priority: 6,
      needs: 'fills',
      value: (order, {fills}) => filledOf(order, fills),
    },
    left: {
      is: 'size',
      heading: 'remaining',
      priority: 5,
      needs: 'fills',
      value(order, {fills}) {
        const {size, status} = order;
        if (!isWorking({status})) return '0';
        const filled = filledOf(order, fills);
        return isCounted(size) ? filled && leftOf(size, filled) : size;
      },
    },
    sizeUsdt: {is: 'money', heading: 'size USDT', priority: 11, currency: () => 'USDT'},
    status: {is: 'word', priority: 12, words: orderStatuses},
    expiry: {is: 'until', of: 'expiryDate', priority: 9},
    age: {is: 'span', of: 'timestamp', priority: 13, value: ({timestamp: at}, {now}) => at && now - at},
    positionId: {is: 'id', heading: 'position', priority: 16},
    orderType: {is: 'word', heading: 'order type', priority: 17, words: orderTypes},
    asset: {is: 'symbol'},
    type: {is: 'word', priority: 14},
    strikePrice: {is: 'price', heading: 'strike', priority: 15},
    expiryDate: {is: 'millis', heading: 'expires'},
    sizeContracts: {is: 'size', heading: 'contracts'},
    openPrice: {is: 'price', heading: 'open price', priority: 18},
    openDate: {is: 'millis', heading: 'open date'},
    fee: {is: 'fee', priority: 19},
    timestamp: {is: 'millis', heading: 'created', priority: 20},
  },
  query: orderQueryTable,
  prefill: order => {
    const {symbol, side, positionId, asset, type, strikePrice, expiryDate} = order;
    return {symbol, side, positionId, contract: {asset, type, strikePrice, expiryDate}};
  },
} satisfies Resource<'orders'>;

/** The filled sizes of orders by their trades, without those of which more has filled. */
export function filledSizes(rows: readonly Order[], trades: readonly Trade[]): ReadonlyMap<Id, Decimal> {
  const own = tradesByOrder(trades);
  const sizes = new Map(fillsByOrder(trades));
  for (const order of rows)
    if (hasFilled(order) && hasUnlistedFill(order, own.get(order.orderId) ?? [])) sizes.delete(order.orderId);
  return sizes;
}

/** Unknown while something has filled whose trade is not listed. */
function filledOf(order: Order, fills: ReadonlyMap<Id, Decimal>): Decimal | undefined {
  return fills.get(order.orderId) ?? (hasFilled(order) ? undefined : '0');
}
