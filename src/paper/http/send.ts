/** How an answer leaves: its body, ETag and 304, gzip. */
import {createHash} from 'node:crypto';
import {type ServerResponse, STATUS_CODES} from 'node:http';
import type {Duplex} from 'node:stream';
import {gzipSync} from 'node:zlib';
import {type Wire, writeJson} from '../operations/json.ts';
import type {Reply} from '../operations/replies.ts';

export type About = {
  requestId: string;
  /** Headers that every answer bears. */
  headers: Record<string, string>;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  /** Only what was read may be answered with 304. */
  isRead: boolean;
};

export type EncodedReply = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
};

const leastGzip = 1_000;

export function answerOf(reply: Reply, about: About): EncodedReply {
  const {problem} = reply;
  const headers = {...about.headers, ...reply.headers};
  if (problem !== undefined) {
    const {error, message, details = {}} = problem;
    return encoded(
      reply.status,
      headers,
      bodyOf({error, message, requestId: about.requestId, details}),
      about,
    );
  }
  if (reply.body === undefined) return {status: reply.status, headers, body: Buffer.alloc(0)};
  return encoded(reply.status, headers, bodyOf(reply.body), about);
}

/** A body in the forms in which it may leave, each made when it is first needed. */
type Body = {
  json: Buffer;
  etag: string | undefined;
  gzip: Buffer | undefined;
};

const bodies = new WeakMap<object, Body>();

function bodyOf(value: Wire): Body {
  const known = typeof value === 'object' && value !== null ? bodies.get(value) : undefined;
  if (known !== undefined) return known;
  const body: Body = {json: Buffer.from(writeJson(value)), etag: undefined, gzip: undefined};
  if (typeof value === 'object' && value !== null) bodies.set(value, body);
  return body;
}

function encoded(status: number, headers: Record<string, string>, body: Body, about: About): EncodedReply {
  if (about.isRead && status === 200) {
    body.etag ??= `"${createHash('sha1').update(body.json).digest('base64url')}"`;
    headers.ETag = body.etag;
    headers['Cache-Control'] = 'private, no-cache';
    headers.Vary = 'Authorization, Accept-Encoding';
    if (isSame(about.ifNoneMatch, body.etag)) return {status: 304, headers, body: Buffer.alloc(0)};
  }
  headers['Content-Type'] = 'application/json; charset=utf-8';
  if (body.json.length < leastGzip || !acceptsGzip(about.acceptEncoding))
    return {status, headers, body: body.json};
  headers['Content-Encoding'] = 'gzip';
  body.gzip ??= gzipSync(body.json, {level: 6});
  return {status, headers, body: body.gzip};
}

function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some(each => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);
}

const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? '').split(',').some(each => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(each));

/** Writes an answer as it is. */
export function send(response: ServerResponse, {status, headers, body}: EncodedReply): void {
  const length: Record<string, string> =
    status === 304 || status === 204 ? {} : {'Content-Length': String(body.length)};
  response.writeHead(status, {...headers, ...length});
  response.end(body);
}

/** Writes an answer to a connection on which nothing could be read as a request, and ends it. */
export function sendRaw(socket: Duplex, {status, headers, body}: EncodedReply): void {
  const lines = Object.entries({...headers, 'Content-Length': String(body.length), Connection: 'close'});
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`), body]));
}
