import {type Intent, initialIntents} from '../../../src/desk/intents/intent.ts';
import type {AmendDraft} from '../../../src/desk/intents/kinds/amend.ts';
import type {State} from '../../../src/desk/state.ts';
import {at, order, trade, wall} from './sample.ts';
import type {Shown} from './screen.tsx';

/** What the pictures of an amend are taken of: an order of 3 contracts, of which 1.25 have filled. */
const moved = order(2);
const fills = [trade(2, {orderId: moved.orderId, filledSizeContracts: '1.25'})];

/** The trades of the order were read for its form. */
export function fillsTold({desk}: Shown): void {
  desk.send({type: 'fillsRead', orderId: moved.orderId, trades: fills});
}

/** The order and its trades were read again for its review. */
export function orderReread({desk}: Shown): void {
  const {overlay} = desk.getState();
  if (overlay.kind !== 'review') throw new Error(`${overlay.kind} is on the screen`);
  const isGone = overlay.goesOn !== undefined;
  const answer = {kind: 'amended', order: isGone ? undefined : moved, fills} as const;
  desk.send({type: 'reread', review: overlay.number, answer});
}

const draft: AmendDraft = {
  kind: 'amend',
  orderId: moved.orderId,
  symbol: moved.symbol ?? '',
  side: 'BUY',
  price: '1242.5',
  size: '3',
  newPrice: '1250',
  newSize: '3',
  tradesLagMs: 120_000,
};

const waiting: Intent = {
  id: 'r1',
  draft,
  state: 'CANCELED, NOT REPLACED',
  askedAt: at(0),
  changedAt: wall,
  reason: '1.25 of 3 had filled, as far as its trades tell.',
  attempts: [],
  amending: {write: 1, filled: '1.25', isComplete: false},
};

/** Its order is gone, and nothing is placed in its stead. */
export const withNotPlaced = (state: State): State => ({
  ...state,
  journal: {status: 'open'},
  feeds: {
    ...state.feeds,
    orders: {
      ...state.feeds.orders,
      rows: state.feeds.orders.rows.filter(each => each.orderId !== moved.orderId),
    },
  },
  intents: {...initialIntents, list: [waiting]},
});
