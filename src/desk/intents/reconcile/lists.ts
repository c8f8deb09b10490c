import type {EasyOption, Id, Millis, Order, Trade} from '../../../api/wire/records.ts';
import type {Evidence, Reading} from '../intent.ts';

/** What a reading has brought so far, each list whole; undefined has not been read. */
export type ListsRead = {
  readonly easyOptions?: readonly EasyOption[];
  readonly orders?: readonly Order[];
  readonly trades?: readonly Trade[];
  readonly fills?: readonly Trade[];
};

/** A list that is read from its first page to its last. */
export type WantedList =
  | {readonly list: 'easyOptions'; readonly query: {readonly cardId?: Id; readonly id?: Id}}
  | {readonly list: 'orders'}
  | {
      readonly list: 'trades' | 'fills';
      readonly query: {readonly symbol?: string; readonly orderId?: Id; readonly start?: Millis};
    };

type Clock = Extract<Evidence, {kind: 'read'}>['clock'];

/** Orders that filled as long ago are looked for before a send, lest their trades pass for the new one's. */
const recentMs = 300_000;
/** How far back trades are asked for while the service's clock is not known. */
const unknownClockMs = 600_000;

/** The list that a reading needs next; undefined once it has all that it needs. */
export function nextList(reading: Reading, read: ListsRead, clock: Clock): WantedList | undefined {
  switch (reading.kind) {
    case 'before open':
    case 'open':
      return read.easyOptions ? undefined : {list: 'easyOptions', query: {cardId: reading.cardId}};
    case 'close':
      return read.easyOptions ? undefined : {list: 'easyOptions', query: {id: reading.easyOptionId}};
    case 'before place':
      return ordersThenTrades(read, reading.symbol, () => Math.floor(reading.at - recentMs));
    case 'place':
      return ordersThenTrades(read, reading.symbol, () => sinceByService(reading, clock));
    case 'cancel': {
      const {orderId} = reading;
      if (read.orders === undefined) return {list: 'orders'};
      const isListed = read.orders.some(order => order.orderId === orderId);
      return isListed || read.trades ? undefined : {list: 'trades', query: {orderId}};
    }
    case 'fills':
      return read.fills ? undefined : {list: 'fills', query: {orderId: reading.orderId}};
    default:
      return reading satisfies never;
  }
}

/** Orders first: one that fills between the two reads is then seen in both, and never in neither. */
function ordersThenTrades(read: ListsRead, symbol: string, start: () => Millis): WantedList | undefined {
  if (read.orders === undefined) return {list: 'orders'};
  return read.trades ? undefined : {list: 'trades', query: {symbol, start: start()}};
}

/** Rather too early than too late: by the difference of the clocks at the send or now, whichever is less. */
function sinceByService({since, offsetAtSend}: Extract<Reading, {kind: 'place'}>, clock: Clock): Millis {
  if (clock === undefined) return Math.floor(since - unknownClockMs);
  const offsetMs = Math.min(clock.offsetMs, offsetAtSend ?? clock.offsetMs);
  return Math.floor(since + offsetMs - clock.toleranceMs);
}
