import type {IncomingHttpHeaders, IncomingMessage, ServerResponse} from 'node:http';
import {invalid, problemReply, type Reply} from '../operations/operation.ts';

export type EncodedReply = {status: number; headers: Record<string, string>; body: Buffer};

/** @param about the headers of every answer */
export function answerOf(
  {status, body, problem, headers}: Reply,
  about: Record<string, string> & {'X-Request-Id': string},
): EncodedReply {
  const shown = problem === undefined ? body : {...problem, requestId: about['X-Request-Id']};
  return {
    status,
    headers: {...about, ...headers, 'Content-Type': 'application/json; charset=utf-8'},
    body: Buffer.from(JSON.stringify(shown)),
  };
}

export function send(response: ServerResponse, {status, headers, body}: EncodedReply): void {
  response.statusCode = status;
  response.setHeaders(new Map(Object.entries(headers)));
  response.end(body);
}

export type ReceivedRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** '' without one. */
  body: string;
  from: string | undefined;
};

const largestBody = 65_536;

/** @throws {Error} if the client disconnected */
export async function receive(incoming: IncomingMessage, prefix: string): Promise<ReceivedRequest | Reply> {
  const {headers, method = '', url = ''} = incoming;
  const bytes = await readBody(incoming);
  if (bytes === undefined) return problemReply(413, 'REQUEST_TOO_LARGE', 'The body is too large');
  if (bytes.length > 0 && !isJson(headers['content-type']))
    return invalid('Content-Type', 'must be application/json');
  const body = textOf(bytes);
  if (body === undefined) return invalid('body', 'must be UTF-8');
  const [, whole = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/is.exec(url) ?? [];
  if (!whole.startsWith(`${prefix}/`))
    return problemReply(404, 'NOT_FOUND', `There is no ${whole}; every path begins with ${prefix}`);
  const path = whole.slice(prefix.length);
  return {method, path, query, headers, body, from: incoming.socket.remoteAddress};
}

const isJson = (type: string | undefined): boolean =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/** Undefined if it is too large: it is read to its end, so that the client gets the refusal. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestBody) chunks.push(chunk);
  }
  return size > largestBody ? undefined : Buffer.concat(chunks);
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
