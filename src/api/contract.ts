/** What the client is to whoever calls it: nine operations, four walks over all pages, and what can be set. */
import type {Credential} from './credential.ts';
import type {ApiError, LinkError} from './errors.ts';
import type {FetchOptions} from './fetch-options.ts';
import type {ProxyEnvironment} from './http/route.ts';
import type {DialectSettings} from './wire/dialect.ts';
import type {
  CardQuery,
  CreateOrder,
  EasyOption,
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
  Unreadable,
} from './wire/records.ts';

declare global {
  // Declared here too, so that these types need no newer library of TypeScript than es2024. What is to grow a
  // declaration of that library has to be an interface.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** What can be set for one call. */
export type CallOptions = {
  /** Aborting it ends the call with a LinkError of kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** In all, its retries included; else `fetchOptions.readTimeoutMs` or `writeTimeoutMs` holds. */
  timeoutMs?: number | undefined;
  /**
   * Sent with this call, such as `traceparent`. What the client sets itself (`host`, `accept`, the credential's
   * own header and so on) is refused.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Asked twice: before the connection is opened, and once it is open, right before the first byte. A reason in
   * words ends the call with a LinkError of kind `aborted` and nothing sent.
   */
  holdBack?: (() => string | undefined) | undefined;
};

/** What can be set for a walk over all pages. `timeoutMs` is for each page. */
export type WalkOptions = CallOptions & {
  /** More pages than this are a ShapeError; 10,000 unless told. */
  maxPages?: number | undefined;
  /**
   * Told of each row that cannot be read; the walk goes on without it. Unless it is given, such a row ends the
   * walk with a ShapeError behind the readable rows of its page.
   */
  onUnreadable?: ((row: Unreadable) => void) | undefined;
};

/** A value and what the answer that brought it said besides. The value is frozen: it may be given out again. */
export type Answer<Value> = {
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
};

/** Which service a client talks to. */
export type Service = {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The prefix below which /v1 sits; empty or with a leading and without a trailing slash. */
  readonly path: string;
  /** The first 16 hex digits of the SHA-256 of the credential, or `none`. */
  readonly fingerprint: string;
};

/** Every call throws ApiError, LinkError or ShapeError, nothing else; wrong input is a LinkError `input`. */
export type TradingClient = Operations &
  Walks & {
    readonly service: Service;
    /** Ends every call under way and every connection; calls made later fail unsent. */
    close(): Promise<void>;
    /** The same as `close`, for `await using`. */
    [Symbol.asyncDispose](): Promise<void>;
  };

/** The documented operations, a method each. */
export type Operations = {
  /**
   * Lists Easy Option cards: GET /v1/easy-options/list. `pageNumber` counts from 0. The list bears no total, so
   * a page that is not full is called the last; `cards` walks a service that gives smaller pages.
   */
  listCards(query?: CardQuery, options?: CallOptions): Promise<Answer<Page<EasyOptionCard>>>;
  /** Searches Easy Options: GET /v1/easy-options/search. `pageNumber` counts from 0. */
  searchEasyOptions(query?: EasyOptionQuery, options?: CallOptions): Promise<Answer<EasyOptionPage>>;
  /**
   * Opens an Easy Option from a card: POST /v1/easy-options/open. Not idempotent, never repeated; the fields of
   * the answer are not documented.
   */
  openEasyOption(request: OpenEasyOption, options?: CallOptions): Promise<Answer<JsonObject>>;
  /**
   * Asks to close an active Easy Option: POST /v1/easy-options/{id}/close. `id` must be an int64; the fields of
   * the answer are not documented.
   */
  closeEasyOption(id: Id, options?: CallOptions): Promise<Answer<JsonObject>>;
  /** Lists open and partly filled orders of the account: GET /v1/orders. `page` from 1, `pageSize` 1 to 100. */
  listOrders(query?: OrderQuery, options?: CallOptions): Promise<Answer<Page<Order>>>;
  /**
   * Creates a limit order: POST /v1/orders. The same `idempotencyKey` with the same order is safe to send
   * again; for how long the service keeps keys is not documented.
   */
  createOrder(order: CreateOrder, options?: CallOptions): Promise<Answer<Order>>;
  /** Cancels an order: DELETE /v1/orders/{orderId}; answers with its record. */
  cancelOrder(orderId: Id, options?: CallOptions): Promise<Answer<Order>>;
  /** Lists the account's trades: GET /v1/trades. `page` counts from 1, times are milliseconds. */
  listTrades(query?: TradeQuery, options?: CallOptions): Promise<Answer<Page<Trade>>>;
  /** One trade: GET /v1/trades/{id}. */
  getTrade(id: Id, options?: CallOptions): Promise<Answer<Trade>>;
};

/**
 * Every row of a list, page after page from the query's own page on: until a page is empty or brings nothing
 * new, whatever its size and the service's total. A row that slid onto the next page meanwhile comes once.
 */
export type Walks = {
  cards(query?: CardQuery, options?: WalkOptions): AsyncGenerator<EasyOptionCard, void, undefined>;
  easyOptions(query?: EasyOptionQuery, options?: WalkOptions): AsyncGenerator<EasyOption, void, undefined>;
  orders(query?: OrderQuery, options?: WalkOptions): AsyncGenerator<Order, void, undefined>;
  trades(query?: TradeQuery, options?: WalkOptions): AsyncGenerator<Trade, void, undefined>;
};

/** A request about to be made, as a log may hold it: without headers and body, and so without any secret. */
export type RequestMade = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With the prefix of the base URL and the query. */
  readonly path: string;
  /** From 1; a read is asked at most three times. */
  readonly attempt: number;
};

/** How an attempt ended. */
export type AnswerCame = RequestMade & {
  /** Milliseconds from asking. */
  readonly latencyMs: number;
  /** Missing where no status line came. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Why it failed; missing where it did not. */
  readonly error?: ApiError | LinkError | undefined;
};

export type ClientOptions = {
  /** The root below which /v1 sits, with the service's prefix: `https://host/api`. */
  baseUrl: string;
  /** How the service spells what its documentation leaves open; what is not given is by default. */
  dialect?: DialectSettings | undefined;
  /** None unless given. It goes to `baseUrl` alone. */
  credential?: Credential | undefined;
  fetchOptions?: FetchOptions | undefined;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case; no proxy unless given. */
  env?: ProxyEnvironment | undefined;
  /** Called before each attempt. What a hook throws is dropped: it can neither stop nor fail a call. */
  onRequest?: ((request: RequestMade) => unknown) | undefined;
  /** Called behind each attempt, also one that failed. */
  onAnswer?: ((answer: AnswerCame) => unknown) | undefined;
  /** Monotonic milliseconds. */
  clock?: (() => number) | undefined;
  /** Epoch milliseconds; only a Retry-After date from a service without a Date header is measured by it. */
  wallClock?: (() => Millis) | undefined;
  /** 0 to 1; spreads retries. */
  random?: (() => number) | undefined;
};
