import type {Moment} from '../../../src/account/model/moment.ts';
import type {Order} from '../../../src/api/wire/records.ts';
import type {AmendDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';

/** Attempts and moments for the tests of intents. */
export const start: Moment = {mono: 1_000_000, wall: Date.UTC(2026, 10, 21, 9)};

export function later(ms: number, from: Moment = start): Moment {
  return {mono: from.mono + ms, wall: from.wall + ms};
}

/** The first attempt is the user's, and the others are made by the intent itself, a second apart. */
export function attempts(...outcomes: (Outcome | undefined)[]): [Attempt, ...Attempt[]] {
  return outcomes.map((outcome, index): Attempt => {
    const startedAt = later(index * 1_000);
    return {
      number: index + 1,
      by: index === 0 ? 'user' : 'itself',
      process: 'this',
      startedAt,
      result: outcome && {at: later(100, startedAt), outcome},
    };
  }) as [Attempt, ...Attempt[]];
}

export function order(fields: Partial<Order> = {}): Order {
  return {
    orderId: '9',
    symbol: 'BTC-C',
    side: 'BUY',
    price: '5',
    size: '2',
    sizeContracts: '2',
    status: 'PENDING',
    asset: 'BTC',
    type: 'CALL',
    strikePrice: '100',
    timestamp: start.wall,
    ...fields,
  };
}

/** A draft of each kind, and the record of the open. */
export const open = {kind: 'open', cardId: '7', investmentAmount: '25', title: 'BTC above 100'} as const;
export const close = {kind: 'close', easyOptionId: '101'} as const;
export const place = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
export const cancel = {kind: 'cancel', orderId: '9', size: '2', symbol: 'BTC-C'} as const;
export const option = {
  id: '101',
  cardId: '7',
  status: 'ACTIVE',
  investmentAmount: '25',
  openTime: start.wall,
};

/** Of order 9, from 5 to 6, on a service whose trades are never late. */
export const amendDraft = (fields: Partial<AmendDraft> = {}): AmendDraft => ({
  ...{kind: 'amend', orderId: '9', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'},
  ...{newPrice: '6', newSize: '2', tradesLagMs: 0, ...fields},
});

export const yes: Outcome = {kind: 'yes'};
export const yesWith = (fields: Partial<Order> = {}): Outcome => ({kind: 'yes', order: order(fields)});
export const garbled: Outcome = {kind: 'garbled', words: ''};
export const lost: Outcome = {kind: 'lost', words: ''};
export const unsent: Outcome = {kind: 'not sent', words: '', mayRepeat: true};
export const hopeless: Outcome = {kind: 'not sent', words: '', mayRepeat: false};
/** An answer with the service's own error body. */
export const own = (status: number): Outcome => ({
  kind: 'status',
  status,
  ownBody: true,
  words: 'as the service says',
});
/** An answer that may come from anything on the way. */
export const alien = (status: number): Outcome => ({kind: 'status', status, ownBody: false, words: ''});
