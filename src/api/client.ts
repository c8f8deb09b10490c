/** The typed client of the trading service: nine operations, a method each (interface.md 4). */
import {parseBaseUrl} from './base-url.ts';
import {openBody, orderBody} from './bodies.ts';
import {type Credential, fingerprint} from './credential.ts';
import {
  decodeCards,
  decodeEasyOptions,
  decodeObject,
  decodeOrder,
  decodeOrders,
  decodeTrade,
  decodeTrades,
} from './decode.ts';
import {type Dialect, defaultDialect} from './dialect.ts';
import {LinkError} from './errors.ts';
import {headerOf, type Received} from './exchange.ts';
import type {FetchOptions} from './fetch-options.ts';
import {cardsQuery, easyOptionsQuery, int64, ordersQuery, tradesQuery} from './query.ts';
import {Recent} from './recent.ts';
import {Redaction} from './redact.ts';
import {requestIdOf, serverDate} from './refusal.ts';
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
import {defaultPageSizes} from './resources.ts';
import type {ProxyEnvironment} from './route.ts';
import {decoded} from './shape.ts';
import {credentialFault} from './sign.ts';
import {Transport} from './transport.ts';

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
  /**
   * Lists Easy Option cards (interface.md 4.1): GET /v1/easy-options/list. `pageNumber` counts from 0; a page that is
   * not full is the last, for the list bears no total.
   */
  listCards(query?: CardQuery, options?: CallOptions): Promise<Answer<Page<EasyOptionCard>>>;
  /** Searches Easy Options (interface.md 4.1): GET /v1/easy-options/search. `pageNumber` counts from 0. */
  searchEasyOptions(query?: EasyOptionQuery, options?: CallOptions): Promise<Answer<EasyOptionPage>>;
  /**
   * Opens an Easy Option from a card (interface.md 4.1): POST /v1/easy-options/open. Not idempotent, never repeated;
   * the fields of the answer are not documented.
   */
  openEasyOption(request: OpenEasyOption, options?: CallOptions): Promise<Answer<JsonObject>>;
  /**
   * Asks to close an active Easy Option (interface.md 4.1): POST /v1/easy-options/{id}/close. `id` must be an int64;
   * the fields of the answer are not documented.
   */
  closeEasyOption(id: Id, options?: CallOptions): Promise<Answer<JsonObject>>;
  /**
   * Lists open and partially filled orders of the account (interface.md 4.2): GET /v1/orders. `page` counts from 1,
   * `pageSize` is 1 to 100.
   */
  listOrders(query?: OrderQuery, options?: CallOptions): Promise<Answer<Page<Order>>>;
  /**
   * Creates a limit order (interface.md 4.2): POST /v1/orders. The same `idempotencyKey` with the same order is safe to
   * send again; for how long the service keeps keys is not documented.
   */
  createOrder(order: CreateOrder, options?: CallOptions): Promise<Answer<Order>>;
  /** Cancels an order (interface.md 4.2): DELETE /v1/orders/{orderId}; answers with its record. */
  cancelOrder(orderId: Id, options?: CallOptions): Promise<Answer<Order>>;
  /** Lists the account's trades (interface.md 4.3): GET /v1/trades. `page` counts from 1, times are milliseconds. */
  listTrades(query?: TradeQuery, options?: CallOptions): Promise<Answer<Page<Trade>>>;
  /** One trade (interface.md 4.3): GET /v1/trades/{id}. */
  getTrade(id: Id, options?: CallOptions): Promise<Answer<Trade>>;
  /** Ends every call under way and every connection; calls made later fail unsent. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** The root below which /v1 sits, with the service's prefix: `https://host/api`. */
  baseUrl: string;
  dialect?: Dialect | undefined;
  /** None unless given. It goes to `baseUrl` alone. */
  credential?: Credential | undefined;
  fetchOptions?: FetchOptions | undefined;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case; no proxy unless given. */
  env?: ProxyEnvironment | undefined;
  /** Told to the service in the User-Agent. */
  version?: string | undefined;
  /** Monotonic milliseconds. */
  clock?: (() => number) | undefined;
  /** Epoch milliseconds; only a Retry-After date from a service without a Date header is measured by it. */
  wallClock?: (() => Millis) | undefined;
  /** 0 to 1; spreads retries. */
  random?: (() => number) | undefined;
}

/**
 * A client of one service with one credential.
 * @throws {LinkError} of kind `input` or `credentials` when the base URL or the credential can never work
 */
export function createClient(options: ClientOptions): TradingClient {
  const credential = options.credential ?? {scheme: 'none'};
  const parsed = parseBaseUrl(options.baseUrl, credential.scheme !== 'none');
  if (!parsed.ok) throw new LinkError('input', 'no', parsed.message);
  const fault = credentialFault(credential);
  if (fault !== undefined) throw new LinkError('credentials', 'no', fault);
  const {baseUrl} = parsed;
  const transport = new Transport({
    baseUrl,
    fetchOptions: options.fetchOptions ?? {},
    env: options.env ?? {},
    redaction: Redaction.of(credential),
    userAgent: `optty/${options.version ?? '0'}`,
    now: options.clock ?? (() => performance.now()),
    wallClock: options.wallClock ?? Date.now,
    random: options.random ?? Math.random,
  });
  const service = {origin: baseUrl.origin, path: baseUrl.path, fingerprint: fingerprint(credential)};
  return new HttpClient(service, options.dialect ?? defaultDialect, credential, transport);
}

/** Which part of the service an operation belongs to; they may differ in whether they need the credential. */
type Area = 'easy-options' | 'account';

class HttpClient implements TradingClient {
  readonly service: Service;
  readonly #dialect: Dialect;
  readonly #credential: Credential;
  readonly #transport: Transport;
  readonly #recent = new Recent();

  constructor(service: Service, dialect: Dialect, credential: Credential, transport: Transport) {
    this.service = service;
    this.#dialect = dialect;
    this.#credential = credential;
    this.#transport = transport;
  }

  async listCards(query: CardQuery = {}, options?: CallOptions) {
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.cards};
    const path = `/v1/easy-options/list?${cardsQuery(query, this.#dialect)}`;
    return this.#read('easy-options', path, options, body => decodeCards(body, asked));
  }

  async searchEasyOptions(query: EasyOptionQuery = {}, options?: CallOptions) {
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.easyOptions};
    const path = `/v1/easy-options/search?${easyOptionsQuery(query, this.#dialect)}`;
    return this.#read('easy-options', path, options, body => decodeEasyOptions(body, asked));
  }

  async openEasyOption(request: OpenEasyOption, options?: CallOptions) {
    return this.#write(
      'POST',
      'easy-options',
      '/v1/easy-options/open',
      options,
      decodeObject,
      openBody(request),
    );
  }

  async closeEasyOption(id: Id, options?: CallOptions) {
    const path = `/v1/easy-options/${int64(id, 'The id of an Easy Option to close')}/close`;
    return this.#write('POST', 'easy-options', path, options, decodeObject);
  }

  async listOrders(query: OrderQuery = {}, options?: CallOptions) {
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.orders};
    const path = withQuery('/v1/orders', ordersQuery(query, this.#dialect));
    return this.#read('account', path, options, body => decodeOrders(body, asked));
  }

  async createOrder(order: CreateOrder, options?: CallOptions) {
    return this.#write('POST', 'account', '/v1/orders', options, decodeOrder, orderBody(order));
  }

  async cancelOrder(orderId: Id, options?: CallOptions) {
    const path = `/v1/orders/${int64(orderId, 'The id of an order')}`;
    return this.#write('DELETE', 'account', path, options, decodeOrder);
  }

  async listTrades(query: TradeQuery = {}, options?: CallOptions) {
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.trades};
    const path = withQuery('/v1/trades', tradesQuery(query, this.#dialect));
    return this.#read('account', path, options, body => decodeTrades(body, asked));
  }

  async getTrade(id: Id, options?: CallOptions) {
    return this.#read('account', `/v1/trades/${int64(id, 'The id of a trade')}`, options, decodeTrade);
  }

  async close() {
    this.#transport.close();
  }

  async #read<Value>(
    area: Area,
    path: string,
    options: CallOptions | undefined,
    decode: (body: unknown) => Value,
  ): Promise<Answer<Value>> {
    const known = this.#recent.find<Value>(path);
    const call = {path, credential: this.#credentialFor(area), signal: options?.signal};
    const received = await this.#transport.read(call, known?.etag);
    if (known !== undefined && (received.status === 304 || received.body.equals(known.body))) {
      return {...answer(known.value, received), notModified: true};
    }
    const value = decoded(received, decode);
    this.#recent.keep(path, {value, body: received.body, etag: headerOf(received.headers, 'etag')});
    return answer(value, received);
  }

  async #write<Value>(
    method: 'POST' | 'DELETE',
    area: Area,
    path: string,
    options: CallOptions | undefined,
    decode: (body: unknown) => Value,
    body?: string,
  ): Promise<Answer<Value>> {
    const call = {path, credential: this.#credentialFor(area), signal: options?.signal};
    const received = await this.#transport.write(method, call, body);
    return answer(decoded(received, decode), received);
  }

  #credentialFor(area: Area): Credential {
    return area === 'easy-options' && !this.#dialect.auth.easy_options ? {scheme: 'none'} : this.#credential;
  }
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

function answer<Value>(value: Value, {headers, latencyMs}: Received): Answer<Value> {
  return {
    value,
    venue: headerOf(headers, 'optty-venue') === 'paper' ? 'PAPER' : 'LIVE',
    latencyMs,
    requestId: requestIdOf(headers),
    serverDate: serverDate(headers),
    paperLedger: headerOf(headers, 'optty-ledger'),
  };
}
