/**
 * Reads share kept connections and are retried where that is safe. Every write has its own link and a single
 * attempt: on a kept connection that the service has just closed, "lost before it was read" cannot be
 * distinguished from "lost after".
 */

import type {IncomingHttpHeaders} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import type {BaseUrl} from '../base-url.ts';
import type {AnswerCame, CallOptions, ClientOptions, RequestMade} from '../contract.ts';
import {ApiError, type Cached, closed, givenUp, LinkError} from '../errors.ts';
import {Redaction} from '../redact.ts';
import {type Credential, credentialHeaders} from '../signing/credentials.ts';
import {version} from '../version.ts';
import type {Method} from '../wire/records.ts';
import {
  exchange,
  type HttpRequest,
  headerOf,
  type ReceivedAnswer,
  refuseHeldBack,
  textOf,
} from './exchange.ts';
import {linkErrorOf} from './failure.ts';
import {type Link, type LinkOptions, openLink, sharedNames} from './link.ts';
import {apiErrorOf, Renewal, requestIdOf, serverDate} from './refusal.ts';

/** An open call is sent without the credential. */
type Call = CallOptions & {path: string; isOpen: boolean};

export type RawAnswer = ReceivedAnswer & {redaction: Redaction; cached: Cached | undefined};

const defaultConnections = 8;

const completed = (given: ClientOptions, baseUrl: BaseUrl) => ({
  baseUrl,
  hooks: {onRequest: given.onRequest, onAnswer: given.onAnswer},
  fetchOptions: {...given.fetchOptions},
  readsOnly: given.readsOnly ?? false,
  env: given.env ?? {},
  now: given.clock ?? (() => performance.now()),
  wallClock: given.wallClock ?? Date.now,
  random: given.random ?? Math.random,
});

export class Transport {
  readonly #options: ReturnType<typeof completed>;
  readonly #route: LinkOptions;
  /** Opened by the first read. */
  #reads: Promise<Link> | undefined;
  readonly #renewal: Renewal;
  readonly #closing = new AbortController();
  readonly #ageOf = createAges();
  #pause: {readonly until: number; readonly refusal: ApiError} | undefined;

  constructor(given: ClientOptions, baseUrl: BaseUrl, credential: Credential) {
    this.#options = completed(given, baseUrl);
    const {env, fetchOptions, now} = this.#options;
    this.#renewal = new Renewal(credential, now);
    this.#route = {
      origin: baseUrl.origin,
      connectTimeoutMs: fetchOptions.connectTimeoutMs ?? 3_000,
      connect: fetchOptions.connect,
      names: sharedNames(now, fetchOptions.lookup),
      env,
    };
  }

  get credential(): Credential {
    return this.#renewal.credential;
  }

  async read(call: Call): Promise<RawAnswer> {
    const {now, random, fetchOptions} = this.#options;
    const signal = this.#signalFor(call);
    const deadline = now() + (call.timeoutMs ?? fetchOptions.readTimeoutMs ?? 5_000);
    let mayHaveArrived = false;
    for (let attempt = 1; ; attempt++) {
      const {credential} = this.#renewal;
      try {
        this.#refuseInPause();
        const asked: Asked = {method: 'GET', headers: {}, attempt};
        return await this.#ask(await this.#kept(), asked, call, signal, deadline - now());
      } catch (error) {
        if (error instanceof ApiError && error.retryAfter !== undefined)
          this.#pause = {until: now() + error.retryAfter, refusal: error};
        mayHaveArrived ||= !(error instanceof LinkError && error.sent === 'no');
        const isRenewed = credential !== this.#renewal.credential && !call.isOpen;
        const delay = retryDelay(error, attempt, random(), isRenewed);
        if (delay === undefined || now() + delay >= deadline) throw mayHaveArrived ? asSent(error) : error;
        await this.#rest(delay, signal, mayHaveArrived);
      }
    }
  }

  /** A Retry-After to one read holds for all of them until its time is over: the service is not asked. */
  #refuseInPause(): void {
    const {until = 0, refusal} = this.#pause ?? {};
    const retryAfter = until - this.#options.now();
    if (refusal !== undefined && retryAfter > 0)
      throw new ApiError(refusal.message, {...refusal, retryAfter});
  }

  async write(method: Exclude<Method, 'GET'>, call: Call, body?: string): Promise<RawAnswer> {
    if (this.#options.readsOnly) throw new LinkError('input', 'no', 'This client only reads.');
    const link = await openLink(this.#route);
    const headers: Record<string, string> = body === undefined ? {} : {'content-type': 'application/json'};
    const timeoutMs = call.timeoutMs ?? this.#options.fetchOptions.writeTimeoutMs ?? 10_000;
    const asked = {method, headers, body, attempt: 1};
    try {
      return await this.#ask(link, asked, call, this.#signalFor(call), timeoutMs);
    } finally {
      link.cut();
    }
  }

  close(): void {
    this.#closing.abort(closed);
    this.#reads?.then(link => link.cut()).catch(() => undefined);
  }

  #kept(): Promise<Link> {
    this.#reads ??= openLink(this.#route, this.#options.fetchOptions.connections ?? defaultConnections);
    return this.#reads;
  }

  #ask(link: Link, asked: Asked, call: Call, signal: AbortSignal, timeoutMs: number): Promise<RawAnswer> {
    const {baseUrl, hooks, now} = this.#options;
    const made = {method: asked.method, path: baseUrl.path + call.path, attempt: asked.attempt};
    return observed(hooks, made, now, () => this.#attempt(link, asked, call, signal, timeoutMs));
  }

  async #attempt(
    link: Link,
    asked: Asked,
    call: Call,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<RawAnswer> {
    const {baseUrl, now, wallClock, fetchOptions} = this.#options;
    const {method, body} = asked;
    const path = baseUrl.path + call.path;
    const deadline = now() + timeoutMs;
    const signing = {signal, timeoutMs: Math.min(fetchOptions.signTimeoutMs ?? 5_000, timeoutMs)};
    const credential: Credential = call.isOpen ? {scheme: 'none'} : this.#renewal.credential;
    const signed = await credentialHeaders(credential, {method, path, body}, signing);
    refuseHeldBack(call.holdBack);
    const common = {
      'user-agent': `optty/${version}`,
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      // An old answer from a cache on the way must not pass for a new one.
      'cache-control': 'no-cache',
    };
    const request: HttpRequest = {
      origin: baseUrl.origin,
      method,
      path,
      headers: {...common, ...asked.headers, ...call.headers, ...signed},
      body,
    };
    const {scheme} = credential;
    const received = await exchange(link, request, {
      host: this.#host,
      timeoutMs: deadline - now(),
      signal,
      now,
      holdBack: call.holdBack,
    });
    const {status} = received;
    if (status === 401) await this.#renew(credential, signal, method === 'GET' ? deadline - now() : 0);
    const redaction = scheme === 'command' ? Redaction.ofSigned(signed) : this.#renewal.redaction;
    const headers = redaction.headers(received.headers);
    const cameAt = now();
    const cached = this.#ageOf(headers, {askedAt: cameAt - received.latencyMs, cameAt});
    if (status >= 200 && status < 300) return {...received, headers, redaction, cached};
    const about = {method, hadCredential: scheme !== 'none', advice: this.#renewal.advice, cached};
    throw apiErrorOf(status, headers, textOf(received), redaction, wallClock(), about);
  }

  /** A write is not sent again, so only what the source answers at once is waited for. */
  async #renew(refused: Credential, signal: AbortSignal, timeoutMs: number): Promise<void> {
    const over = new AbortController();
    const late = wait(Math.max(0, timeoutMs), undefined, {signal: AbortSignal.any([signal, over.signal])});
    await Promise.race([this.#renewal.after401(refused), late.catch(() => undefined)]);
    over.abort();
  }

  #signalFor({signal}: Call): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, signal]);
  }

  async #rest(delayMs: number, signal: AbortSignal, isSent: boolean): Promise<void> {
    try {
      await wait(delayMs, undefined, {signal});
    } catch {
      const {kind, cause} = givenUp(signal);
      throw linkErrorOf(kind, {host: this.#host, isSent, status: undefined}, cause);
    }
  }

  get #host(): string {
    return new URL(this.#route.origin).host;
  }
}

/** An earlier attempt may have arrived, even if this one did not. */
function asSent(error: unknown): unknown {
  if (!(error instanceof LinkError) || error.sent === 'maybe') return error;
  return new LinkError(error.kind, 'maybe', error.message, error.status, error.cause);
}

type Asked = Pick<HttpRequest, 'method' | 'headers' | 'body'> & {attempt: number};

export const maxAttempts = 3;

/** @param isRenewed the token was renewed after the attempt began */
export function retryDelay(
  error: unknown,
  attempt: number,
  random: number,
  isRenewed = false,
): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  if (error instanceof ApiError && error.status === 401) return isRenewed ? 0 : undefined;
  const backOff = 100 * 2 ** (attempt - 1) * (0.5 + random);
  if (error instanceof LinkError) return safeToRepeat.has(error.kind) ? backOff : undefined;
  if (error instanceof ApiError && temporary.has(error.status)) return error.retryAfter ?? backOff;
  return undefined;
}

/** A restarting service refuses, resets or cuts; a congested network connects late. Other kinds persist. */
const safeToRepeat: ReadonlySet<string> = new Set(['refused', 'reset', 'cut', 'connect-timeout']);

/** 502 to 504 come from a proxy before a restarting or slow service. A 500 would repeat. */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504]);

type Hooks = Pick<ClientOptions, 'onRequest' | 'onAnswer'>;

async function observed(
  {onRequest, onAnswer}: Hooks,
  made: RequestMade,
  now: () => number,
  attempt: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  if (onRequest === undefined && onAnswer === undefined) return attempt();
  const askedAt = now();
  const tell = (rest: Omit<AnswerCame, keyof RequestMade | 'latencyMs'>) =>
    call(onAnswer, {...made, latencyMs: now() - askedAt, ...rest});
  call(onRequest, made);
  try {
    const came = await attempt();
    tell({status: came.status, requestId: requestIdOf(came.headers)});
    return came;
  } catch (error) {
    if (error instanceof ApiError) tell({status: error.status, requestId: error.requestId, error});
    else if (error instanceof LinkError) tell({status: error.status, error});
    throw error;
  }
}

function call<Event extends object>(hook: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    Promise.resolve(hook?.(Object.freeze(event))).catch(() => undefined);
  } catch {
    // A failing log must not make a write look failed.
  }
}

/** A larger difference between Date headers and our clock means that the answer is old. */
const doubtMs = 2_000;
/** A service that sets its clock back is believed after at most twice this time. */
const windowMs = 300_000;

type Timed = {readonly askedAt: number; readonly cameAt: number};

/**
 * Finds answers that were made before the question: by their Age header, or by a Date header that lags behind
 * the newest that came. Times are of a monotonic clock, because the wall clock may be set. The paper service
 * has a clock of its own, which may stand still.
 */
export function createAges() {
  let since = 0;
  let [most, mostBefore] = [-Infinity, -Infinity];

  const note = (offset: number, at: number) => {
    if (at - since > windowMs) [since, most, mostBefore] = [at, -Infinity, most];
    most = Math.max(most, offset);
  };
  return (headers: IncomingHttpHeaders, {askedAt, cameAt}: Timed): Cached | undefined => {
    const date = headerOf(headers, 'optty-venue') === 'paper' ? undefined : serverDate(headers);
    if (date !== undefined) note(date - cameAt, cameAt);
    const behindMs = date === undefined ? 0 : askedAt + Math.max(most, mostBefore) - date;
    const ageMs = Math.max(statedMs(headers.age), behindMs > doubtMs ? Math.ceil(behindMs) : 0);
    return ageMs === 0 ? undefined : {ageMs, by: nameOf(headers)};
  };
}

/** In seconds: what a cache states that cannot count any further (RFC 9111). */
const longestAge = 2 ** 31;

/** Caches count whole seconds and cut the rest off. Of several, the largest or unreadable one counts. */
function statedMs(age: string | readonly string[] = ''): number {
  const stated = [age].flat().flatMap(each => each.split(/[\s,]+/));
  const seconds = stated.map(each => (/^\d*$/.test(each) ? Number(each) : longestAge));
  const most = Math.max(...seconds);
  return most === 0 ? 0 : (Math.min(most, longestAge) + 1) * 1_000;
}

function nameOf(headers: IncomingHttpHeaders): string | undefined {
  const names = ['via', 'x-cache', 'x-served-by'].map(each => headerOf(headers, each));
  return names.find(each => each !== undefined && /^[\x20-\x7e]{1,80}$/.test(each));
}
