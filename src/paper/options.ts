import type {DialectChoice} from './operations/dialect.ts';

declare global {
  // Like the client's contract: these types need only the es2024 library.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

export type Logger = {info(message: string): void; error(message: string): void};

/** Requests per second, and the burst size. */
export type Rate = {perSecond: number; burst: number};

export type PaperOptions = {
  /** The ledger: a path, or `:memory:` (the default), which is not stored. */
  db?: string | undefined;
  /** Default: 127.0.0.1. */
  host?: string | undefined;
  /** Default: 0, a free port. */
  port?: number | undefined;
  /** Prefix of every path, like `/api`. */
  prefix?: string | undefined;
  /** Seed of a new ledger; an existing one keeps its own. The same seed and start give the same market. */
  seed?: number | undefined;
  /** Start of a new ledger's market: epoch milliseconds, a Date or ISO 8601 text. Default: now. */
  start?: number | Date | string | undefined;
  /** Seconds of service time per second. Default: 1; 0 advances only on request. */
  speed?: number | undefined;
  /** One token per account, by name if an object. Default: one account with a random token. */
  token?: string | readonly string[] | Readonly<Record<string, string>> | undefined;
  /** Faults to inject; docs/paper.md describes the grammar. */
  faults?: string | undefined;
  /** Accepts only this spelling of queries and credentials; otherwise also other encodings of searchDto. */
  dialect?: DialectChoice | undefined;
  /** Trades are listed this many seconds late, at any speed. Default: 0. */
  lag?: number | undefined;
  /** Per account. Default: 100 reads and 50 writes per second, with bursts of four times that. */
  limits?: {reads: Rate; writes: Rate} | 'none' | undefined;
  /** Wall clock in epoch milliseconds. If given, the market advances only on access. */
  now?: (() => number) | undefined;
  logger?: Logger | undefined;
};

export type PaperClock = {
  /** Service time, epoch milliseconds. */
  now(): number;
  /** Runs all events of the time span. @throws {RangeError} unless from 0 to 366 days */
  advance(ms: number): void;
  /** In seconds per second. @throws {RangeError} unless from 0 to 1,000,000 */
  setSpeed(factor: number): void;
};

export type Paper = {
  /** Origin and prefix, without `/v1`. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly token: string;
  /** Tokens by account name; unnamed accounts are account1, account2 and so on. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Identifies the ledger; a reset creates a new one. */
  readonly ledgerId: string;
  readonly seed: number;
  readonly clock: PaperClock;
  /** Replaces all faults; an empty text removes them. @throws {FaultSpecError} */
  setFaults(spec: string): void;
  /** Fills an open order at its limit; by default all of it. @throws {Error} if that is impossible */
  fillOrder(orderId: string, size?: string): void;
  /** Resets everything to the start: empty books, full accounts, first faults, and `start` if given. */
  reset(): void;
  /** Finishes running requests, then closes the ledger. Idempotent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};
