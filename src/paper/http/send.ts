import {createHash} from 'node:crypto';
import {type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES} from 'node:http';
import type {Duplex} from 'node:stream';
import {gzipSync} from 'node:zlib';
import type {Wire} from '../operations/json.ts';
import {invalid, problemReply, type Reply} from '../operations/operation.ts';

type About = {
  requestId: string;
  headers: Record<string, string>;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  isRead: boolean;
};

export type EncodedReply = {status: number; headers: Record<string, string>; body: Buffer};

const leastGzip = 1_000;

export function answerOf({status, body, problem, headers: more}: Reply, about: About): EncodedReply {
  const headers = {...about.headers, ...more};
  if (problem !== undefined) {
    const {error, message, details} = problem;
    return encoded(status, headers, {error, message, requestId: about.requestId, details}, about);
  }
  if (body === undefined) return {status, headers, body: Buffer.alloc(0)};
  return encoded(status, headers, body, about);
}

function encoded(status: number, headers: Record<string, string>, value: Wire, about: About): EncodedReply {
  const body = Buffer.from(JSON.stringify(value ?? null));
  if (about.isRead && status === 200) {
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    headers.ETag = etag;
    headers['Cache-Control'] = 'private, no-cache';
    headers.Vary = 'Authorization, Accept-Encoding';
    if (isSame(about.ifNoneMatch, etag)) return {status: 304, headers, body: Buffer.alloc(0)};
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (body.length < leastGzip || !acceptsGzip(about.acceptEncoding)) return {status, headers, body};
  headers['Content-Encoding'] = 'gzip';
  return {status, headers, body: gzipSync(body, {level: 6})};
}

function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}

const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some(each => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each));

export function send(response: ServerResponse, {status, headers, body}: EncodedReply): void {
  const length = status === 304 || status === 204 ? undefined : {'Content-Length': String(body.length)};
  response.writeHead(status, {...headers, ...length});
  response.end(body);
}

export function sendRaw(socket: Duplex, {status, headers, body}: EncodedReply): void {
  const lines = Object.entries({...headers, 'Content-Length': String(body.length), Connection: 'close'});
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]));
}

export type ReceivedRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
  from: string | undefined;
};

const largestBody = 65_536;
/** Larger bodies are drained up to here, so that the client gets the refusal. */
const largestDrained = 8 * 1024 * 1024;

/** @throws {Error} if the client disconnected */
export async function receive(incoming: IncomingMessage, prefix: string): Promise<ReceivedRequest | Reply> {
  const {headers, method = '', url = ''} = incoming;
  if (headers.host === undefined && incoming.httpVersion === '1.1') return invalid('Host', 'is needed');
  const body = announcesTooMuch(incoming) ? 'too large' : await readBody(incoming);
  if (body === 'too large') {
    // Node drains the rest of the announced body, unless it is too large.
    const isLeft = Number(headers['content-length']) <= largestDrained && headers.expect === undefined;
    const more = isLeft ? undefined : {Connection: 'close'};
    return problemReply(413, 'REQUEST_TOO_LARGE', 'The body is too large', {}, more);
  }
  if (body !== undefined && !isRead(method) && !isJson(headers['content-type']))
    return invalid('Content-Type', 'must be application/json');
  const [, whole = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(url) ?? [];
  if (!whole.startsWith(`${prefix}/`))
    return problemReply(404, 'NOT_FOUND', `There is no ${whole}; every path begins with ${prefix}`);
  const path = whole.slice(prefix.length);
  return {method, path, query, headers, body, from: incoming.socket.remoteAddress};
}

export const announcesTooMuch = ({headers}: IncomingMessage): boolean =>
  Number(headers['content-length']) > largestBody;

export const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

const isJson = (type: string | undefined): boolean =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined | 'too large'> {
  const {'content-length': length, 'transfer-encoding': coding} = incoming.headers;
  if (coding === undefined && (length === undefined || Number(length) === 0)) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({destroyOnReturn: false}) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
    if (size > largestDrained) break;
  }
  if (size > largestBody) return 'too large';
  return size === 0 ? undefined : Buffer.concat(chunks);
}
