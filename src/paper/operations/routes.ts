/** The nine operations of interface.md section 4: where each is reached, and what it knows of a request. */
import type {QueryRules} from './dialect.ts';
import type {Operation} from './operation.ts';
import * as reads from './reads.ts';
import * as requests from './requests.ts';
import * as writes from './writes.ts';

/** A schema of which only the names matter here. */
type NamedSchema = {readonly shape: Readonly<Record<string, unknown>>};

export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  /** Its segments; `:id` stands for any text. */
  path: string;
  operation: Operation;
  /** The members of its query: those of a searchDto, or those that the dialect names. None when not given. */
  query?: {searchDto: NamedSchema} | {names: keyof Pick<QueryRules, 'orders' | 'trades'>} | undefined;
  /** The fields of its body. None when not given. */
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
