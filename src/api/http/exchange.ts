import type {IncomingHttpHeaders} from 'node:http';
import type {Dispatcher} from 'undici';
import {givenUp, LinkError, type LinkFailure} from '../errors.ts';
import type {Method} from '../wire/records.ts';
import {linkError, linkErrorOf, type Progress} from './failure.ts';
import type {Link} from './link.ts';

export type HttpRequest = {
  origin: string;
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
};

export type ReceivedAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded. Empty if a non-2xx answer broke off: its status is enough. */
  body: Buffer;
  latencyMs: number;
};

type Bounds = {
  host: string;
  timeoutMs: number;
  signal: AbortSignal;
  now: () => number;
  holdBack: (() => string | undefined) | undefined;
};

export async function exchange(link: Link, request: HttpRequest, bounds: Bounds): Promise<ReceivedAnswer> {
  const startedAt = bounds.now();
  const progress: Progress = {host: bounds.host, proxy: link.proxy, isSent: false, status: undefined};
  const collected: Collected = {headers: {}, bytes: new ArrayBuffer(0, {maxByteLength: maxBodyBytes})};
  if (bounds.timeoutMs <= 0) throw linkErrorOf('timeout', progress);
  try {
    await transfer(link, request, bounds, progress, collected);
    const encoding = headerOf(collected.headers, 'content-encoding') ?? '';
    const body = await decodeBody(Buffer.from(collected.bytes.slice()), encoding, progress);
    const {status = 0} = progress;
    return {status, headers: collected.headers, body, latencyMs: bounds.now() - startedAt};
  } catch (error) {
    const {status} = progress;
    if (status === undefined || (status >= 200 && status < 300)) throw linkError(error, progress);
    return {status, headers: collected.headers, body: Buffer.alloc(0), latencyMs: bounds.now() - startedAt};
  }
}

/** One buffer grows in place, so that many one-byte chunks do not cost an object each. */
type Collected = {headers: IncomingHttpHeaders; readonly bytes: ArrayBuffer};

function transfer(
  link: Link,
  request: HttpRequest,
  {timeoutMs, signal, holdBack}: Bounds,
  progress: Progress,
  collected: Collected,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let sending: Dispatcher.DispatchController | undefined;
    const settle = (failure?: unknown) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(deadline);
      signal.removeEventListener('abort', giveUp);
      if (failure === undefined) return resolve();
      const error = linkError(failure, progress);
      reject(error);
      sending?.abort(error);
    };
    const fail = (kind: LinkFailure) => settle(linkErrorOf(kind, {...progress, isLate: kind === 'dns'}));
    const giveUp = () => {
      const {kind, cause} = givenUp(signal);
      settle(linkErrorOf(kind, progress, cause));
    };
    const isUnnamed = () => !progress.isSent && link.names.isWaiting();
    const deadline = setTimeout(() => fail(isUnnamed() ? 'dns' : 'timeout'), timeoutMs);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) return giveUp();
    const handler: Dispatcher.DispatchHandler = {
      // undici calls this on the open socket before it writes a byte of this request (the CONNECT to a proxy is
      // another one). If it throws, nothing is written.
      onRequestStart(controller) {
        if (isSettled) throw new Error('The call is over.');
        refuseHeldBack(holdBack);
        sending = controller;
        progress.isSent = true;
      },
      onResponseStart(_controller, status, headers) {
        if (status < 200) return;
        progress.status = status;
        collected.headers = headers;
      },
      onResponseData(_controller, chunk) {
        const {bytes} = collected;
        const start = bytes.byteLength;
        if (start + chunk.length > maxBodyBytes) return fail('too-large');
        bytes.resize(start + chunk.length);
        new Uint8Array(bytes, start).set(chunk);
      },
      onResponseEnd: () => settle(),
      onResponseError: (_controller, error) => settle(error),
    };
    link.dispatcher.dispatch({...request, body: request.body ?? null}, handler);
  });
}

export function refuseHeldBack(holdBack: Bounds['holdBack']): void {
  const reason = holdBack?.();
  if (reason !== undefined) throw new LinkError('aborted', 'no', reason);
}

export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** JSON is UTF-8 (RFC 8259). A byte order mark is left out. */
export const textOf = ({body}: Pick<ReceivedAnswer, 'body'>): string => new TextDecoder().decode(body);

export const maxBodyBytes = 8 * 1024 * 1024;

async function decodeBody(encoded: Buffer, contentEncoding: string, progress: Progress): Promise<Buffer> {
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === '' || encoding === 'identity' || encoded.length === 0) return encoded;
  const decompress = await decompressorOf(encoding);
  if (decompress === undefined) throw linkErrorOf('encoding', progress);
  return new Promise((resolve, reject) => {
    decompress(encoded, {maxOutputLength: maxBodyBytes}, (error, body) =>
      error === null ? resolve(body) : reject(linkErrorOf(kindOf(error), progress)),
    );
  });
}

/** Loaded with the first answer that needs it. */
async function decompressorOf(encoding: string) {
  const {brotliDecompress, gunzip} = await import('node:zlib');
  const known = new Map<string, typeof gunzip>([
    ['gzip', gunzip],
    ['x-gzip', gunzip],
    ['br', brotliDecompress],
  ]);
  return known.get(encoding);
}

function kindOf(error: Error): LinkFailure {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'too-large';
  return code === 'Z_BUF_ERROR' ? 'cut' : 'encoding';
}
