import type {ApiError, Cached, LinkError} from './errors.ts';
import type {ProxyEnvironment} from './http/route.ts';
import type {Credential} from './signing/credentials.ts';
import type {DialectSettings} from './wire/dialect.ts';
import type {
  CardQuery,
  EasyOptionCard,
  EasyOptionPage,
  EasyOptionQuery,
  Id,
  JsonObject,
  Method,
  Millis,
  Order,
  OrderQuery,
  Page,
  Trade,
  TradeQuery,
  WriteBody,
  writes,
} from './wire/records.ts';

declare global {
  // These types need only the es2024 library. An interface, to merge with that library's.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

export type CallOptions = {
  /** Aborting ends the call with a LinkError of kind `aborted`. */
  signal?: AbortSignal | undefined;
  /**
   * Total, retries included; above 0 and below 2 ** 31. Default: `fetchOptions.readTimeoutMs` or
   * `writeTimeoutMs`.
   */
  timeoutMs?: number | undefined;
  /** Sent with this call. Headers that the client sets itself (`host`, `accept`, ...) are refused. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Asked before connecting and before the first byte. A reason ends the call unsent, with kind `aborted`. */
  holdBack?: (() => string | undefined) | undefined;
};

/** A value with the metadata of its answer. The value is frozen, because later answers may share it. */
export type Answer<Value> = {
  value: Value;
  /** PAPER only if the answer has the header `Optty-Venue: paper`. */
  venue: 'PAPER' | 'LIVE';
  /** How late the paper service lists trades (`Optty-Trades-Lag` header). Other services do not state it. */
  tradesLagMs?: Millis | undefined;
  /** Time from the request to the last byte of the last attempt. */
  latencyMs: number;
  requestId?: string | undefined;
  /** The Date header. Missing if a cache answered: it does not tell the time of the service. */
  serverDate?: Millis | undefined;
  /** Only if the answer was made before the question: it proves nothing about what happened since. */
  cached?: Cached | undefined;
  /** Ledger of the paper service (`Optty-Ledger` header). */
  paperLedger?: string | undefined;
  /** True if `value` is the same object as in the last answer to this request. */
  notModified?: boolean | undefined;
};

export type Service = {
  readonly origin: string;
  /** Prefix before /v1: empty, or with a leading and without a trailing slash. */
  readonly path: string;
  /** First 16 hex digits of the SHA-256 of the credential, or `none`. It changes when a token is renewed. */
  readonly fingerprint: string;
};

/**
 * Every call throws only ApiError, LinkError or ShapeError. An invalid id, query, body or header is a LinkError
 * of kind `input`. Other options of a call are not checked at run time.
 */
export type TradingClient = Operations & {
  readonly service: Service;
  /** Ends all calls and connections. Later calls fail unsent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Operations = Reads & Writes;

export type Reads = {
  /** GET /v1/easy-options/list; `pageNumber` from 0. There is no total: a short page counts as the last. */
  listCards(query?: CardQuery, options?: CallOptions): Promise<Answer<Page<EasyOptionCard>>>;
  /** GET /v1/easy-options/search. `pageNumber` counts from 0. */
  searchEasyOptions(query?: EasyOptionQuery, options?: CallOptions): Promise<Answer<EasyOptionPage>>;
  /** Lists open and partially filled orders: GET /v1/orders. `page` counts from 1, `pageSize` is 1 to 100. */
  listOrders(query?: OrderQuery, options?: CallOptions): Promise<Answer<Page<Order>>>;
  /** GET /v1/trades. `page` counts from 1. */
  listTrades(query?: TradeQuery, options?: CallOptions): Promise<Answer<Page<Trade>>>;
  /** GET /v1/trades/{id}. */
  getTrade(id: Id, options?: CallOptions): Promise<Answer<Trade>>;
};

type WriteAnswers = {'an object': JsonObject; 'the order': Order};

/** A method for each row, with the id and the body as far as the row has them. */
export type Writes = {
  readonly [Name in keyof typeof writes]: (
    ...given: [
      ...((typeof writes)[Name] extends {id: string} ? [id: Id] : []),
      ...((typeof writes)[Name] extends {body: object} ? [request: WriteBody<Name>] : []),
      options?: CallOptions,
    ]
  ) => Promise<Answer<WriteAnswers[(typeof writes)[Name]['answer']]>>;
};

/** A request for a log: no headers and no body, and so no secrets. */
export type RequestMade = {
  readonly method: Method;
  readonly path: string;
  /** From 1. A read has at most three attempts. */
  readonly attempt: number;
};

export type AnswerCame = RequestMade & {
  readonly latencyMs: number;
  /** Missing if no status line arrived. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly error?: ApiError | LinkError | undefined;
};

export type ClientOptions = {
  /** Root URL of the service, with its prefix and without /v1: `https://host/api`. */
  baseUrl: string;
  /** The spellings that the service's documentation leaves open. Missing settings take their default. */
  dialect?: DialectSettings | undefined;
  /** Sent to `baseUrl` only. */
  credential?: Credential | undefined;
  fetchOptions?: FetchOptions | undefined;
  /** Refuses every write before a connection is opened: this client can only GET. */
  readsOnly?: boolean | undefined;
  /** HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in either case. Without it, no proxy is used. */
  env?: ProxyEnvironment | undefined;
  /** Called before each attempt. Errors thrown by a hook are ignored. */
  onRequest?: ((request: RequestMade) => unknown) | undefined;
  /** Called after each attempt, also a failed one. */
  onAnswer?: ((answer: AnswerCame) => unknown) | undefined;
  /** Monotonic milliseconds. */
  clock?: (() => number) | undefined;
  /** Epoch milliseconds. Used only for a Retry-After date from a service without a Date header. */
  wallClock?: (() => Millis) | undefined;
  /** 0 to 1; spreads retries. */
  random?: (() => number) | undefined;
};

export type FetchOptions = {
  /** Socket and TLS options of Node, such as `ca`, or an undici connector. */
  connect?: SocketOptions | Connector | undefined;
  /** Replaces the system's name lookup; same signature as in Node. */
  lookup?: Lookup | undefined;
  /** Time to connect to each address, once its name is looked up. Default: 3,000. */
  connectTimeoutMs?: number | undefined;
  /** Total for a read and its retries. Default: 5,000. */
  readTimeoutMs?: number | undefined;
  /** Total for a write. Default: 10,000. */
  writeTimeoutMs?: number | undefined;
  /** For a signing program. Default: 5,000. */
  signTimeoutMs?: number | undefined;
  /** From 1: concurrent reads, one connection each; further reads wait. Default: 8. */
  connections?: number | undefined;
};

export type SocketOptions = {
  /** CA certificates (PEM) that replace the system's. */
  ca?: string | string[] | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  [option: string]: unknown;
};

/** Calls back with an error, or with null and a connected socket. */
export type Connector = (options: object, callback: (error: Error | null, socket: never) => void) => void;

export type Address = {address: string; family: number};

/** With `all`, calls back with a list of addresses, otherwise with one address and its family. */
export type Lookup = (
  hostname: string,
  options: {all?: boolean | undefined},
  callback: (error: Error | null, address: string | Address[], family?: number) => void,
) => void;
