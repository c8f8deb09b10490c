/**
 * Reads and writes over links. Reads share kept connections and are asked again where that is safe; every write
 * has a link of its own, one attempt, and is never asked again: on a kept connection that the service has just
 * closed, "lost before it was read" cannot be told from "lost after".
 */
import {setTimeout as wait} from 'node:timers/promises';
import type {BaseUrl} from '../base-url.ts';
import type {Credential} from '../credential.ts';
import {LinkError} from '../errors.ts';
import type {FetchOptions} from '../fetch-options.ts';
import {closed, givenUp} from '../given-up.ts';
import {credentialHeaders} from '../signing/credentials.ts';
import {exchange, type HttpRequest, type ReceivedAnswer, refuseHeldBack} from './exchange.ts';
import {linkErrorOf} from './failure.ts';
import {type Hooks, observed} from './hooks.ts';
import {type Link, type LinkOptions, openLink} from './link.ts';
import {Redaction} from './redact.ts';
import {apiErrorOf, requestIdOf} from './refusal.ts';
import {retryDelay} from './retry.ts';
import type {ProxyEnvironment} from './route.ts';
import {Slots} from './slots.ts';

export type TransportOptions = {
  baseUrl: BaseUrl;
  fetchOptions: FetchOptions;
  env: ProxyEnvironment;
  hooks: Hooks;
  userAgent: string;
  /** Of the credential that the client was made with, whichever of its calls bear it. */
  redaction: Redaction;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Epoch milliseconds. */
  wallClock: () => number;
  random: () => number;
};

/** What is asked for: the path below the base URL, and who asks. */
export type Call = {
  path: string;
  credential: Credential;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Of the caller; in lower case and checked. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Why it is not to go out after all. */
  holdBack?: (() => string | undefined) | undefined;
};

/** An answer; its headers are without the credential, its body is still to be decoded and cleaned. */
export type RawAnswer = ReceivedAnswer & {
  redaction: Redaction;
};

/** Reads under way at once, a connection each, unless told otherwise. */
const defaultConnections = 8;

export class Transport {
  readonly #options: TransportOptions;
  readonly #route: LinkOptions;
  readonly #idle: Link[] = [];
  readonly #slots: Slots;
  readonly #closing = new AbortController();

  constructor(options: TransportOptions) {
    const {baseUrl, env, fetchOptions} = options;
    this.#options = options;
    this.#slots = new Slots(fetchOptions.connections ?? defaultConnections);
    this.#route = {
      origin: baseUrl.origin,
      connectTimeoutMs: fetchOptions.connectTimeoutMs ?? 3_000,
      fetchOptions,
      env,
    };
  }

  /**
   * Asks at most three times within one deadline.
   * @param etag asks for the body only where it has changed; then a 304 is an answer like any other
   */
  async read(call: Call, etag: string | undefined): Promise<RawAnswer> {
    const {now, random, fetchOptions} = this.#options;
    const signal = this.#signalFor(call);
    const headers: Record<string, string> = etag === undefined ? {} : {'if-none-match': etag};
    const deadline = now() + (call.timeoutMs ?? fetchOptions.readTimeoutMs ?? 5_000);
    let mayHaveArrived = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#readOnce(
          {method: 'GET', headers, body: undefined, attempt},
          call,
          signal,
          deadline,
        );
      } catch (error) {
        mayHaveArrived ||= !(error instanceof LinkError && error.sent === 'no');
        const delay = retryDelay(error, attempt, random());
        if (delay === undefined || now() + delay >= deadline) throw mayHaveArrived ? asSent(error) : error;
        await this.#pause(delay, signal, mayHaveArrived);
      }
    }
  }

  /** Asks once, over a connection of its own. */
  async write(method: 'POST' | 'DELETE', call: Call, body?: string): Promise<RawAnswer> {
    const link = await openLink(this.#route, true);
    const headers: Record<string, string> = body === undefined ? {} : {'content-type': 'application/json'};
    const timeoutMs = call.timeoutMs ?? this.#options.fetchOptions.writeTimeoutMs ?? 10_000;
    const asked = {method, headers, body, attempt: 1};
    try {
      return await this.#ask(link, asked, call, this.#signalFor(call), timeoutMs);
    } finally {
      link.cut();
    }
  }

  /** Ends every call under way. */
  close(): void {
    this.#closing.abort(closed);
    for (const link of this.#idle.splice(0)) link.cut();
  }

  /** Waits for its turn within the same deadline. */
  async #readOnce(asked: Asked, call: Call, signal: AbortSignal, deadline: number): Promise<RawAnswer> {
    const leftMs = () => Math.max(0, deadline - this.#options.now());
    if (!(await this.#slots.take({signal, timeoutMs: leftMs()}))) throw this.#endOf(signal, false);
    try {
      if (leftMs() === 0) throw this.#endOf(signal, false);
      const link = this.#idle.pop() ?? (await openLink(this.#route, false));
      try {
        return await this.#ask(link, asked, call, signal, leftMs());
      } finally {
        if (link.isCut || this.#closing.signal.aborted) link.cut();
        else this.#idle.push(link);
      }
    } finally {
      this.#slots.give();
    }
  }

  /** One attempt, told to the hooks. An answer that is no success is an ApiError. */
  #ask(link: Link, asked: Asked, call: Call, signal: AbortSignal, timeoutMs: number): Promise<RawAnswer> {
    const {baseUrl, hooks, now} = this.#options;
    const made = {method: asked.method, path: baseUrl.path + call.path, attempt: asked.attempt};
    const attempt = () => this.#attempt(link, asked, call, signal, timeoutMs);
    const told = ({status, headers}: RawAnswer) => ({status, requestId: requestIdOf(headers)});
    return observed(hooks, made, now, attempt, told);
  }

  async #attempt(
    link: Link,
    asked: Asked,
    call: Call,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<RawAnswer> {
    const {baseUrl, userAgent, now, wallClock, fetchOptions} = this.#options;
    const {method, body} = asked;
    const path = baseUrl.path + call.path;
    const deadline = now() + timeoutMs;
    const signing = {signal, timeoutMs: Math.min(fetchOptions.signTimeoutMs ?? 5_000, timeoutMs)};
    const signed = await credentialHeaders(call.credential, {method, path, body}, signing);
    refuseHeldBack(call.holdBack);
    const common = {'user-agent': userAgent, accept: 'application/json', 'accept-encoding': 'gzip, br'};
    const request: HttpRequest = {
      origin: baseUrl.origin,
      method,
      path,
      headers: {...common, ...asked.headers, ...call.headers, ...signed},
      body,
    };
    const {connectTimeoutMs} = this.#route;
    const {scheme} = call.credential;
    const isSigned = scheme === 'command' || scheme === 'sign';
    const redaction = isSigned ? Redaction.ofSigned(signed) : this.#options.redaction;
    const received = await exchange(link, request, {
      host: this.#host,
      connectTimeoutMs,
      timeoutMs: deadline - now(),
      signal,
      now,
      holdBack: call.holdBack,
    });
    const {status} = received;
    const headers = redaction.headers(received.headers);
    const isUnchanged = status === 304 && asked.headers['if-none-match'] !== undefined;
    if ((status >= 200 && status < 300) || isUnchanged) return {...received, headers, redaction};
    const hadCredential = scheme !== 'none';
    throw apiErrorOf(status, headers, received.body.toString(), redaction, wallClock(), {
      method,
      hadCredential,
    });
  }

  #signalFor({signal}: Call): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, signal]);
  }

  async #pause(delayMs: number, signal: AbortSignal, isSent: boolean): Promise<void> {
    try {
      await wait(delayMs, undefined, {signal});
    } catch {
      // Only the signal ends the wait early.
      throw this.#endOf(signal, isSent);
    }
  }

  /** Of a call that its signal ended, or else its time. */
  #endOf(signal: AbortSignal, isSent: boolean): LinkError {
    const {kind, cause} = signal.aborted ? givenUp(signal) : {kind: 'timeout' as const, cause: undefined};
    return linkErrorOf(kind, {host: this.#host, isSent, status: undefined}, cause);
  }

  get #host(): string {
    return new URL(this.#route.origin).host;
  }
}

/** An earlier attempt may have arrived, whatever became of this one. */
function asSent(error: unknown): unknown {
  if (!(error instanceof LinkError) || error.sent === 'maybe') return error;
  return new LinkError(error.kind, 'maybe', error.message, error.status, error.cause);
}

type Asked = {
  method: HttpRequest['method'];
  headers: Record<string, string>;
  body: string | undefined;
  /** From 1. */
  attempt: number;
};
