import type {WriteBody, WriteName} from '../../api/wire/records.ts';
import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book} from '../engine/book.ts';
import {invalid, okReply, type Reply, refusalReply} from './operation.ts';
import {numberOf, wantedNumber} from './requests.ts';
import {easyOptionView, orderView} from './views.ts';

type Asked<Name extends WriteName> = {
  readonly account: number;
  /** The id in the path; '' without one. */
  readonly id: string;
  readonly body: WriteBody<Name>;
  /** Wall clock in epoch milliseconds. */
  readonly at: number | undefined;
};

/** The command of the engine that carries out each write of the table. */
export const commands: {
  readonly [Name in WriteName]: (asked: Asked<Name>) => BookCommand | Reply;
} = {
  openEasyOption({account, body: {cardId, investmentAmount}}) {
    const amount = plainDecimal(investmentAmount);
    if (amount === undefined) return invalid('investmentAmount', 'must be a positive number');
    return {type: 'openEasyOption', account, cardId: Number(cardId), amount};
  },
  closeEasyOption: ({account, id}) => ({
    ...{type: 'closeEasyOption', account},
    easyOption: numberOf('easyOption', id),
  }),
  createOrder({account, body, at: sentAt}) {
    const {idempotencyKey: key, symbol, side, price, size, positionId} = body;
    const position = wantedNumber('position', positionId);
    return {type: 'placeOrder', account, key, symbol, side, price, size, position, sentAt};
  },
  cancelOrder: ({account, id}) => ({type: 'cancelOrder', account, order: numberOf('order', id)}),
};

export function doneReply(done: BookEvent, book: () => Book): Reply {
  switch (done.type) {
    case 'orderDone':
      return okReply(orderView(done.order));
    case 'easyOptionDone':
      return okReply(easyOptionView(book(), done.easyOption));
    case 'refused':
      return refusalReply(done);
    default:
      throw new Error(`The engine answered ${done.type} to a write.`);
  }
}

/** `1e3` becomes `1000`; undefined unless positive. */
function plainDecimal(digits: string): string | undefined {
  const value = Number(digits);
  if (!(value > 0)) return undefined;
  if (/^\d+(\.\d+)?$/.test(digits)) return digits;
  // Amounts above the limit are refused anyway, so their digits do not matter.
  return value >= 1e-6 && value < 1e15 ? String(value) : '0';
}
