import {statusQuery} from './sequences.ts';

/** When the screen counts as shown; not `isAnswered` where that is because no terminal has ever answered. */
export type Seen = {readonly at: number; readonly isAnswered: boolean};

type Waiter = {
  version: number;
  resolve: (shown: Seen) => void;
  reject: (reason: Error) => void;
  patience: NodeJS.Timeout;
};

/** A query on its way: who waits for its answer, and how many bytes stand before it since the query before. */
type Query = {sentAt: number; bytes: number; waiters: Waiter[]};

/** Where no terminal has ever answered, a screen counts as shown after so long. */
const withoutAnswerMs = 500;
/** Where it has, an answer is waited for; a link that is slower than this is no place to confirm an order. */
const patienceMs = 5000;
/** An answer that has not come by then is lost, and no longer expected before the answers to later queries. */
const forgottenMs = 30_000;

/**
 * Finds out when the terminal has truly shown something: it answers a status query (CSI 5n) only after it has read all
 * that came before. Answers carry no number, so they are counted against the queries in the order of sending; a query
 * that was given up keeps its place in that order, lest its late answer be taken for the next one's.
 */
export class Handshake {
  readonly #now: () => number;
  readonly #waiting: Waiter[] = [];
  readonly #asked: Query[] = [];
  #hasEverAnswered = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether an answer is still owed by a terminal that has answered before. */
  get isAsking(): boolean {
    return this.#hasEverAnswered && this.#asked.length > 0;
  }

  /** Whether anybody waits for a query that was not sent. */
  get isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Resolves once the terminal has read all of `version`.
   * @throws when it does not in 5 s, or the wait is abandoned
   */
  wait(version: number): Promise<Seen> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(
        () => this.#giveUp(waiter, 'the terminal did not answer in time'),
        patienceMs,
      );
      const waiter: Waiter = {version, resolve, reject, patience};
      this.#waiting.push(waiter);
    });
  }

  /**
   * The query to send behind all of `version`; '' when nobody needs it.
   * @param bytes what was sent since the last query, for whoever reckons with the answer
   * @param isNeeded ask although nobody waits
   */
  query(version: number, bytes: number, isNeeded: boolean): string {
    const ready = this.#waiting.filter(waiter => waiter.version <= version);
    if (ready.length === 0 && !isNeeded) return '';
    this.#waiting.splice(
      0,
      this.#waiting.length,
      ...this.#waiting.filter(waiter => waiter.version > version),
    );
    const query: Query = {sentAt: this.#now(), bytes, waiters: ready};
    this.#asked.push(query);
    if (!this.#hasEverAnswered && ready.length > 0) {
      setTimeout(() => {
        if (!this.#hasEverAnswered) this.#settle(query);
      }, withoutAnswerMs);
    }
    return statusQuery;
  }

  /** The terminal answered. @returns the query it answered, if it was asked */
  answered(): {sentAt: number; bytes: number} | undefined {
    this.#hasEverAnswered = true;
    while (this.#asked[0] !== undefined && this.#now() - this.#asked[0].sentAt > forgottenMs)
      this.#asked.shift();
    const query = this.#asked.shift();
    if (query !== undefined) this.#settle(query);
    return query;
  }

  /** Nobody will be told any more. */
  abandon(reason: string): void {
    for (const waiter of [...this.#waiting, ...this.#asked.flatMap(({waiters}) => waiters)]) {
      this.#giveUp(waiter, reason);
    }
  }

  #settle(query: Query): void {
    for (const waiter of query.waiters.splice(0)) {
      clearTimeout(waiter.patience);
      waiter.resolve({at: this.#now(), isAnswered: this.#hasEverAnswered});
    }
  }

  #giveUp(waiter: Waiter, reason: string): void {
    clearTimeout(waiter.patience);
    for (const list of [this.#waiting, ...this.#asked.map(({waiters}) => waiters)]) {
      const index = list.indexOf(waiter);
      if (index >= 0) list.splice(index, 1);
    }
    waiter.reject(new Error(reason));
  }
}
