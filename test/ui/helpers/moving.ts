import {type Intent, initialIntents} from '../../../src/core/intents/intent.ts';
import {cancelOf} from '../../../src/core/intents/kinds/amend.ts';
import type {AmendDraft} from '../../../src/core/intents/kinds/cancel.ts';
import type {State} from '../../../src/desk/state.ts';
import {answerReview} from '../../helpers/reread.ts';
import {at, order, trade, wall} from './sample.ts';
import type {Shown} from './screen.tsx';

/** What the pictures of an amend are taken of: an order of 3 contracts, of which 1.25 have filled. */
const moved = order(2);
const fills = [trade(2, {orderId: moved.orderId, filledSizeContracts: '1.1'})];

/** The order and its trades were read again for its review. */
export function orderReread({desk}: Shown): void {
  answerReview(desk, {kind: 'amended', order: moved, fills});
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
  filled: '1.25',
  tradesLagMs: 120_000,
};

const canceled: Intent = {
  ...{id: 'r1', draft: cancelOf(draft), state: 'CONFIRMED', proof: 'proved', attempts: []},
  ...{askedAt: at(0), changedAt: wall, reason: 'Confirmed by its record.'},
  notReplaced: 'It took too long; check the current price.',
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
  intents: {...initialIntents, list: [canceled]},
});
