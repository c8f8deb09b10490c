/** Bearer tokens: each belongs to an account, the first to account 0, the second to account 1, and so on. */
import {createHash, timingSafeEqual} from 'node:crypto';

export interface Tokens {
  /** The account's number; undefined when the header bears no known token. */
  accountOf(authorization: string | undefined): number | undefined;
}

/**
 * Tokens are looked up by their hash, and hashes compared in constant time: how long a refusal takes tells nothing about
 * how much of a guess was right.
 */
export function createTokens(tokens: readonly string[]): Tokens {
  const accounts = new Map(tokens.map((token, account) => [digest(token).toString('hex'), account]));
  const digests = tokens.map(digest);

  return {
    accountOf(authorization) {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) return undefined;
      const given = digest(token);
      const account = accounts.get(given.toString('hex'));
      const known = account === undefined ? undefined : digests[account];
      return known !== undefined && timingSafeEqual(known, given) ? account : undefined;
    },
  };
}

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
