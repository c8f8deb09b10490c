import type {Moment} from '../../src/account/model/moment.ts';
import type {PortfolioRows} from '../../src/account/portfolio/rows.ts';
import {compare, subtract, sum} from '../../src/api/wire/decimal.ts';
import type {EasyOption, Id, Order, Trade} from '../../src/api/wire/records.ts';
import type {WriteKind} from '../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/core/intents/outcome.ts';
import {wholeRows} from '../helpers/whole.ts';
import {activeOption, type Bound, contract, needs, symbol, workingOrder} from './bounds.ts';

/** The service as a small machine: values alone, so that any state of it can be kept and gone back to. */
export type Service = {
  readonly truth: Lists;
  /** What lists show that are behind. */
  readonly shown: Lists;
  /** Everything that a write did. */
  readonly effects: readonly Effect[];
  /** By idempotency key, the order that it made. */
  readonly keys: Readonly<Record<string, Id>>;
};

export type Lists = {
  readonly orders: readonly Order[];
  readonly options: readonly EasyOption[];
  readonly trades: readonly Trade[];
};

/** `by` is the id of an intent, or `twin` for another client. */
export type Effect = {
  readonly by: string;
  readonly kind: WriteKind;
  readonly recordId: Id;
  /** Something on the way delivered its request a second time. */
  readonly isTwice?: boolean;
};

const longAgo = 1_000;

export function serviceAtStart(bound: Bound): Service {
  const lists: Lists = {
    orders: needs(bound, 'order') ? [orderMade(workingOrder, '4', longAgo)] : [],
    options: needs(bound, 'Easy Option')
      ? [{id: activeOption, cardId: '6', investmentAmount: '50', status: 'ACTIVE', openTime: longAgo}]
      : [],
    trades: [],
  };
  return {truth: lists, shown: lists, effects: [], keys: {}};
}

export function orderMade(orderId: Id, price: string, at: number): Order {
  return {
    ...{orderId, symbol, side: 'BUY', price, size: '2', sizeContracts: '2', orderType: 'LIMIT'},
    ...{status: 'PENDING', timestamp: at, ...contract},
  };
}

/** The service's own refusal, with its own body. */
export function refusal(status: number): Outcome {
  return {kind: 'status', status, ownBody: true, words: `The service answered ${status}.`};
}

export function withTruth(service: Service, lists: Partial<Lists>): Service {
  return {...service, truth: {...service.truth, ...lists}};
}

export function withEffect(service: Service, effect: Effect): Service {
  return {...service, effects: [...service.effects, effect]};
}

export function withOrder(service: Service, order: Order): Service {
  const {orders} = service.truth;
  return withTruth(service, {orders: orders.map(each => (each.orderId === order.orderId ? order : each))});
}

export function withOption(service: Service, option: EasyOption): Service {
  const {options} = service.truth;
  return withTruth(service, {options: options.map(each => (each.id === option.id ? option : each))});
}

/** An order trades: one contract of what is left of it, or all of that. */
export function fill(service: Service, orderId: Id, how: 'partly' | 'wholly', now: number): Service {
  const {orders, trades} = service.truth;
  const order = orders.find(each => each.orderId === orderId);
  if (order === undefined) return service;
  const left = subtract(order.size ?? '0', filledOf(service, orderId));
  const size = how === 'wholly' || compare(left, '1') <= 0 ? left : '1';
  const trade: Trade = {
    ...{
      tradeId: `t${trades.length + 1}`,
      orderId,
      filledSizeContracts: size,
      openDate: now,
      tradeSide: 'BUY',
    },
    ...contract,
  };
  const traded = withTruth(service, {trades: [...trades, trade]});
  return size === left ? withOrder(traded, {...order, status: 'FILLED'}) : traded;
}

export function expire(service: Service, id: Id, now: number): Service {
  const row = service.truth.options.find(each => each.id === id);
  return row === undefined ? service : withOption(service, {...row, status: 'EXPIRED', closeTime: now});
}

export function filledOf({truth}: Service, orderId: Id): string {
  return sum(
    truth.trades.filter(each => each.orderId === orderId).map(each => each.filledSizeContracts ?? '0'),
  );
}

/** The lists have caught up, those named or all of them. */
export function caughtUp(service: Service, ...names: readonly (keyof Lists)[]): Service {
  if (names.every(name => service.shown[name] === service.truth[name])) return service;
  const shown = names.map(name => [name, service.truth[name]] as const);
  return {...service, shown: {...service.shown, ...Object.fromEntries(shown)}};
}

/** Open and partially filled ones alone are listed. */
/** All lists, read as a whole. */
export const wholeOf = (lists: Lists, began: Moment): PortfolioRows =>
  wholeRows({orders: listed(lists), easyOptions: lists.options, trades: lists.trades}, began);

export function listed({orders}: Lists): readonly Order[] {
  return orders.filter(each => each.status === 'PENDING');
}
