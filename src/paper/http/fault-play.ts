import type {ServerResponse} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {problemReply, type Reply} from '../operations/replies.ts';
import type {FaultAction} from './faults.ts';
import {type EncodedReply, send} from './send.ts';

export type FaultEnding = Reply | {kind: 'hang' | 'drop' | 'reset'};

export async function endBefore(actions: readonly FaultAction[]): Promise<FaultEnding | undefined> {
  for (const action of actions) {
    if (action.kind === 'latency') await wait(action.ms);
    if (action.kind === 'hang-before') return {kind: 'hang'};
    if (action.kind === 'drop-before') return {kind: 'drop'};
    if (action.kind === 'reset-before') return {kind: 'reset'};
    if (action.kind === 'status') return faultStatus(action.status, action.error);
    if (action.kind === 'rate-limit') return rateLimited(action.retryAfter);
  }
  return undefined;
}

export async function endInstead(actions: readonly FaultAction[]): Promise<FaultEnding | undefined> {
  for (const action of actions) {
    if (action.kind === 'latency-after') await wait(action.ms);
    if (action.kind === 'hang-after') return {kind: 'hang'};
    if (action.kind === 'drop-after') return {kind: 'drop'};
    if (action.kind === 'reset-after') return {kind: 'reset'};
    if (action.kind === 'status-after') return faultStatus(action.status, action.error);
  }
  return undefined;
}

const faultStatus = (status: number, error = 'FAULT'): Reply =>
  problemReply(status, error, `A fault on request: ${status}`);

const rateLimited = (retryAfter: string | undefined): Reply =>
  problemReply(
    429,
    'RATE_LIMITED',
    'Too many requests',
    {},
    retryAfter === undefined ? {} : {'Retry-After': retryAfter},
  );

/** Corrupts the answer; false if no action applies. */
export function spoil(
  response: ServerResponse,
  answer: EncodedReply,
  actions: readonly FaultAction[],
): boolean {
  for (const action of actions) {
    switch (action.kind) {
      case 'garbage':
        send(response, {...plain(answer), body: Buffer.from('{"orderId": 12, ]]> \u0000 not json')});
        return true;
      case 'html': {
        const page = Buffer.from('<!doctype html><title>Sign in</title><p>Please sign in to this network.');
        send(response, {
          status: 200,
          headers: {...plain(answer).headers, 'Content-Type': 'text/html'},
          body: page,
        });
        return true;
      }
      case 'empty':
        send(response, {...plain(answer), body: Buffer.alloc(0)});
        return true;
      case 'cut':
        response.writeHead(answer.status, {...answer.headers, 'Content-Length': String(answer.body.length)});
        response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.destroy());
        return true;
      case 'drip':
        response.writeHead(answer.status, {...answer.headers, 'Content-Length': String(answer.body.length)});
        drip(response, answer.body, action.ms);
        return true;
      default:
    }
  }
  return false;
}

const plain = ({headers}: EncodedReply): EncodedReply => {
  const {'Content-Encoding': _encoding, ETag: _etag, ...rest} = headers;
  return {status: 200, headers: rest, body: Buffer.alloc(0)};
};

function drip(response: ServerResponse, body: Buffer, ms: number): void {
  if (response.destroyed) return;
  if (body.length <= 1) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, 1));
  setTimeout(drip, ms, response, body.subarray(1), ms).unref();
}
