import {placeQuery, statusQuery} from '../sequences.ts';

/** `isAnswered` is false if the terminal has never answered. */
export type Sighting = {readonly at: number; readonly isAnswered: boolean};

type Waiter = {
  version: number;
  resolve: (shown: Sighting) => void;
  reject: (reason: Error) => void;
  patience: NodeJS.Timeout;
};

type QueryLoad = {
  readonly bytes: number;
  /** The bytes sent together with the query, plus those in flight before it. */
  readonly burst: number;
  /** Column of the cursor, by which the answer identifies its query. */
  readonly place?: number | undefined;
};

export type Query = QueryLoad & {
  readonly sentAt: number;
  isGivenUp: boolean;
  readonly waiters: Waiter[];
};

/** If the terminal never answered, a screen counts as shown after this time. */
const withoutAnswerMs = 500;
/** Otherwise the answer is required; a slower link is unsafe for confirming an order. */
const patienceMs = 5000;

/**
 * Detects when the terminal has processed its output: it answers a query only after reading everything before
 * it. Answers arrive in the order of the queries, so no query is forgotten, or a late answer would match the
 * next query. The normal answer (CSI 0n) has no id and is counted. If answers may be lost because the terminal
 * changed, a query by place (CSI 6n) is sent: its answer identifies the query and settles all earlier ones.
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

  get isAsking(): boolean {
    return this.#hasEverAnswered && this.#asked.length > 0;
  }

  get hasEverAnswered(): boolean {
    return this.#hasEverAnswered;
  }

  get isWanted(): boolean {
    return this.#waiting.length > 0;
  }

  isWantedOf(version: number): boolean {
    return this.#waiting.some(waiter => waiter.version <= version);
  }

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

  /** @throws after 5 s, or if the wait is abandoned */
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

  /** Returns '' if no one waits for `version`, unless `carried` is given. */
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

  answered(place?: number): Query | undefined {
    const index = this.#asked.findIndex(query => query.place === place);
    if (index < 0) return undefined;
    this.#hasEverAnswered = true;
    this.#answeredAt = this.#now();
    const read = this.#asked.splice(0, index + 1);
    for (const query of read) this.#settle(query);
    return read.at(-1);
  }

  /** Queries in flight still count for the order of answers, but not for the load of the link. */
  giveUpOwed(): void {
    for (const query of this.#asked) query.isGivenUp = true;
  }

  /** Another program used the terminal and read the outstanding answers. */
  forget(): void {
    for (const query of this.#asked.splice(0)) {
      for (const waiter of [...query.waiters]) this.#giveUp(waiter, 'the terminal was left');
    }
  }

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

// Answer time in coarse, stable steps: a screen that shows it must not change with every packet.

export type LineQuality = {
  readonly isRemote: boolean;
  /** Upper bound in coarse steps, up to Infinity; undefined until a few answers arrived. */
  readonly answerMs: number | undefined;
  /** Low bandwidth, or remote and not yet measured: key responses should need few bytes. */
  readonly isSlow: boolean;
};

export type RoundTrip = {
  /** Latest answer times in ms, newest last. */
  readonly recent: readonly number[];
  readonly leastMs: number | undefined;
  readonly way: Omit<LineQuality, 'isSlow'>;
};

const answerSteps: readonly number[] = [100, 200, 500, 1_000, 2_000, 5_000, Number.POSITIVE_INFINITY];

/** Enough to ignore one delayed answer, few enough to follow a change. */
const judged = 5;
const fewestJudged = 3;
/** A local terminal answers within a few ms, and on a busy machine at least once in five. */
const remoteFromMs = 100;
const above = 1.25;
const below = 0.8;

export const noRoundTrip = (isRemote: boolean): RoundTrip => ({
  recent: [],
  leastMs: undefined,
  way: {isRemote, answerMs: undefined},
});

export function measured({recent: before, leastMs: least, way}: RoundTrip, ms: number): RoundTrip {
  const recent = [...before, ms].slice(-judged);
  const leastMs = Math.min(least ?? ms, ms);
  const sorted = [...recent].sort((a, b) => a - b);
  if (sorted.length < fewestJudged) return {recent, leastMs, way};
  // A link once found remote stays remote, so that the header does not flicker.
  const isRemote = way.isRemote || (sorted.length === judged && (sorted[0] ?? 0) > remoteFromMs);
  const answerMs = step(way.answerMs, sorted[Math.floor(sorted.length / 2)] ?? 0);
  const isSame = isRemote === way.isRemote && answerMs === way.answerMs;
  return {recent, leastMs, way: isSame ? way : {isRemote, answerMs}};
}

function step(current: number | undefined, ms: number): number {
  const lower = current === undefined ? 0 : (answerSteps[answerSteps.indexOf(current) - 1] ?? 0);
  if (current !== undefined && ms < current * above && ms >= lower * below) return current;
  return answerSteps.find(each => ms < each) ?? Number.POSITIVE_INFINITY;
}
