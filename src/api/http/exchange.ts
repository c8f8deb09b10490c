/** One request and its answer over one link, within a deadline and a size. */
import type {IncomingHttpHeaders} from 'node:http';
import type {Dispatcher} from 'undici';
import {LinkError, type LinkFailure} from '../errors.ts';
import {givenUp} from '../given-up.ts';
import {Bytes, decodeBody} from './body.ts';
import {linkError, linkErrorOf, type Progress} from './failure.ts';
import type {Link} from './link.ts';
import {dispatchWatched} from './proof.ts';

export type HttpRequest = {
  origin: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** With the prefix of the base URL and the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};

export type ReceivedAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded. Empty where an answer other than 2xx broke off: its status alone is what counts. */
  body: Buffer;
  latencyMs: number;
};

export type Bounds = {
  host: string;
  connectTimeoutMs: number;
  timeoutMs: number;
  signal: AbortSignal;
  now: () => number;
  /** Asked once connected, right before the first byte: a reason ends the call with nothing sent. */
  holdBack: (() => string | undefined) | undefined;
};

/**
 * Sends the request and reads the answer to its end, decoded.
 * @throws {LinkError}
 */
export async function exchange(link: Link, request: HttpRequest, bounds: Bounds): Promise<ReceivedAnswer> {
  const startedAt = bounds.now();
  const progress: Progress = {host: bounds.host, proxy: link.proxy, isSent: false, status: undefined};
  const collected: Collected = {headers: {}, bytes: new Bytes()};
  if (bounds.timeoutMs <= 0) throw linkErrorOf('timeout', progress);
  try {
    await transfer(link, request, bounds, progress, collected);
    const body = await decodeBody(
      collected.bytes.whole(),
      headerOf(collected.headers, 'content-encoding') ?? '',
    );
    if (!body.ok) throw linkErrorOf(body.kind, progress);
    return {
      status: progress.status ?? 0,
      headers: collected.headers,
      body: body.body,
      latencyMs: bounds.now() - startedAt,
    };
  } catch (error) {
    const {status} = progress;
    if (status === undefined || (status >= 200 && status < 300)) throw linkError(error, progress);
    return {status, headers: collected.headers, body: Buffer.alloc(0), latencyMs: bounds.now() - startedAt};
  }
}

type Collected = {
  headers: IncomingHttpHeaders;
  bytes: Bytes;
};

/** Settles on the last byte, the first failure, a deadline or the signal, whichever comes first. */
function transfer(
  link: Link,
  request: HttpRequest,
  {connectTimeoutMs, timeoutMs, signal, holdBack}: Bounds,
  progress: Progress,
  collected: Collected,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (failure?: unknown) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(connecting);
      clearTimeout(deadline);
      signal.removeEventListener('abort', giveUp);
      if (failure === undefined) return resolve();
      reject(linkError(failure, progress));
      // At once, so that what is now known to be unsent cannot be sent any more.
      link.cut();
    };
    const fail = (kind: LinkFailure) => settle(linkErrorOf(kind, progress));
    const giveUp = () => {
      const {kind, cause} = givenUp(signal);
      settle(linkErrorOf(kind, progress, cause));
    };
    const connecting = setTimeout(() => progress.isSent || fail('connect-timeout'), connectTimeoutMs);
    const deadline = setTimeout(() => fail(progress.isSent ? 'timeout' : 'connect-timeout'), timeoutMs);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) return giveUp();
    const handler = receive(progress, collected, settle, holdBack);
    const isSeen = dispatchWatched(
      () => link.dispatcher.dispatch({...request, body: request.body ?? null}, handler),
      progress,
    );
    if (!isSeen && !isSettled) progress.isSent = true;
  });
}

/** @param settle called with nothing at the end of the answer, or with what went wrong */
function receive(
  progress: Progress,
  collected: Collected,
  settle: (failure?: unknown) => void,
  holdBack: Bounds['holdBack'],
): Dispatcher.DispatchHandler {
  return {
    // undici calls this on the open socket before it writes, and writes nothing if this throws.
    onRequestStart: () => refuseHeldBack(holdBack),
    onResponseStart(_controller, status, headers) {
      if (status < 200) return;
      progress.status = status;
      collected.headers = headers;
      collected.bytes = new Bytes(headerOf(headers, 'content-length'));
    },
    onResponseData(_controller, chunk) {
      if (!collected.bytes.add(chunk)) settle(linkErrorOf('too-large', progress));
    },
    onResponseEnd: () => settle(),
    onResponseError: (_controller, error) => settle(error),
  };
}

/** @throws {LinkError} `aborted`, with the reason that the call is held back for */
export function refuseHeldBack(holdBack: Bounds['holdBack']): void {
  const reason = holdBack?.();
  if (reason !== undefined) throw new LinkError('aborted', 'no', reason);
}

/** A header that should be there once; of several, the first. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
