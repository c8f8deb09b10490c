import {isWorking} from '../../../account/resources/orders.ts';
import {amountWords} from '../../../account/words/text.ts';
import {isZero} from '../../../api/wire/decimal.ts';
import type {Order} from '../../../api/wire/records.ts';
import {type CancelDraft, cancelDraft} from '../../../core/intents/kinds/cancel.ts';
import {int64, overWords} from '../../../core/intents/kinds/parts.ts';
import {amount, some} from './line-parts.ts';
import type {Ticket} from './ticket.ts';

export const cancelTicket: Ticket<CancelDraft> = {
  title: 'Cancel the order',
  pane: 'orders',
  record: ({orderId}) => orderId,
  does: () => 'cancel the order',
  confirmed: 'canceled',
  ofRow: (order: Order) => (isWorking(order) ? cancelDraft(order) : {refused: overWords(order.status)}),
  proposes: () => ({orderId: int64()}),
  over: ({orderId}, rows) => (rows.lacks('orders', orderId) ? 'It is no longer listed as open.' : undefined),
  listed({orderId}, _subject, rows) {
    const order = rows.row('orders', orderId);
    return order && {order};
  },
  review(draft, {subject: {order}, filled}) {
    const [size, part = '0'] = [order?.size ?? draft.size, filled(draft.orderId)];
    return [
      {label: 'Order', value: `#${draft.orderId}`, rule: 'decides'},
      ...some('Symbol', order?.symbol ?? draft.symbol, 'asks again', {needsNoLabel: true}),
      ...some('Side', order?.side ?? draft.side, 'told', {needsNoLabel: true}),
      ...some('Size', amount(size), 'told'),
      ...(isZero(part) ? [] : some('Filled', `${amountWords(part)} of ${amountWords(size ?? '?')}`, 'told')),
      ...some('Price', amount(order?.price ?? draft.price), 'told'),
      ...some('Status', order?.status, 'told'),
    ];
  },
};
