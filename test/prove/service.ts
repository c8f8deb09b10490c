import {compare, subtract, sum} from '../../src/api/wire/decimal.ts';
import type {EasyOption, Id, Order, Trade} from '../../src/api/wire/records.ts';
import type {WriteDraft, WriteKind} from '../../src/desk/intents/kinds/kinds.ts';
import type {Outcome} from '../../src/desk/intents/outcome.ts';
import {activeOption, type Bound, contract, symbol, workingOrder} from './bounds.ts';

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

/** `by` is the id of an intent, `twin` for another client, or `halt` for a DELETE of a halt's own. */
export type Effect = {
  readonly by: string;
  readonly kind: WriteKind;
  readonly recordId: Id;
  /** Something on the way delivered its request a second time. */
  readonly isTwice?: boolean;
};

const longAgo = 1_000;

export function serviceAtStart({writes}: Bound): Service {
  const hasOrder = writes.includes('cancel') || writes.includes('amend');
  const lists: Lists = {
    orders: hasOrder ? [orderMade(workingOrder, '4', longAgo)] : [],
    options: writes.includes('close')
      ? [{id: activeOption, cardId: '6', investmentAmount: '50', status: 'ACTIVE', openTime: longAgo}]
      : [],
    trades: [],
  };
  return {truth: lists, shown: lists, effects: [], keys: {}};
}

function orderMade(orderId: Id, price: string, at: number): Order {
  return {
    ...{orderId, symbol, side: 'BUY', price, size: '2', sizeContracts: '2', orderType: 'LIMIT'},
    ...{status: 'PENDING', timestamp: at, ...contract},
  };
}

/** What the service does with a request that reached it, and its own answer. */
export function serve(
  service: Service,
  {draft, key, by}: {draft: WriteDraft; key: string | undefined; by: string},
  now: number,
): readonly [Service, Outcome] {
  const {truth} = service;
  switch (draft.kind) {
    case 'open': {
      const id = String(30 + truth.options.length);
      const {cardId, investmentAmount} = draft;
      const made: EasyOption = {id, cardId, investmentAmount, status: 'ACTIVE', openTime: now};
      const next = withTruth(service, {options: [...truth.options, made]});
      return [withEffect(next, {by, kind: 'open', recordId: id}), {kind: 'yes'}];
    }
    case 'close': {
      const row = truth.options.find(each => each.id === draft.easyOptionId);
      if (row === undefined) return [service, refusal(404)];
      if (row.status !== 'ACTIVE') return [service, refusal(422)];
      const next = withOption(service, {...row, status: 'CLOSED', closeTime: now});
      return [withEffect(next, {by, kind: 'close', recordId: row.id}), {kind: 'yes'}];
    }
    case 'place': {
      const known = key === undefined ? undefined : service.keys[key];
      if (known !== undefined)
        return [service, {kind: 'yes', order: truth.orders.find(each => each.orderId === known)}];
      const order = {...orderMade(String(11 + truth.orders.length), draft.price, now), size: draft.size};
      const made = {...order, sizeContracts: draft.size};
      const next = withTruth(service, {orders: [...truth.orders, made]});
      const keyed = key === undefined ? next : {...next, keys: {...next.keys, [key]: made.orderId}};
      return [withEffect(keyed, {by, kind: 'place', recordId: made.orderId}), {kind: 'yes', order: made}];
    }
    case 'cancel': {
      const order = truth.orders.find(each => each.orderId === draft.orderId);
      if (order === undefined) return [service, refusal(404)];
      if (order.status !== 'PENDING') return [service, refusal(409)];
      const canceled = {...order, status: 'CANCELED' as const};
      const next = withEffect(withOrder(service, canceled), {by, kind: 'cancel', recordId: order.orderId});
      return [next, {kind: 'yes', order: canceled}];
    }
    default:
      return draft satisfies never;
  }
}

/** The same request once more: the second answer is the one that is heard. */
export function serveTwice(service: Service, request: Parameters<typeof serve>[1], now: number) {
  const [{effects, ...rest}] = serve(service, request, now);
  const marked = effects.map(each => (each.by === request.by ? {...each, isTwice: true} : each));
  return serve({...rest, effects: marked}, request, now);
}

/** The service's own refusal, with its own body. */
export function refusal(status: number): Outcome {
  return {kind: 'status', status, ownBody: true, words: `The service answered ${status}.`};
}

function withTruth(service: Service, lists: Partial<Lists>): Service {
  return {...service, truth: {...service.truth, ...lists}};
}

function withEffect(service: Service, effect: Effect): Service {
  return {...service, effects: [...service.effects, effect]};
}

function withOrder(service: Service, order: Order): Service {
  const {orders} = service.truth;
  return withTruth(service, {orders: orders.map(each => (each.orderId === order.orderId ? order : each))});
}

function withOption(service: Service, option: EasyOption): Service {
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
export function listed({orders}: Lists): readonly Order[] {
  return orders.filter(each => each.status === 'PENDING');
}
