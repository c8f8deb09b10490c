import {placeQuery, statusQuery} from './sequences.ts';

type LineOptions = {now: () => number; isRemote?: boolean; onQuality?: (quality: LineQuality) => void};

/** An answer after this time: the remote machine slept, or its network was down. */
const longSilenceMs = 30_000;
/** If answers are overdue by more than this, some may be lost. */
const doubtfulMs = 5_000;
/** Interval of queries on a stuck line, doubled each time, because each query fills its buffers. */
const firstAskAgainMs = 5_000;
/** A key press proves that the user is present and justifies an extra query, at most this often. */
const keyAskAgainMs = 2_000;

/** At 1,200 bytes per second this arrives within a second. */
const smallestWindow = 1024;
/** Before any measurement: the first screen must not wait for a round trip. */
const unmeasuredWindow = 2048;
const largestWindow = 64 * 1024;
const windowMs = 500;
const askEvery = 512;
/** Only answers behind at least this many bytes measure the bandwidth. */
const fewestMeasured = 300;
/** Bytes per ms; slower links show a visible delay for 1 kB. */
const slowBelow = 12;
const unmeasuredPerMs = 10;
/** On a slow link output is sent in pieces, because an SSH packet shows nothing until it is complete. */
const pieceBytes = 1000;
const firstAnswerMs = 1000;
/** Limit for later answers, plus the time for the bytes in flight at `slowestBytesPerMs`. */
const answerMs = 2000;
const slowestBytesPerMs = 0.5;

/** A local terminal answers within a few ms, and on a busy machine at least once in five. */
const judged = 5;
const remoteFromMs = 100;

export type LineQuality = {
  readonly isRemote: boolean;
  /** Low bandwidth, or remote and not yet measured: key responses should need few bytes. */
  readonly isSlow: boolean;
};

export type LineQuery = {readonly query: string; readonly place: number | undefined};

const noQuery: LineQuery = {query: '', place: undefined};

/**
 * Flow control for the terminal. On a slow link the kernel and SSH would buffer minutes of frames, and the
 * screen would show the past. So the terminal is queried regularly, and no frame is painted while more bytes
 * are in flight than the link carries in half a second, or while an answer is overdue. A terminal that never
 * answered is not held back.
 */
export class TerminalLine {
  readonly #now: () => number;
  readonly #onQuality: (quality: LineQuality) => void;
  readonly #queries: Queries;
  #isRemote: boolean;
  #quality: LineQuality;
  #roundTrips: readonly number[] = [];
  #leastMs: number | undefined;
  #burst: {bytes: number; ms: number} | undefined;
  #unasked = 0;
  #hasAsked = false;
  #pacedUntil = 0;
  /** The next query is by place, because answers to earlier ones may be lost. */
  #isDoubtful = false;
  #doubtedAt = Number.NEGATIVE_INFINITY;
  #place = 0;
  #askedAgainAt = Number.NEGATIVE_INFINITY;
  #askAgainEveryMs = firstAskAgainMs;

  constructor({now, isRemote = false, onQuality = () => {}}: LineOptions) {
    this.#now = now;
    this.#onQuality = onQuality;
    this.#isRemote = isRemote;
    this.#queries = new Queries(now);
    this.#quality = {isRemote, isSlow: this.#isSlow};
  }

  /** An answer is on its way. */
  get isAsking(): boolean {
    return this.#queries.isAsking;
  }

  get isStuck(): boolean {
    const {owed, hasEverAnswered} = this.#queries;
    if (owed === undefined || !hasEverAnswered) return false;
    return this.#now() - owed.since >= answerMs + owed.bytes / slowestBytesPerMs;
  }

  /** Time to hold the next frame unless an answer comes: 0 if it may go, Infinity to wait for an answer. */
  get holdMs(): number {
    const {owed, hasEverAnswered} = this.#queries;
    if (owed === undefined || owed.bytes + this.#unasked < this.#window) return 0;
    return hasEverAnswered ? Number.POSITIVE_INFINITY : Math.max(0, owed.since + firstAnswerMs - this.#now());
  }

  get pieceBytes(): number {
    const {owed, hasEverAnswered} = this.#queries;
    const isSilent = !hasEverAnswered && owed !== undefined && this.#now() - owed.since >= firstAnswerMs;
    return this.#isSlow && !isSilent ? pieceBytes : Number.POSITIVE_INFINITY;
  }

  /** Time that the link needs for the bytes already sent; the next piece would only queue. */
  get paceMs(): number {
    return this.#queries.owed === undefined ? 0 : Math.max(0, this.#pacedUntil - this.#now());
  }

  /** @param places columns available to queries by place; 0 if the cursor must not move */
  send(bytes: number, places: number): LineQuery {
    this.#unasked += bytes;
    this.#pacedUntil = Math.max(this.#now(), this.#pacedUntil) + bytes / (this.#perMs ?? unmeasuredPerMs);
    const isFirst = this.#isRemote && !this.#hasAsked && bytes > 0;
    const isDue = isFirst || this.#unasked >= askEvery || (this.#isSlow && bytes >= askEvery / 2);
    return isDue || (this.#isDoubtful && bytes > 0) ? this.#ask(bytes, places) : noQuery;
  }

  get askAgainMs(): number {
    const owed = this.#queries.owed;
    if (owed === undefined || !this.#queries.hasEverAnswered) return Number.POSITIVE_INFINITY;
    const at = Math.max(owed.since + firstAskAgainMs, this.#askedAgainAt + this.#askAgainEveryMs);
    return Math.max(0, at - this.#now());
  }

  askAgain(places: number): LineQuery {
    if (this.askAgainMs > 0) return noQuery;
    this.#askedAgainAt = this.#now();
    this.#askAgainEveryMs *= 2;
    this.#isDoubtful = true;
    return this.#ask(0, places);
  }

  keyPressed(): void {
    if (this.#now() - this.#askedAgainAt > keyAskAgainMs) this.#askedAgainAt = Number.NEGATIVE_INFINITY;
  }

  /** Another terminal may be attached that owes no answer, so bytes in flight stop holding output, once. */
  doubt(): void {
    if (this.#queries.owed === undefined) return;
    this.#isDoubtful = true;
    const now = this.#now();
    if (now - this.#doubtedAt < doubtfulMs) return;
    this.#doubtedAt = now;
    this.#queries.giveUpOwed();
  }

  /** @returns true after a long silence, when everything should be redrawn */
  answered(place?: number): boolean {
    const now = this.#now();
    const owed = this.#queries.owed;
    const query = this.#queries.answered(place);
    if (query === undefined) return false;
    this.#askedAgainAt = Number.NEGATIVE_INFINITY;
    this.#askAgainEveryMs = firstAskAgainMs;
    const isAwake = owed !== undefined && now - owed.since >= longSilenceMs;
    this.#learn(now, isAwake ? {...query, isGivenUp: true} : query);
    if (isAwake) this.#awake();
    return isAwake;
  }

  #awake(): void {
    this.#queries.giveUpOwed();
    this.#unasked = 0;
    this.#pacedUntil = 0;
    this.#isDoubtful = true;
  }

  #learn(now: number, {sentAt, burst, isGivenUp}: Query): void {
    if (isGivenUp) return;
    const ms = now - sentAt;
    this.#roundTrips = [...this.#roundTrips, ms].slice(-judged);
    this.#leastMs = Math.min(this.#leastMs ?? ms, ms);
    // A link once found remote stays remote, so that the header does not flicker.
    this.#isRemote ||= this.#roundTrips.length === judged && Math.min(...this.#roundTrips) > remoteFromMs;
    if (burst >= fewestMeasured) this.#burst = {bytes: burst, ms};
    const quality = {isRemote: this.#isRemote, isSlow: this.#isSlow};
    const {isRemote, isSlow} = this.#quality;
    if (quality.isRemote === isRemote && quality.isSlow === isSlow) return;
    this.#quality = quality;
    this.#onQuality(quality);
  }

  #ask(bytes: number, places: number): LineQuery {
    const owed = this.#queries.owed;
    const isOld = owed !== undefined && this.#now() - owed.oldestAt > doubtfulMs;
    const byPlace = places > 1 && (this.#isDoubtful || isOld);
    if (byPlace) this.#place = (this.#place % places) + 1;
    const place = byPlace ? this.#place : undefined;
    this.#isDoubtful &&= !byPlace;
    const load = {bytes: this.#unasked, burst: (owed?.bytes ?? 0) + bytes, place};
    this.#unasked = 0;
    this.#hasAsked = true;
    return this.#queries.ask(load);
  }

  get #isSlow(): boolean {
    const perMs = this.#perMs;
    return perMs === undefined ? this.#isRemote : perMs < slowBelow;
  }

  get #window(): number {
    const perMs = this.#perMs;
    if (perMs === undefined) return this.#isRemote ? unmeasuredWindow : smallestWindow;
    return Math.min(largestWindow, Math.max(smallestWindow, perMs * windowMs));
  }

  get #perMs(): number | undefined {
    const leastMs = this.#leastMs;
    if (this.#burst === undefined || leastMs === undefined) return undefined;
    const {bytes, ms} = this.#burst;
    if (ms > leastMs) return bytes / Math.max(1, ms - leastMs);
    const atLeast = bytes / Math.max(1, ms);
    return atLeast >= slowBelow ? atLeast : undefined;
  }
}

type QueryLoad = {
  readonly bytes: number;
  /** The bytes sent together with the query, plus those in flight before it. */
  readonly burst: number;
  /** Column of the cursor, by which the answer identifies its query. */
  readonly place: number | undefined;
};

type Query = QueryLoad & {readonly sentAt: number; isGivenUp: boolean};

/**
 * The queries in flight. The terminal answers one only after it has read everything before it. Answers
 * arrive in the order of the queries, so no query is forgotten, or a late answer would match the next query.
 * The normal answer (CSI 0n) has no id and is counted. If answers may be lost because the terminal changed, a
 * query by place (CSI 6n) is sent: its answer identifies the query and settles all earlier ones.
 */
class Queries {
  readonly #now: () => number;
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

  ask(load: QueryLoad): LineQuery {
    this.#asked.push({...load, sentAt: this.#now(), isGivenUp: false});
    const {place} = load;
    return {query: place === undefined ? statusQuery : placeQuery(place), place};
  }

  answered(place?: number): Query | undefined {
    const index = this.#asked.findIndex(query => query.place === place);
    if (index < 0) return undefined;
    this.#hasEverAnswered = true;
    this.#answeredAt = this.#now();
    return this.#asked.splice(0, index + 1).at(-1);
  }

  /** Queries in flight still count for the order of answers, but not for the load of the link. */
  giveUpOwed(): void {
    for (const query of this.#asked) query.isGivenUp = true;
  }
}
