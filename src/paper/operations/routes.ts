import type {Method} from '../../api/wire/records.ts';
import {type QueryRules, searchMembers} from './dialect.ts';
import {isJsonObject, readExactJson} from './json.ts';
import type {Operation, OperationRequest, Reply, Work} from './operation.ts';
import * as reads from './reads.ts';
import * as requests from './requests.ts';
import * as writes from './writes.ts';

type NamedSchema = {readonly shape: Readonly<Record<string, unknown>>};

export type Route = {
  method: Method;
  path: string;
  operation: Operation;
  /** The meaning of `:id` in the path, and its name in an error. */
  id?: {kind: requests.IdKind; field: string} | undefined;
  /** Members of searchDto, or names of the dialect. Default: none. */
  query?: {searchDto: NamedSchema} | {names: keyof Pick<QueryRules, 'orders' | 'trades'>} | undefined;
  body?: NamedSchema | undefined;
};

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/easy-options/list',
    operation: reads.listCards,
    query: {searchDto: requests.cardSearch},
  },
  {
    method: 'GET',
    path: '/v1/easy-options/search',
    operation: reads.searchEasyOptions,
    query: {searchDto: requests.easyOptionSearch},
  },
  {
    method: 'POST',
    path: '/v1/easy-options/open',
    operation: writes.postOpening,
    body: requests.openBodySchema,
  },
  {
    method: 'POST',
    path: '/v1/easy-options/:id/close',
    operation: writes.postClosing,
    id: {kind: 'easyOption', field: 'id'},
  },
  {method: 'GET', path: '/v1/orders', operation: reads.listOrders, query: {names: 'orders'}},
  {method: 'POST', path: '/v1/orders', operation: writes.postOrder, body: requests.orderBodySchema},
  {
    method: 'DELETE',
    path: '/v1/orders/:id',
    operation: writes.deleteOrder,
    id: {kind: 'order', field: 'orderId'},
  },
  {method: 'GET', path: '/v1/trades', operation: reads.listTrades, query: {names: 'trades'}},
  {method: 'GET', path: '/v1/trades/:id', operation: reads.getTrade, id: {kind: 'trade', field: 'id'}},
];

/** Unknown names in a request are listed in a warning header, because ignoring them silently hides typos. */
export function perform(
  route: Route,
  {id, ...asked}: Omit<OperationRequest, 'number'> & {id: string},
  work: Work,
): Reply {
  const {kind, field} = route.id ?? {};
  const reply =
    kind === undefined
      ? route.operation({...asked, number: -1}, work)
      : (requests.invalidId(id, field) ??
        route.operation({...asked, number: requests.numberOf(kind, id)}, work));
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
