import {parseBaseUrl} from './base-url.ts';
import type {Answer, CallOptions, ClientOptions, Service, TradingClient} from './contract.ts';
import {LinkError, ShapeError} from './errors.ts';
import {headerOf, textOf} from './http/exchange.ts';
import {requestIdOf, serverDate} from './http/refusal.ts';
import {type RawAnswer, Transport} from './http/transport.ts';
import {readCallOptions} from './options.ts';
import {type Credential, credentialFault, fingerprint, sealCredential} from './signing/credentials.ts';
import {
  type AskedPage,
  decodeCards,
  decodeEasyOptions,
  decodeOrders,
  decodeTrade,
  decodeTrades,
  parseBody,
  Unfit,
  writeAnswers,
} from './wire/decode.ts';
import {completeDialect, type Dialect} from './wire/dialect.ts';
import {frozenDeeply, int64} from './wire/given.ts';
import {bodyOf, cardsQuery, easyOptionsQuery, ordersQuery, tradesQuery} from './wire/query.ts';
import {
  type CardQuery,
  defaultPageSizes,
  type EasyOptionQuery,
  type Id,
  type JsonObject,
  type Millis,
  type Order,
  type OrderQuery,
  type Page,
  type TradeQuery,
  type Undocumented,
  type WriteName,
  type WriteRow,
  writes,
} from './wire/records.ts';

export type {Answer, CallOptions, ClientOptions, Operations, Service, TradingClient} from './contract.ts';

/**
 * Creates a client for one service and one credential. Reuse it: reads share connections.
 * @example
 * const client = createClient({baseUrl: 'https://host/api', credential: {scheme: 'bearer', token}});
 * const {value} = await client.listOrders({asset: 'BTC'});
 * for (const order of value.rows) console.log(order.orderId);
 * @throws {LinkError} of kind `input` or `credentials` if the base URL or the credential is invalid
 */
export function createClient(options: ClientOptions): TradingClient {
  const credential = sealCredential(options.credential ?? {scheme: 'none'});
  const parsed = parseBaseUrl(options.baseUrl, credential.scheme !== 'none');
  if (!parsed.ok) throw new LinkError('input', 'no', parsed.message);
  const fault = credentialFault(credential);
  if (fault !== undefined) throw new LinkError('credentials', 'no', fault);
  const {baseUrl} = parsed;
  const transport = new Transport(options, baseUrl, credential);
  const service = Object.freeze({
    origin: baseUrl.origin,
    path: baseUrl.path,
    get fingerprint() {
      return fingerprint(transport.credential);
    },
  });
  const client = new HttpClient(service, completeDialect(options.dialect), credential, transport);
  return client as HttpClient & Pick<TradingClient, WriteName>;
}

/** The writes are methods that its table makes. */
class HttpClient implements Omit<TradingClient, WriteName> {
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
    for (const [name, row] of Object.entries<WriteRow>(writes))
      Object.assign(this, {[name]: async (...given: unknown[]) => this.#write(row, given)});
  }

  async listCards(query: CardQuery = {}, options?: CallOptions) {
    const written = cardsQuery(query, this.#dialect);
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.cards};
    return this.#list('/v1/easy-options/list', written, options, decodeCards, asked);
  }

  async searchEasyOptions(query: EasyOptionQuery = {}, options?: CallOptions) {
    const written = easyOptionsQuery(query, this.#dialect);
    const asked = {page: query.pageNumber ?? 0, pageSize: query.pageSize ?? defaultPageSizes.easyOptions};
    return this.#list('/v1/easy-options/search', written, options, decodeEasyOptions, asked);
  }

  async listOrders(query: OrderQuery = {}, options?: CallOptions) {
    const written = ordersQuery(query, this.#dialect);
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.orders};
    return this.#list('/v1/orders', written, options, decodeOrders, asked);
  }

  async listTrades(query: TradeQuery = {}, options?: CallOptions) {
    const written = tradesQuery(query, this.#dialect);
    const asked = {page: query.page ?? 1, pageSize: query.pageSize ?? defaultPageSizes.trades};
    return this.#list('/v1/trades', written, options, decodeTrades, asked);
  }

  async getTrade(id: Id, options?: CallOptions) {
    return this.#read(`/v1/trades/${int64(id, 'The id of a trade')}`, options, decodeTrade);
  }

  async close() {
    this.#transport.close();
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }

  #list<Row extends Undocumented, Whole extends Page<Row>>(
    path: string,
    query: string,
    options: CallOptions | undefined,
    decode: (body: unknown, asked: AskedPage) => Whole,
    asked: AskedPage,
  ): Promise<Answer<Whole>> {
    return this.#read(query === '' ? path : `${path}?${query}`, options, body => decode(body, asked));
  }

  async #read<Value>(
    path: string,
    options: CallOptions | undefined,
    decode: (body: unknown) => Value,
  ): Promise<Answer<Value>> {
    const call = this.#call(path, options);
    // Custom headers can change the answer, so such a call neither uses nor fills the cache.
    const known = call.headers === undefined ? this.#recent.find<Value>(path) : undefined;
    const received = await this.#transport.read(call);
    if (known !== undefined && received.body.equals(known.body))
      return {...answer(known.value, received), notModified: true};
    const value = decoded(received, decode);
    if (call.headers === undefined) this.#recent.keep(path, {value, body: received.body});
    return answer(value, received);
  }

  async #write(row: WriteRow, given: readonly unknown[]): Promise<Answer<JsonObject | Order>> {
    const left = [...given];
    const id = row.id === undefined ? '' : int64(left.shift(), row.id);
    const body = row.body && bodyOf(left.shift(), row.body);
    const call = this.#call(row.path.replace(/{\w+}/, id), left.shift() as CallOptions | undefined);
    const received = await this.#transport.write(row.method, call, body);
    return answer(decoded<JsonObject | Order>(received, writeAnswers[row.answer]), received);
  }

  #call(path: string, options: CallOptions = {}) {
    const isOpen = path.startsWith('/v1/easy-options/') && !this.#dialect.auth.easy_options;
    return {path, isOpen, ...readCallOptions(options, this.#credential)};
  }
}

function answer<Value>(value: Value, {headers, latencyMs, cached}: RawAnswer): Answer<Value> {
  const venue = headerOf(headers, 'optty-venue') === 'paper' ? 'PAPER' : 'LIVE';
  return {
    value,
    venue,
    tradesLagMs: venue === 'PAPER' ? statedLag(headerOf(headers, 'optty-trades-lag') ?? '0') : undefined,
    latencyMs,
    requestId: requestIdOf(headers),
    serverDate: cached === undefined ? serverDate(headers) : undefined,
    ...(cached === undefined ? {} : {cached}),
    paperLedger: headerOf(headers, 'optty-ledger'),
  };
}

const excerptLength = 300;

function decoded<Value>({redaction, ...received}: RawAnswer, decode: (body: unknown) => Value): Value {
  const {status, headers} = received;
  const text = textOf(received);
  try {
    return frozenDeeply(decode(parseBody(text, redaction.cleaning(text))));
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    throw new ShapeError(`The service answered ${status}, but ${error.message}.`, {
      status,
      requestId: requestIdOf(headers),
      body: redaction.excerpt(text, excerptLength),
    });
  }
}

type RecentAnswer<Value> = {readonly value: Value; readonly body: Buffer};

const maxAnswers = 16;
const maxBytes = 16 * 1024 * 1024;

/** Keeps the last answer to each read, so that an unchanged one is not decoded again. */
class Recent {
  readonly #answers = new Map<string, RecentAnswer<unknown>>();
  #bytes = 0;

  find<Value>(path: string): RecentAnswer<Value> | undefined {
    return this.#answers.get(path) as RecentAnswer<Value> | undefined;
  }

  keep(path: string, answer: RecentAnswer<unknown>): void {
    this.#forget(path);
    this.#answers.set(path, answer);
    this.#bytes += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers && this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#bytes -= this.#answers.get(path)?.body.length ?? 0;
    this.#answers.delete(path);
  }
}

/** In ms. A lag that cannot be read counts as an hour, the longest that the paper service can state. */
function statedLag(seconds: string): Millis {
  return /^\d{1,4}(\.\d{1,3})?$/.test(seconds) ? Number(seconds) * 1_000 : 3_600_000;
}
