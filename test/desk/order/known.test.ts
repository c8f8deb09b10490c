import {expect, it} from 'vitest';
import type {PlaceDraft} from '../../../src/core/intents/kinds/place.ts';
import {knowsToAsk} from '../../../src/desk/order/gate-now.ts';
import {order, startDesk} from '../../helpers/desk.ts';

const place: PlaceDraft = {kind: 'place', symbol: 'X-1', side: 'BUY', price: '3.42', size: '2'};

it('an order that left its list is known before a place, until a trade shows how it ended', () => {
  const like = {symbol: 'X-1', side: 'BUY', size: '2', sizeContracts: '2'};
  const desk = startDesk().open({orders: [order('8', like), order('9', {...like, symbol: 'X-2'})]});
  desk.pass(1_000);
  desk.poll('orders', [], {total: 0});
  expect(desk.state.rounds.reading.rows.orders.rows).toEqual([]);
  expect(knowsToAsk(desk.state, place, desk.now).known).toEqual(['8']);
});
