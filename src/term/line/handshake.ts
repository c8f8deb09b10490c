import {placeQuery, statusQuery} from '../sequences.ts';

/** When the screen counts as shown; not `isAnswered` where that is because no terminal has ever answered. */
export type Sighting = {readonly at: number; readonly isAnswered: boolean};

type Waiter = {
  version: number;
  resolve: (shown: Sighting) => void;
  reject: (reason: Error) => void;
  patience: NodeJS.Timeout;
};

/** What a query is asked behind, for whoever reckons with its answer. */
export type QueryLoad = {
  /** All bytes since the query before. */
  readonly bytes: number;
  /** Those of them that went out in one go with the query, and what was on its way before. */
  readonly burst: number;
  /** The column that the cursor is put in, so that the answer names the query it belongs to. */
  readonly place?: number | undefined;
};

/** A query on its way, and who waits for its answer. */
export type Query = QueryLoad & {
  readonly sentAt: number;
  /** Its answer tells nothing of the line any more: it is of another time, or was for another terminal. */
  isGivenUp: boolean;
  readonly waiters: Waiter[];
};

/** Where no terminal has ever answered, a screen counts as shown after so long. */
const withoutAnswerMs = 500;
/** Where it has, an answer is waited for; a link that is slower than this is no place to confirm an order. */
const patienceMs = 5000;

/**
 * Finds out when the terminal has truly shown something: it answers a query only after it has read all that
 * came before. Answers come in the order of the queries, however late, so none is ever forgotten: a late answer
 * would else be taken for the next one's. The ordinary answer (CSI 0n) carries no number and is counted. Where
 * answers may be lost, since the terminal may be another, a query by place (CSI 6n) is asked: its answer names
 * it, and settles all before.
 */
export class Handshake {
  readonly #now: () => number;
  readonly #waiting: Waiter[] = [];
  readonly #asked: Query[] = [];
  #hasEverAnswered = false;
  #answeredAt = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether an answer is still owed by a terminal that has answered before. */
  get isAsking(): boolean {
    return this.#hasEverAnswered && this.#asked.length > 0;
  }

  get hasEverAnswered(): boolean {
    return this.#hasEverAnswered;
  }

  /** Whether anybody waits for a query that was not sent. */
  get isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  /** Whether somebody waits for a query that can be sent, since all of `version` was. */
  isWantedOf(version: number): boolean {
    return this.#waiting.some(waiter => waiter.version <= version);
  }

  /** Since when nothing is heard of the queries on their way, and the bytes before them; undefined for none. */
  get owed(): {since: number; bytes: number; oldestAt: number} | undefined {
    const counted = this.#asked.filter(query => !query.isGivenUp);
    const [oldest] = counted;
    if (oldest === undefined) return undefined;
    return {
      since: Math.max(oldest.sentAt, this.#answeredAt),
      bytes: counted.reduce((sum, {bytes}) => sum + bytes, 0),
      oldestAt: oldest.sentAt,
    };
  }

  /**
   * Resolves once the terminal has read all of `version`.
   * @throws when it does not in 5 s, or the wait is abandoned
   */
  wait(version: number): Promise<Sighting> {
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
   * The query to send behind all of `version`; '' when nobody waits for it.
   * @param carried when it is asked although nobody waits
   */
  query(version: number, carried?: QueryLoad): string {
    const ready = this.#waiting.filter(waiter => waiter.version <= version);
    if (ready.length === 0 && carried === undefined) return '';
    this.#waiting.splice(
      0,
      this.#waiting.length,
      ...this.#waiting.filter(waiter => waiter.version > version),
    );
    const query: Query = {
      bytes: 0,
      burst: 0,
      ...carried,
      sentAt: this.#now(),
      isGivenUp: false,
      waiters: ready,
    };
    this.#asked.push(query);
    if (!this.#hasEverAnswered && ready.length > 0) {
      setTimeout(() => {
        if (!this.#hasEverAnswered) this.#settle(query);
      }, withoutAnswerMs);
    }
    return query.place === undefined ? statusQuery : placeQuery(query.place);
  }

  /**
   * The terminal answered: by `place`, or without.
   * @returns the query it answered, if it was asked
   */
  answered(place?: number): Query | undefined {
    const index = this.#asked.findIndex(query => query.place === place);
    if (index < 0) return undefined;
    this.#hasEverAnswered = true;
    this.#answeredAt = this.#now();
    const read = this.#asked.splice(0, index + 1);
    for (const query of read) this.#settle(query);
    return read.at(-1);
  }

  /** What is on its way is still counted by order, and no longer as bytes that a link has yet to carry. */
  giveUpOwed(): void {
    for (const query of this.#asked) query.isGivenUp = true;
  }

  /** The line was another's meanwhile, who has read what was still to come. */
  forget(): void {
    for (const query of this.#asked.splice(0)) {
      for (const waiter of [...query.waiters]) this.#giveUp(waiter, 'the terminal was left');
    }
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
