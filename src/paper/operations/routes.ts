import type * as z from 'zod/mini';
import {type Method, type WriteBody, type WriteName, writeNames, writes} from '../../api/wire/records.ts';
import type {BookCommand, BookEvent} from '../engine/apply.ts';
import type {Book} from '../engine/book.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import {isJsonObject, readExactJson} from './json.ts';
import {
  invalid,
  isReply,
  type Operation,
  type OperationRequest,
  okReply,
  type Reply,
  refusalReply,
  type Work,
} from './operation.ts';
import * as reads from './reads.ts';
import * as requests from './requests.ts';
import {numberOf, wantedNumber} from './requests.ts';
import {easyOptionView, orderView} from './views.ts';

type NamedSchema = {readonly shape: Readonly<Record<string, unknown>>};

export type Route = {
  method: Method;
  /** `:id` is an id. */
  path: string;
  operation: Operation;
  /** The name of the id in an error; absent if the path has none. */
  id?: string | undefined;
  /** Members of searchDto, or names of the dialect. Default: none. */
  query?: {searchDto: NamedSchema} | {names: keyof Pick<QueryRules, 'orders' | 'trades'>} | undefined;
  body?: NamedSchema | undefined;
};

const read = (path: string, operation: Operation, more?: Pick<Route, 'id' | 'query'>): Route => ({
  ...{method: 'GET', path, operation},
  ...more,
});

/** A route of the table of writes. */
function write<Name extends WriteName>(name: Name): Route {
  const {method, path} = writes[name];
  const {[name]: body}: {[Each in WriteName]?: z.ZodMiniObject} = requests.bodies;
  return {
    ...{method, path: path.replace(/{\w+}/, ':id'), id: /{(\w+)}/.exec(path)?.[1], body},
    operation({account, id, body: text = ''}, {run, book, wall}) {
      const asked = body === undefined ? {} : requests.readBody(body, readExactJson(text));
      if (isReply(asked)) return asked;
      const command = commands[name]({account, id, body: asked as WriteBody<Name>, at: wall()});
      return isReply(command) ? command : doneReply(run(command), book);
    },
  };
}

export const routes: readonly Route[] = [
  read('/v1/easy-options/list', reads.listCards, {query: {searchDto: requests.cardSearch}}),
  read('/v1/easy-options/search', reads.searchEasyOptions, {query: {searchDto: requests.easyOptionSearch}}),
  read('/v1/orders', reads.listOrders, {query: {names: 'orders'}}),
  read('/v1/trades', reads.listTrades, {query: {names: 'trades'}}),
  read('/v1/trades/:id', reads.getTrade, {id: 'id'}),
  ...writeNames.map(write),
];

/** Unknown names in a request are listed in a warning header, because ignoring them silently hides typos. */
export function perform(route: Route, asked: OperationRequest, work: Work): Reply {
  const wrong = route.id === undefined ? undefined : requests.invalidId(asked.id, route.id);
  const reply = wrong ?? route.operation(asked, work);
  const ignored = [
    ...unknownMembers(route, asked.query, work.reading).map(name => `query member ${shown(name)}`),
    ...unknownFields(route, asked.body).map(name => `body field ${shown(name)}`),
  ];
  if (ignored.length === 0) return reply;
  const more = ignored.length > mostNamed ? ` and ${ignored.length - mostNamed} more` : '';
  const warning = `ignored ${ignored.slice(0, mostNamed).join(', ')}${more}`;
  return {...reply, headers: {...reply.headers, 'Optty-Warning': warning}};
}

const mostNamed = 10;
const longestName = 60;

function unknownMembers({query: known}: Route, query: string, reading: QueryRules): string[] {
  const given = new URLSearchParams(query);
  const names = [...new Set(given.keys())];
  if (known === undefined) return names;
  if ('names' in known) {
    const read = Object.values(reading[known.names]);
    return names.filter(name => !read.includes(name));
  }
  const {members = {}, unread} = searchMembers(given, reading);
  return [...unread, ...Object.keys(members).filter(name => !Object.hasOwn(known.searchDto.shape, name))];
}

function unknownFields({body: known}: Route, body = ''): string[] {
  const parsed = known === undefined ? undefined : readExactJson(body);
  return isJsonObject(parsed)
    ? Object.keys(parsed).filter(name => !Object.hasOwn(known?.shape ?? {}, name))
    : [];
}

const shown = (name: string): string => `"${name.slice(0, longestName).replace(/[^\w.[\]-]/g, '?')}"`;

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
