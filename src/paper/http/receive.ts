/** A request as it came over the wire, its body whole. */
import type {IncomingHttpHeaders, IncomingMessage} from 'node:http';
import {invalid, problemReply, type Reply} from '../operations/replies.ts';

export type ReceivedRequest = {
  method: string;
  /** Below the prefix, still percent-encoded. */
  path: string;
  /** Without its question mark. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer | undefined;
  /** The address of who sent it. */
  from: string | undefined;
};

const largestBody = 65_536;
/** A larger body is read to here, so that its sender hears the refusal instead of a broken connection. */
const largestDrained = 8 * 1024 * 1024;

/**
 * @returns the request, or why it is refused before anybody looks at what it asks
 * @throws {Error} its sender has hung up
 */
export async function receive(incoming: IncomingMessage, prefix: string): Promise<ReceivedRequest | Reply> {
  const {headers, method = '', url = ''} = incoming;
  if (headers.host === undefined && incoming.httpVersion === '1.1') {
    return invalid([{field: 'Host', problem: 'is needed'}]);
  }
  const body = announcesTooMuch(incoming) ? 'too large' : await readBody(incoming);
  if (body === 'too large') {
    // Node reads the rest of an announced body, so that its sender hears the refusal, unless that is too much.
    const isLeft = Number(headers['content-length']) <= largestDrained && headers.expect === undefined;
    const more = isLeft ? undefined : {Connection: 'close'};
    return problemReply(413, 'REQUEST_TOO_LARGE', 'The body is too large', {}, more);
  }
  if (body !== undefined && !isRead(method) && !isJson(headers['content-type'])) {
    return invalid([{field: 'Content-Type', problem: 'must be application/json'}]);
  }
  const [whole = '', query = ''] = splitOnce(url.replace(/^https?:\/\/[^/?]*/i, ''), '?');
  const path = below(prefix, whole);
  if (path === undefined)
    return problemReply(404, 'NOT_FOUND', `There is no ${whole}; every path begins with ${prefix}`);
  return {method, path, query, headers, body, from: incoming.socket.remoteAddress};
}

/** Whether the header alone says that the body is too large. */
export const announcesTooMuch = ({headers}: IncomingMessage): boolean =>
  Number(headers['content-length']) > largestBody;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isJson = (type: string | undefined): boolean =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

function splitOnce(text: string, sign: string): string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

const below = (prefix: string, path: string): string | undefined =>
  path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;

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
