/** The typed client of the trading service. */
import {parseBaseUrl} from './base-url.ts';
import type {Answer, CallOptions, ClientOptions, Service, TradingClient, WalkOptions} from './contract.ts';
import {type Credential, fingerprint, sealCredential} from './credential.ts';
import {LinkError} from './errors.ts';
import {headerOf, type ReceivedAnswer} from './http/exchange.ts';
import {Redaction} from './http/redact.ts';
import {requestIdOf, serverDate} from './http/refusal.ts';
import {type BodyReader, rowByRow, whole} from './http/shape.ts';
import {Transport} from './http/transport.ts';
import {Recent} from './kept/recent.ts';
import {readCallOptions, readClientOptions, readWalkOptions} from './options.ts';
import {credentialFault} from './signing/credentials.ts';
import {version} from './version.ts';
import {walk} from './walk.ts';
import {openBody, orderBody} from './wire/bodies.ts';
import {
  decodeCards,
  decodeEasyOptions,
  decodeObject,
  decodeOrder,
  decodeOrders,
  decodeTrade,
  decodeTrades,
} from './wire/decode.ts';
import {completeDialect, type Dialect} from './wire/dialect.ts';
import {frozenDeeply, frozenPage} from './wire/frozen.ts';
import {int64, isPlainObject, mustBe} from './wire/given.ts';
import {cardsQuery, easyOptionsQuery, ordersQuery, tradesQuery} from './wire/query.ts';
import type {
  CardQuery,
  CreateOrder,
  EasyOptionQuery,
  Id,
  OpenEasyOption,
  OrderQuery,
  Page,
  TradeQuery,
} from './wire/records.ts';
import {defaultPageSizes, limits} from './wire/records.ts';

export type {Answer, CallOptions, ClientOptions, Operations, Service, TradingClient} from './contract.ts';

/**
 * A client of one service with one credential. Make one and keep it: its reads share connections.
 * @example
 * const client = createClient({baseUrl: 'https://host/api', credential: {scheme: 'bearer', token}});
 * for await (const order of client.orders({asset: 'BTC'})) console.log(order.orderId);
 * @throws {LinkError} of kind `input` or `credentials` when the base URL or the credential can never work
 */
export function createClient(options: ClientOptions): TradingClient {
  const given = readClientOptions(options);
  const credential = sealCredential(given.credential ?? {scheme: 'none'});
  const parsed = parseBaseUrl(given.baseUrl, credential.scheme !== 'none');
  if (!parsed.ok) throw new LinkError('input', 'no', parsed.message);
  const fault = credentialFault(credential);
  if (fault !== undefined) throw new LinkError('credentials', 'no', fault);
  const {baseUrl} = parsed;
  const transport = new Transport({
    baseUrl,
    fetchOptions: {...given.fetchOptions},
    env: given.env ?? {},
    redaction: Redaction.of(credential),
    hooks: {onRequest: given.onRequest, onAnswer: given.onAnswer},
    userAgent: `optty/${version}`,
    now: given.clock ?? (() => performance.now()),
    wallClock: given.wallClock ?? Date.now,
    random: given.random ?? Math.random,
  });
  const service = Object.freeze({
    origin: baseUrl.origin,
    path: baseUrl.path,
    // Made when it is asked for: what makes a hash takes longer to load than the first answer to come.
    get fingerprint() {
      return fingerprint(credential);
    },
  });
  return new HttpClient(service, completeDialect(given.dialect), credential, transport);
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
    const path = `/v1/easy-options/list?${cardsQuery(query, this.#dialect)}`;
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.cards};
    const read = rowByRow('body', (body, known) => frozenPage(decodeCards(body, asked, known)));
    return this.#read('easy-options', path, options, read);
  }

  async searchEasyOptions(query: EasyOptionQuery = {}, options?: CallOptions) {
    const path = `/v1/easy-options/search?${easyOptionsQuery(query, this.#dialect)}`;
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.easyOptions};
    const read = rowByRow('content', (body, known) => frozenPage(decodeEasyOptions(body, asked, known)));
    return this.#read('easy-options', path, options, read);
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
    const path = withQuery('/v1/orders', ordersQuery(query, this.#dialect));
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.orders};
    const read = rowByRow('items', (body, known) => frozenPage(decodeOrders(body, asked, known)));
    return this.#read('account', path, options, read);
  }

  async createOrder(order: CreateOrder, options?: CallOptions) {
    return this.#write('POST', 'account', '/v1/orders', options, decodeOrder, orderBody(order));
  }

  async cancelOrder(orderId: Id, options?: CallOptions) {
    const path = `/v1/orders/${int64(orderId, 'The id of an order')}`;
    return this.#write('DELETE', 'account', path, options, decodeOrder);
  }

  async listTrades(query: TradeQuery = {}, options?: CallOptions) {
    const path = withQuery('/v1/trades', tradesQuery(query, this.#dialect));
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.trades};
    const read = rowByRow('items', (body, known) => frozenPage(decodeTrades(body, asked, known)));
    return this.#read('account', path, options, read);
  }

  async getTrade(id: Id, options?: CallOptions) {
    const read = whole(body => frozenDeeply(decodeTrade(body)));
    return this.#read('account', `/v1/trades/${int64(id, 'The id of a trade')}`, options, read);
  }

  cards(query: CardQuery = {}, options?: WalkOptions) {
    const read = (page: CardQuery, call: CallOptions) => this.listCards(page, call);
    return this.#walk(read, query, 'pageNumber', 0, card => card.id, options);
  }

  easyOptions(query: EasyOptionQuery = {}, options?: WalkOptions) {
    const read = (page: EasyOptionQuery, call: CallOptions) => this.searchEasyOptions(page, call);
    return this.#walk(read, query, 'pageNumber', 0, easyOption => easyOption.id, options);
  }

  orders(query: OrderQuery = {}, options?: WalkOptions) {
    const read = (page: OrderQuery, call: CallOptions) =>
      this.listOrders({pageSize: limits.ordersPageSize, ...page}, call);
    return this.#walk(read, query, 'page', 1, order => order.orderId, options);
  }

  trades(query: TradeQuery = {}, options?: WalkOptions) {
    const read = (page: TradeQuery, call: CallOptions) => this.listTrades(page, call);
    return this.#walk(read, query, 'page', 1, trade => trade.tradeId, options);
  }

  async close() {
    this.#transport.close();
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  /** Checks what is given when the first row is asked for; each page's own checks see to the rest. */
  async *#walk<Query extends object, Row>(
    read: (query: Query, call: CallOptions) => Promise<Answer<Page<Row>>>,
    query: Query,
    counter: keyof Query & string,
    first: number,
    idOf: (row: Row) => string,
    options: WalkOptions | undefined,
  ) {
    if (!isPlainObject(query)) throw mustBe('The query', 'an object', query);
    const {maxPages, onUnreadable, ...call} = readWalkOptions(options);
    const firstPage = query[counter] ?? first;
    if (typeof firstPage !== 'number') throw mustBe(counter, `an integer from ${first}`, firstPage);
    const list = {firstPage, idOf, read: (page: number) => read({...query, [counter]: page}, call)};
    yield* walk(list, {maxPages, onUnreadable});
  }

  async #read<Value>(
    area: Area,
    path: string,
    options: CallOptions | undefined,
    read: BodyReader<Value>,
  ): Promise<Answer<Value>> {
    const call = this.#call(area, path, options);
    // Whoever sends headers of his own may be answered otherwise: such an answer is neither taken nor kept.
    const known = call.headers === undefined ? this.#recent.find<Value>(path) : undefined;
    const received = await this.#transport.read(call, known?.etag);
    if (known !== undefined && (received.status === 304 || received.body.equals(known.body))) {
      return {...answer(known.value, received), notModified: true};
    }
    const kept = read(received, known);
    if (call.headers === undefined) this.#recent.keep(path, kept);
    return answer(kept.value, received);
  }

  async #write<Value>(
    method: 'POST' | 'DELETE',
    area: Area,
    path: string,
    options: CallOptions | undefined,
    decode: (body: unknown) => Value,
    body?: string,
  ): Promise<Answer<Value>> {
    const received = await this.#transport.write(method, this.#call(area, path, options), body);
    return answer(frozenDeeply(whole(decode)(received).value), received);
  }

  #call(area: Area, path: string, options: CallOptions | undefined) {
    const isOpen = area === 'easy-options' && !this.#dialect.auth.easy_options;
    const credential: Credential = isOpen ? {scheme: 'none'} : this.#credential;
    return {path, credential, ...readCallOptions(options, this.#credential)};
  }
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

function answer<Value>(value: Value, {headers, latencyMs}: ReceivedAnswer): Answer<Value> {
  return {
    value,
    venue: headerOf(headers, 'optty-venue') === 'paper' ? 'PAPER' : 'LIVE',
    latencyMs,
    requestId: requestIdOf(headers),
    serverDate: serverDate(headers),
    paperLedger: headerOf(headers, 'optty-ledger'),
  };
}
