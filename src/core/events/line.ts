import * as z from 'zod/mini';
import {isCounted, sideOf} from '../../account/resources/arithmetic.ts';
import {endWords, type KnownOrder, nameWords, noLongerOpen, termsWords} from '../../account/words/records.ts';
import {amountWords, profitWords} from '../../account/words/text.ts';
import {sum} from '../../api/wire/decimal.ts';
import type {Decimal, EasyOption, Id, Millis, Trade} from '../../api/wire/records.ts';
import {type AccountEvent, type EventKind, eventKinds, ownKinds} from './event.ts';

export const lineSchema = z.object({
  id: z.string(),
  at: z.number(),
  /** `gone`: the order is no longer open, but the list does not say if it filled or was canceled. */
  kind: z.enum([...eventKinds, ...ownKinds]),
  what: z.string(),
  target: z.string(),
  amount: z.string(),
  /** In capitals, `FILLED`; without one, the outcome is a whole sentence. */
  state: z.optional(z.string()),
  /** A price, a profit or the fills: never cut. It precedes the outcome. */
  money: z.optional(z.string()),
  outcome: z.string(),
  requestId: z.optional(z.string()),
  latencyMs: z.optional(z.number()),
});

/** The order that a line is about: two ids for an amend, none before the service gave one. */
export type OrderInLine = Pick<KnownOrder, 'side' | 'size' | 'symbol' | 'price'> & {
  readonly ids: readonly Id[];
};

/** The journal keeps the schema alone: intents and events give the rest. */
export type ActivityLine = Readonly<z.infer<typeof lineSchema>> & {
  readonly order?: OrderInLine | undefined;
  /** The record of a confirmed write. */
  readonly recordId?: Id | undefined;
  readonly fill?: {readonly size: Decimal; readonly price: Decimal} | undefined;
  /** The time in its record; `at` is by the clock of this machine. */
  readonly serviceAt?: Millis | undefined;
};

export function eventLine(
  at: Millis,
  kind: ActivityLine['kind'],
  told: Omit<ActivityLine, 'id' | 'at' | 'kind' | 'requestId' | 'latencyMs'>,
  id = `${kind}:${told.target}:${at}`,
): ActivityLine {
  return {id, at, kind, ...told, requestId: undefined, latencyMs: undefined};
}

/** An intent or a halt reports a cancel that the service confirmed: only such a cancel has a time. */
export function isToldElsewhere({kind, at}: AccountEvent): boolean {
  return kind === 'closing' || (kind === 'canceled' && at !== undefined);
}

/** @param order of a trade, which has no symbol of its own */
export function lineOf(event: AccountEvent, at: Millis, order?: KnownOrder): readonly ActivityLine[] {
  if (isToldElsewhere(event)) return [];
  const {id, kind, at: serviceAt} = event;
  switch (event.resource) {
    case 'easy-options':
      return [{...optionLine(at, kind, event.record), id, serviceAt}];
    case 'orders':
      return [{...orderLine(at, kind, event.record), id, serviceAt}];
    case 'trades':
      return [{...fillLine(at, event.record, order), id, serviceAt}];
    case 'service':
      return [];
    default:
      return event satisfies never;
  }
}

export const orderStates: Readonly<Partial<Record<EventKind, readonly [what: string, state: string]>>> = {
  placed: ['Placed elsewhere', 'PLACED ELSEWHERE'],
  filled: ['Filled', 'FILLED'],
  canceled: ['Canceled elsewhere', 'CANCELED'],
};

function orderLine(at: Millis, kind: EventKind, order: KnownOrder): ActivityLine {
  const [what, state] = orderStates[kind] ?? ['Off the book', noLongerOpen];
  const {orderId, side, symbol, size, price} = order;
  const amounts = [size, price].flatMap(each => (each === undefined ? [] : amountWords(each)));
  return eventLine(at, kind, {
    what,
    target: [side, symbol, `#${orderId}`].filter(Boolean).join(' '),
    amount: amounts.join(' @ '),
    state,
    outcome: state === noLongerOpen ? 'filled or canceled' : '',
    order: {ids: orderId === undefined ? [] : [orderId], side, size, symbol, price},
  });
}

function optionLine(at: Millis, kind: EventKind, option: EasyOption): ActivityLine {
  const {investmentAmount, investmentCurrency, entryPrice, status} = option;
  const invested = investmentAmount === undefined ? [] : [amountWords(investmentAmount), investmentCurrency];
  const amount = invested.filter(Boolean).join(' ');
  const price = entryPrice === undefined ? '' : `@ ${amountWords(entryPrice)}`;
  const money: Partial<Record<EventKind, string>> = {
    opened: [amount, price].filter(Boolean).join(' '),
    triggered: '',
  };
  return eventLine(at, kind, {
    what: `Easy Option ${kind}`,
    target: `${nameWords(option)} #${option.id}`,
    amount,
    // One that is sold at its trigger stays TRIGGERED: its line of the sale has the P/L.
    state: kind === 'triggered' || kind === 'closed' ? kind.toUpperCase() : status,
    money: money[kind] ?? endWords(option),
    outcome: '',
  });
}

function fillLine(at: Millis, trade: Trade, order: KnownOrder | undefined): ActivityLine {
  const {filledSizeContracts: size, openPrice, fillType, orderId} = trade;
  const isPart = fillType === 'PARTIAL_FILL';
  const side = sideOf(trade) ?? order?.side;
  const symbol = order?.symbol ?? contractOf(trade);
  const named = [side, symbol, `#${orderId ?? '?'}`];
  return eventLine(at, isPart ? 'partly-filled' : 'filled', {
    what: isPart ? 'Partially filled' : 'Filled',
    target: named.filter(Boolean).join(' '),
    amount: size === undefined ? '' : amountWords(size),
    state: isPart ? 'PARTIALLY FILLED' : 'FILLED',
    money: termsWords({size, price: openPrice}),
    fill: size === undefined || openPrice === undefined ? undefined : {size, price: openPrice},
    outcome: '',
    order: {
      ids: orderId === undefined ? [] : [orderId],
      ...{side, symbol, size: order?.size ?? size, price: order?.price ?? openPrice},
    },
  });
}

export function contractOf({asset, strikePrice, type}: Trade): string {
  const strike = strikePrice === undefined ? undefined : amountWords(strikePrice);
  return [asset, strike, type].filter(Boolean).join(' ');
}

const kindWords: readonly (readonly [EventKind, string])[] = [
  ['closed', 'closed'],
  ['expired', 'expired'],
  ['triggered', 'triggered'],
  ['filled', 'filled'],
  ['partly-filled', 'partially filled'],
  ['canceled', 'canceled'],
  ['gone', 'off the book'],
  ['opened', 'opened'],
];

/** `2 filled`, `1 closed, +10.51 USDT`: an order that filled in parts counts once. */
export function countsOf(events: readonly AccountEvent[]): readonly string[] {
  const ended = new Set(events.filter(isEnd).map(({key}) => key));
  return kindWords.flatMap(([kind, words]) => {
    const those = events.filter(each => each.kind === kind && !(kind === 'triggered' && ended.has(each.key)));
    const orders = those.map(each =>
      each.resource === 'trades' ? (each.record.orderId ?? each.key) : each.key,
    );
    const count = new Set(orders).size;
    return count === 0 ? [] : `${count} ${words}${profitOf(those)}`;
  });
}

/** `, +10.51 USDT`: of those that ended. */
function profitOf(events: readonly AccountEvent[]): string {
  const ended = events.flatMap(each =>
    each.resource === 'easy-options' && isEnd(each) && isCounted(each.record.plClosed) ? [each.record] : [],
  );
  return [...Map.groupBy(ended, ({investmentCurrency = ''}) => investmentCurrency)]
    .map(
      ([currency, each]) =>
        `, ${profitWords(sum(each.map(({plClosed}) => plClosed).filter(isCounted)), currency)}`,
    )
    .join('');
}

const isEnd = ({kind}: AccountEvent) => kind === 'closed' || kind === 'expired';
