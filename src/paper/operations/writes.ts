import type {BookEvent} from '../engine/apply.ts';
import {readJson} from './json.ts';
import type {Operation, Schema} from './operation.ts';
import {invalid, isReply, okReply, type Reply, refusalReply} from './replies.ts';
import * as requests from './requests.ts';
import {numberOf} from './requests.ts';
import {easyOptionView, orderView} from './views.ts';

export const postOpening: Operation = ({account, body}, {run, book}) => {
  const asked = readBody(requests.openBodySchema, body);
  if (isReply(asked)) return asked;
  const amount = plainDecimal(asked.investmentAmount);
  if (amount === undefined)
    return invalid([{field: 'investmentAmount', problem: 'must be a positive number'}]);
  const done = run({type: 'openEasyOption', account, cardId: Number(asked.cardId), amount});
  return done.type === 'easyOptionDone' ? okReply(easyOptionView(book(), done.easyOption)) : refusal(done);
};

export const postClosing: Operation = ({account, id}, {run, book}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked);
  const done = run({type: 'closeEasyOption', account, easyOption: numberOf('easyOption', asked.id)});
  return done.type === 'easyOptionDone' ? okReply(easyOptionView(book(), done.easyOption)) : refusal(done);
};

export const postOrder: Operation = ({account, body}, {run, wall}) => {
  const asked = readBody(requests.orderBodySchema, body);
  if (isReply(asked)) return asked;
  const {idempotencyKey: key, symbol, side, price, size, positionId} = asked;
  const position =
    positionId === undefined || positionId === null ? undefined : numberOf('position', positionId);
  const done = run({
    type: 'placeOrder',
    account,
    key,
    symbol,
    side,
    price,
    size,
    position,
    sentAt: wall(),
  });
  return orderReply(done);
};

export const deleteOrder: Operation = ({account, id}, {run}) => {
  const asked = requests.check(requests.pathId, {id});
  if (Array.isArray(asked)) return invalid(asked.map(({problem}) => ({field: 'orderId', problem})));
  const done = run({type: 'cancelOrder', account, order: numberOf('order', asked.id)});
  return orderReply(done);
};

export const orderReply = (done: BookEvent): Reply =>
  done.type === 'orderDone' ? okReply(orderView(done.order)) : refusal(done);

function readBody<Output extends object>(schema: Schema<Output>, body: string | undefined): Output | Reply {
  let parsed: unknown;
  try {
    parsed = readJson(body ?? '');
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    return invalid([{field: 'body', problem: 'must be JSON'}]);
  }
  const asked = requests.check(schema, parsed);
  return Array.isArray(asked) ? invalid(asked) : asked;
}

/** `1e3` becomes `1000`; undefined unless positive. */
function plainDecimal(digits: string): string | undefined {
  const value = Number(digits);
  if (!(value > 0)) return undefined;
  if (/^\d+(\.\d+)?$/.test(digits)) return digits;
  // Amounts above the limit are refused anyway, so their digits do not matter.
  return value >= 1e-6 && value < 1e15 ? String(value) : '0';
}

function refusal(event: BookEvent): Reply {
  if (event.type === 'refused') return refusalReply(event);
  throw new Error(`The engine answered ${event.type} to a write.`);
}
