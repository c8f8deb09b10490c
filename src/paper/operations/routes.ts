import {
  type Method,
  type WriteBody,
  type WriteName,
  type WriteRow,
  writeNames,
  writes,
} from '../../api/wire/records.ts';
import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book} from '../engine/book.ts';
import {readJson} from './exact-json.ts';
import {
  isReply,
  type Operation,
  type OperationRequest,
  okReply,
  type Reply,
  refusalReply,
  type Work,
} from './operation.ts';
import * as reads from './queries.ts';
import * as requests from './requests.ts';
import {numberOf, wantedNumber} from './requests.ts';
import {easyOptionView, orderView} from './views.ts';

export type Route = {
  method: Method;
  /** `:id` is an id. */
  path: string;
  operation: Operation;
  /** The name of the id in an error; absent if the path has none. */
  id?: string | undefined;
};

const read = (path: string, operation: Operation, id?: string): Route => ({
  method: 'GET',
  path,
  operation,
  id,
});

/** A route of the table of writes. */
function write<Name extends WriteName>(name: Name): Route {
  const {method, path, body}: WriteRow = writes[name];
  return {
    ...{method, path: path.replace(/{\w+}/, ':id'), id: /{(\w+)}/.exec(path)?.[1]},
    operation({account, id, body: text}, {run, book, wall}) {
      const asked = body === undefined ? {} : requests.readWrite(body.schema, readJson(text));
      if (isReply(asked)) return asked;
      return doneReply(run(commands[name]({account, id, body: asked as WriteBody<Name>, at: wall()})), book);
    },
  };
}

export const routes: readonly Route[] = [
  read('/v1/easy-options/list', reads.listCards),
  read('/v1/easy-options/search', reads.searchEasyOptions),
  read('/v1/orders', reads.listOrders),
  read('/v1/trades', reads.listTrades),
  read('/v1/trades/:id', reads.getTrade, 'id'),
  ...writeNames.map(write),
];

export function perform(route: Route, asked: OperationRequest, work: Work): Reply {
  const wrong = route.id === undefined ? undefined : requests.invalidId(asked.id, route.id);
  return wrong ?? route.operation(asked, work);
}

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
  readonly [Name in WriteName]: (asked: Asked<Name>) => BookCommand;
} = {
  openEasyOption: ({account, body: {cardId, investmentAmount: amount}}) => ({
    ...{type: 'openEasyOption', account, cardId: Number(cardId), amount},
  }),
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
