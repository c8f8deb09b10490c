import type {IncomingHttpHeaders} from 'node:http';
import type {AuthChoice} from '../operations/dialect.ts';
import {invalid, problemReply, type Reply} from '../operations/operation.ts';
import type {Rate} from '../options.ts';

export type Endpoint = {method: string; path: string};

type FindEndpoint<Each extends Endpoint> = (
  method: string,
  path: string,
) => {endpoint: Each; id: string} | Reply;

/** @returns the endpoint and the id in its path, or the refusal: 400, 404, or 405 with Allow */
export function createRouter<Each extends Endpoint>(endpoints: readonly Each[]): FindEndpoint<Each> {
  const known = endpoints.map(endpoint => ({endpoint, segments: endpoint.path.split('/')}));
  return (method, path) => {
    const segments = decoded(path);
    if (segments === undefined) return invalid('path', 'cannot be percent-decoded');
    const there = known.filter(each => fits(each.segments, segments));
    if (there.length === 0) return problemReply(404, 'NOT_FOUND', `There is no ${path}`);
    const found = there.find(({endpoint}) => endpoint.method === method);
    if (found !== undefined)
      return {endpoint: found.endpoint, id: segments[found.segments.indexOf(':id')] ?? ''};
    const Allow = there.map(({endpoint}) => endpoint.method).join(', ');
    return problemReply(405, 'METHOD_NOT_ALLOWED', `${path} takes ${Allow}, not ${method}`, {}, {Allow});
  };
}

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((each, at) => (each === ':id' ? segments[at] !== '' : each === segments[at]));

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export type Tokens = ReturnType<typeof createTokens>;

/** The first token is of account 0, and so on. */
export function createTokens(tokens: readonly string[], {scheme = 'bearer', header = ''}: AuthChoice = {}) {
  const accounts = new Map(tokens.map((token, account) => [token, account]));
  return {
    challenge: scheme === 'header' ? `Header name="${header}"` : 'Bearer',
    accountOf(headers: IncomingHttpHeaders): number | undefined {
      if (scheme === 'none') return 0;
      const token =
        scheme === 'header'
          ? headers[header.toLowerCase()]?.toString()
          : /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
      return token === undefined ? undefined : accounts.get(token);
    },
  };
}

export const unauthorized = ({challenge}: Tokens): Reply =>
  problemReply(401, 'UNAUTHORIZED', 'A token of this service is needed', {}, {'WWW-Authenticate': challenge});

export type RateLimit = ReturnType<typeof createRateLimit>;

export function createRateLimit({perSecond, burst}: Rate, now: () => number) {
  const buckets = new Map<number, {left: number; at: number}>();
  return {
    take(account: number): Reply | undefined {
      const at = now();
      const bucket = buckets.get(account) ?? {left: burst, at};
      const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond);
      buckets.set(account, {left: left < 1 ? left : left - 1, at});
      return left < 1 ? tooMany(Math.max(1, Math.ceil((1 - left) / perSecond))) : undefined;
    },
    forget: () => buckets.clear(),
  };
}

const tooMany = (seconds: number): Reply => {
  const message = `Too many requests; wait ${seconds} s`;
  return problemReply(429, 'RATE_LIMITED', message, {}, {'Retry-After': String(seconds)});
};
