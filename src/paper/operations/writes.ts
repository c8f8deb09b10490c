import type {BookEvent} from '../engine/apply.ts';
import {readExactJson} from './json.ts';
import {invalid, isReply, type Operation, okReply, type Reply, refusalReply, type Work} from './operation.ts';
import * as requests from './requests.ts';
import {easyOptionView, orderView} from './views.ts';

export const postOpening: Operation = ({account, body}, {run, book}) => {
  const asked = requests.readBody(requests.openBodySchema, readExactJson(body ?? ''));
  if (isReply(asked)) return asked;
  const amount = plainDecimal(asked.investmentAmount);
  if (amount === undefined) return invalid('investmentAmount', 'must be a positive number');
  return easyOptionReply(run({type: 'openEasyOption', account, cardId: Number(asked.cardId), amount}), book);
};

export const postClosing: Operation = ({account, number}, {run, book}) =>
  easyOptionReply(run({type: 'closeEasyOption', account, easyOption: number}), book);

export const postOrder: Operation = ({account, body}, {run, wall}) => {
  const asked = requests.readBody(requests.orderBodySchema, readExactJson(body ?? ''));
  if (isReply(asked)) return asked;
  const {idempotencyKey: key, symbol, side, price, size, positionId} = asked;
  const position = requests.wantedNumber('position', positionId ?? undefined);
  const terms = {account, key, symbol, side, price, size, position, sentAt: wall()};
  return orderReply(run({type: 'placeOrder', ...terms}));
};

export const deleteOrder: Operation = ({account, number}, {run}) =>
  orderReply(run({type: 'cancelOrder', account, order: number}));

export const orderReply = (done: BookEvent): Reply =>
  done.type === 'orderDone' ? okReply(orderView(done.order)) : refusal(done);

const easyOptionReply = (done: BookEvent, book: Work['book']): Reply =>
  done.type === 'easyOptionDone' ? okReply(easyOptionView(book(), done.easyOption)) : refusal(done);

function refusal(event: BookEvent): Reply {
  if (event.type === 'refused') return refusalReply(event);
  throw new Error(`The engine answered ${event.type} to a write.`);
}

/** `1e3` becomes `1000`; undefined unless positive. */
function plainDecimal(digits: string): string | undefined {
  const value = Number(digits);
  if (!(value > 0)) return undefined;
  if (/^\d+(\.\d+)?$/.test(digits)) return digits;
  // Amounts above the limit are refused anyway, so their digits do not matter.
  return value >= 1e-6 && value < 1e15 ? String(value) : '0';
}
