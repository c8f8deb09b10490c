/** The typed client of the trading service: nine operations, a method each (interface.md 4). */
import type {
  CardQuery,
  CreateOrder,
  EasyOptionCard,
  EasyOptionPage,
  EasyOptionQuery,
  Id,
  JsonObject,
  Millis,
  OpenEasyOption,
  Order,
  OrderQuery,
  Page,
  Trade,
  TradeQuery,
} from './resources.ts';

/** Aborting `signal` ends the call with a LinkError of kind `aborted`. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** A value and what the answer that brought it said besides. */
export interface Answer<Value> {
  value: Value;
  /** PAPER only where the answer's `Optty-Venue: paper` header proves it. */
  venue: 'PAPER' | 'LIVE';
  /** From asking to the last byte, in milliseconds; of the last attempt. */
  latencyMs: number;
  requestId?: string | undefined;
  /** The Date header. */
  serverDate?: Millis | undefined;
  /** The ledger of the paper service (`Optty-Ledger` header). */
  paperLedger?: string | undefined;
  /** Nothing changed: `value` is the very object of the last answer to the same request. */
  notModified?: boolean | undefined;
}

/** Which service a client talks to; an intent is bound to it. */
export interface Service {
  /** Scheme, host and port. */
  origin: string;
  /** The prefix below which /v1 sits; empty or with a leading and without a trailing slash. */
  path: string;
  /** The first 16 hex digits of the SHA-256 of the credential, or `none`. */
  fingerprint: string;
}

/** Every method throws ApiError, LinkError or ShapeError, and nothing else. */
export interface TradingClient {
  readonly service: Service;
  /** GET /v1/easy-options/list */
  listCards(query?: CardQuery, options?: CallOptions): Promise<Answer<Page<EasyOptionCard>>>;
  /** GET /v1/easy-options/search */
  searchEasyOptions(query?: EasyOptionQuery, options?: CallOptions): Promise<Answer<EasyOptionPage>>;
  /** POST /v1/easy-options/open; the fields of the answer are not documented. */
  openEasyOption(request: OpenEasyOption, options?: CallOptions): Promise<Answer<JsonObject>>;
  /** POST /v1/easy-options/{id}/close; the fields of the answer are not documented. */
  closeEasyOption(id: Id, options?: CallOptions): Promise<Answer<JsonObject>>;
  /** GET /v1/orders */
  listOrders(query?: OrderQuery, options?: CallOptions): Promise<Answer<Page<Order>>>;
  /** POST /v1/orders */
  createOrder(order: CreateOrder, options?: CallOptions): Promise<Answer<Order>>;
  /** DELETE /v1/orders/{orderId} */
  cancelOrder(orderId: Id, options?: CallOptions): Promise<Answer<Order>>;
  /** GET /v1/trades */
  listTrades(query?: TradeQuery, options?: CallOptions): Promise<Answer<Page<Trade>>>;
  /** GET /v1/trades/{id} */
  getTrade(id: Id, options?: CallOptions): Promise<Answer<Trade>>;
  /** Ends every call under way and closes every connection. */
  close(): Promise<void>;
}
