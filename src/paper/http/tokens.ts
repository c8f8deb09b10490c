/** Tokens belong to accounts in order: the first to account 0, and so on. */
import {createHash, timingSafeEqual} from 'node:crypto';
import type {IncomingHttpHeaders} from 'node:http';
import type {AuthChoice} from '../operations/dialect.ts';

export type Tokens = {
  accountOf(headers: IncomingHttpHeaders): number | undefined;
  challenge: string;
};

/** Tokens are hashed and compared in constant time, so that timing reveals nothing about a guess. */
export function createTokens(
  tokens: readonly string[],
  {scheme = 'bearer', header = ''}: AuthChoice = {},
): Tokens {
  const accounts = new Map(tokens.map((token, account) => [digest(token).toString('hex'), account]));
  const digests = tokens.map(digest);
  const tokenIn = (headers: IncomingHttpHeaders): string | undefined =>
    scheme === 'header'
      ? headers[header.toLowerCase()]?.toString()
      : /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

  return {
    challenge: scheme === 'header' ? `Header name="${header}"` : 'Bearer',
    accountOf(headers) {
      if (scheme === 'none') return 0;
      const token = tokenIn(headers);
      if (token === undefined) return undefined;
      const given = digest(token);
      const account = accounts.get(given.toString('hex'));
      const known = account === undefined ? undefined : digests[account];
      return known !== undefined && timingSafeEqual(known, given) ? account : undefined;
    },
  };
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
