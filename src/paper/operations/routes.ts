import {type QueryRules, searchMembers} from './dialect.ts';
import {readJson} from './json.ts';
import type {Operation, OperationRequest} from './operation.ts';
import * as reads from './reads.ts';
import * as requests from './requests.ts';
import * as writes from './writes.ts';

type NamedSchema = {readonly shape: Readonly<Record<string, unknown>>};

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  operation: Operation;
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
  {method: 'POST', path: '/v1/easy-options/:id/close', operation: writes.postClosing},
  {method: 'GET', path: '/v1/orders', operation: reads.listOrders, query: {names: 'orders'}},
  {method: 'POST', path: '/v1/orders', operation: writes.postOrder, body: requests.orderBodySchema},
  {method: 'DELETE', path: '/v1/orders/:id', operation: writes.deleteOrder},
  {method: 'GET', path: '/v1/trades', operation: reads.listTrades, query: {names: 'trades'}},
  {method: 'GET', path: '/v1/trades/:id', operation: reads.getTrade},
];

// Unknown names in a request are listed in a warning header, because ignoring them silently hides typos.

const mostNamed = 10;
const longestName = 60;

export function ignoredIn(
  route: Route,
  {query, body}: Pick<OperationRequest, 'query' | 'body'>,
  reading: QueryRules,
): string | undefined {
  const ignored = [
    ...unknownMembers(route, query, reading).map(name => `query member ${shown(name)}`),
    ...unknownFields(route, body).map(name => `body field ${shown(name)}`),
  ];
  if (ignored.length === 0) return undefined;
  const more = ignored.length > mostNamed ? ` and ${ignored.length - mostNamed} more` : '';
  return `ignored ${ignored.slice(0, mostNamed).join(', ')}${more}`;
}

function unknownMembers({query: known}: Route, query: string, reading: QueryRules): string[] {
  if (query === '') return [];
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

function unknownFields({body: known}: Route, body: string | undefined): string[] {
  if (known === undefined || body === undefined) return [];
  try {
    const parsed = readJson(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return [];
    return Object.keys(parsed).filter(name => !Object.hasOwn(known.shape, name));
  } catch (error) {
    // The operation refuses invalid JSON itself.
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

const shown = (name: string): string => `"${name.slice(0, longestName).replace(/[^\w.[\]-]/g, '?')}"`;
