/** What the paper service is told when it starts, and what it gives back: the types of `optty/paper`. */
import type {DialectChoice} from './operations/dialect.ts';

declare global {
  // As in the client's contract: these types need no newer library of TypeScript than es2024.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

export type Logger = {
  info(message: string): void;
  error(message: string): void;
};

/** Requests a second, and how many may come at once. */
export type Rate = {
  perSecond: number;
  burst: number;
};

export type PaperOptions = {
  /** The ledger: a path, or `:memory:` (the default), which keeps nothing. */
  db?: string | undefined;
  /** 127.0.0.1 when not given. */
  host?: string | undefined;
  /** A free one when 0 or not given. */
  port?: number | undefined;
  /** What stands before every path, like `/api`. */
  prefix?: string | undefined;
  /** Of a new ledger; an existing one keeps its own. The same seed and start make the same market. */
  seed?: number | undefined;
  /** When the market of a new ledger begins: epoch milliseconds, a Date or an ISO 8601 text. Now by default. */
  start?: number | Date | string | undefined;
  /** How many seconds of service time pass in a second (1); 0 lets time pass only when it is told to. */
  speed?: number | undefined;
  /** How many cards are shown, of a new ledger: 40 (one default page) to 64. */
  cards?: number | undefined;
  /** One token for each account, by name if an object; a random one for one account when none is given. */
  token?: string | readonly string[] | Readonly<Record<string, string>> | undefined;
  /** Faults to play; the grammar stands in docs/paper.md. */
  faults?: string | undefined;
  /** The one spelling of queries and credentials to obey; else default names and any encoding of searchDto. */
  dialect?: DialectChoice | undefined;
  /** Requests a second of each account (100 reads, 50 writes, four times that at once); `none` for no limit. */
  limits?: {reads: Rate; writes: Rate} | 'none' | undefined;
  /** The wall clock in epoch milliseconds. With one given, the market moves only when somebody asks. */
  now?: (() => number) | undefined;
  logger?: Logger | undefined;
};

export type PaperClock = {
  /** Service time, epoch milliseconds. */
  now(): number;
  /**
   * Lets time pass at once, with all that happens in it.
   * @throws {RangeError} not a number of milliseconds from 0 to a year (366 days)
   */
  advance(ms: number): void;
  /**
   * How many seconds of service time pass in a second from now on.
   * @throws {RangeError} not a number from 0 to 1,000,000
   */
  setSpeed(factor: number): void;
};

export type Paper = {
  /** What stands before `/v1`: the origin and the prefix. */
  readonly baseUrl: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The token of the first account. */
  readonly token: string;
  /** Every token by the name of its account; those without a name are called account1, account2 and so on. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Tells one ledger from another; a reset makes a new one. */
  readonly ledgerId: string;
  /** Of the ledger, which is not the one asked for when the ledger was there before. */
  readonly seed: number;
  readonly clock: PaperClock;
  /**
   * Plays these faults from now on, and no others; an empty text plays none.
   * @throws {FaultSpecError} the specification cannot be read
   */
  setFaults(spec: string): void;
  /**
   * Fills an open limit order at its limit, as if somebody had taken it, whatever the market shows.
   * @param size a plain decimal of contracts; all that is left when not given
   * @throws {Error} there is no such open order, or it has less left
   */
  fillOrder(orderId: string, size?: string): void;
  /** Makes all as it was at the start: empty books, full accounts, first faults, the start time if given. */
  reset(): void;
  /** Answers what has begun, then closes the ledger. Closing again does nothing. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
};
