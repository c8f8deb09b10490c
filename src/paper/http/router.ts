import {invalid, notAllowed, problemReply, type Reply} from '../operations/replies.ts';
import type {Rate} from '../options.ts';

export type Endpoint = {
  method: string;
  path: string;
};

type FindEndpoint<Each extends Endpoint> = (
  method: string,
  path: string,
) => {endpoint: Each; id: string} | Reply;

/** @returns the endpoint and the id in its path, or the refusal: 400, 404, or 405 with Allow */
export function createRouter<Each extends Endpoint>(endpoints: readonly Each[]): FindEndpoint<Each> {
  const known = endpoints.map(endpoint => ({endpoint, segments: endpoint.path.split('/')}));
  return (method, path) => {
    const segments = decoded(path);
    if (segments === undefined) return invalid([{field: 'path', problem: 'cannot be percent-decoded'}]);
    const there = known.filter(each => fits(each.segments, segments));
    if (there.length === 0) return problemReply(404, 'NOT_FOUND', `There is no ${path}`);
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = there.find(({endpoint}) => endpoint.method === wanted);
    if (found === undefined) return notAllowed(method, path, allowedIn(there.map(({endpoint}) => endpoint)));
    return {endpoint: found.endpoint, id: segments[found.segments.indexOf(':id')] ?? ''};
  };
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((each, at) => (each === ':id' ? segments[at] !== '' : each === segments[at]));

const allowedIn = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap(({method}) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export type RateLimit = {
  /** Seconds to wait, at least 1; undefined if the request may pass. */
  take(account: number): number | undefined;
  forget(): void;
};

export function createRateLimit({perSecond, burst}: Rate, now: () => number): RateLimit {
  const buckets = new Map<number, {left: number; at: number}>();
  return {
    take(account) {
      const at = now();
      const bucket = buckets.get(account) ?? {left: burst, at};
      const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond);
      buckets.set(account, {left: left < 1 ? left : left - 1, at});
      return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : undefined;
    },
    forget: () => buckets.clear(),
  };
}
