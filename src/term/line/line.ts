import {
  Handshake,
  type LineQuality,
  measured,
  noRoundTrip,
  type Query,
  type RoundTrip,
  type Sighting,
} from './handshake.ts';

type LineOptions = {
  /** Monotonic milliseconds. */
  now: () => number;
  isRemote?: boolean;
  onWay?: (way: LineQuality) => void;
};

/** An answer after this time: the remote machine slept, or its network was down. */
const longSilenceMs = 30_000;
/** If answers are overdue by more than this, some may be lost. */
const doubtfulMs = 5_000;
/** Interval of queries on a stuck line, doubled each time, because each query fills its buffers. */
const firstAskAgainMs = 5_000;
/** A key press proves that the user is present and justifies an extra query, at most this often. */
const keyAskAgainMs = 2_000;

/** The query to append, or '', and the cursor column after it. */
export type LineQuery = {readonly query: string; readonly place: number | undefined};

const noQuery: LineQuery = {query: '', place: undefined};

export class TerminalLine {
  readonly #now: () => number;
  readonly #onWay: (way: LineQuality) => void;
  readonly #handshake: Handshake;
  readonly #flow: Flow;
  #way: LineQuality;
  /** The next query is by place, because answers to earlier ones may be lost. */
  #isDoubtful = false;
  #doubtedAt = Number.NEGATIVE_INFINITY;
  #place = 0;
  #askedAgainAt = Number.NEGATIVE_INFINITY;
  #askAgainEveryMs = firstAskAgainMs;

  constructor({now, isRemote = false, onWay = () => {}}: LineOptions) {
    this.#now = now;
    this.#onWay = onWay;
    this.#handshake = new Handshake(now);
    this.#flow = new Flow(isRemote);
    this.#way = this.#flow.way;
  }

  get isAsking(): boolean {
    return this.#handshake.isAsking;
  }

  get isWanted(): boolean {
    return this.#handshake.isWanted;
  }

  get isStuck(): boolean {
    return this.#flow.isStuck(this.#now(), this.#handshake.owed);
  }

  /** Time to hold the next frame unless an answer comes: 0 if it may go, Infinity to wait for an answer. */
  get holdMs(): number {
    return this.#flow.holdMs(this.#now(), this.#handshake.owed);
  }

  get pieceBytes(): number {
    return this.#flow.pieceBytes(this.#now(), this.#handshake.owed);
  }

  get paceMs(): number {
    return this.#flow.paceMs(this.#now(), this.#handshake.owed);
  }

  wait(version: number): Promise<Sighting> {
    return this.#handshake.wait(version);
  }

  abandon(reason: string): void {
    this.#handshake.abandon(reason);
  }

  /** @param places columns available to queries by place; 0 if the cursor must not move */
  send(bytes: number, version: number, places: number): LineQuery {
    const isNeeded = this.#flow.sent(this.#now(), bytes) || (this.#isDoubtful && bytes > 0);
    return isNeeded || this.#handshake.isWantedOf(version) ? this.#ask(bytes, version, places) : noQuery;
  }

  get askAgainMs(): number {
    const owed = this.#handshake.owed;
    if (owed === undefined || !this.#handshake.hasEverAnswered) return Number.POSITIVE_INFINITY;
    const at = Math.max(owed.since + firstAskAgainMs, this.#askedAgainAt + this.#askAgainEveryMs);
    return Math.max(0, at - this.#now());
  }

  askAgain(version: number, places: number): LineQuery {
    if (this.askAgainMs > 0) return noQuery;
    this.#askedAgainAt = this.#now();
    this.#askAgainEveryMs *= 2;
    this.#isDoubtful = true;
    return this.#ask(0, version, places);
  }

  keyPressed(): void {
    if (this.#now() - this.#askedAgainAt > keyAskAgainMs) this.#askedAgainAt = Number.NEGATIVE_INFINITY;
  }

  /** Another terminal may be attached that owes no answer, so bytes in flight stop holding output, once. */
  doubt(): void {
    if (this.#handshake.owed === undefined) return;
    this.#isDoubtful = true;
    const now = this.#now();
    if (now - this.#doubtedAt < doubtfulMs) return;
    this.#doubtedAt = now;
    this.#handshake.giveUpOwed();
  }

  /** @returns true after a long silence, when everything should be redrawn */
  answered(place?: number): boolean {
    const now = this.#now();
    const owed = this.#handshake.owed;
    const query = this.#handshake.answered(place);
    if (query === undefined) return false;
    this.#askedAgainAt = Number.NEGATIVE_INFINITY;
    this.#askAgainEveryMs = firstAskAgainMs;
    const isAwake = owed !== undefined && now - owed.since >= longSilenceMs;
    this.#learn(now, isAwake ? {...query, isGivenUp: true} : query);
    if (isAwake) this.#awake();
    return isAwake;
  }

  #awake(): void {
    this.#handshake.giveUpOwed();
    this.#flow.restart();
    this.#isDoubtful = true;
  }

  #learn(now: number, query: Query): void {
    this.#flow.answered(now, query);
    if (this.#flow.way === this.#way) return;
    this.#way = this.#flow.way;
    this.#onWay(this.#way);
  }

  #ask(bytes: number, version: number, places: number): LineQuery {
    const owed = this.#handshake.owed;
    const isOld = owed !== undefined && this.#now() - owed.oldestAt > doubtfulMs;
    const byPlace = places > 1 && (this.#isDoubtful || isOld);
    if (byPlace) this.#place = (this.#place % places) + 1;
    const place = byPlace ? this.#place : undefined;
    this.#isDoubtful &&= !byPlace;
    const burst = (owed?.bytes ?? 0) + bytes;
    return {query: this.#handshake.query(version, {bytes: this.#flow.asked(), burst, place}), place};
  }
}

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

type Backlog = {readonly bytes: number; readonly since: number} | undefined;

/**
 * Flow control for the terminal. On a slow link the kernel and SSH would buffer minutes of frames, and the
 * screen would show the past. So the terminal is queried regularly, and no frame is painted while more bytes
 * are in flight than the link carries in half a second, or while an answer is overdue. A terminal that never
 * answered is not held back.
 */
class Flow {
  readonly #isRemote: boolean;
  #unasked = 0;
  #hasAsked = false;
  #hasAnswered = false;
  #roundTrip: RoundTrip;
  #way: LineQuality;
  #burst: {bytes: number; ms: number} | undefined;
  #pacedUntil = 0;

  constructor(isRemote: boolean) {
    this.#isRemote = isRemote;
    this.#roundTrip = noRoundTrip(isRemote);
    this.#way = {...this.#roundTrip.way, isSlow: this.isSlow};
  }

  get way(): LineQuality {
    return this.#way;
  }

  /** @returns true if a query should follow */
  sent(now: number, bytes: number): boolean {
    this.#unasked += bytes;
    this.#pacedUntil = Math.max(now, this.#pacedUntil) + bytes / (this.#perMs ?? unmeasuredPerMs);
    const isFirst = this.#isRemote && !this.#hasAsked && bytes > 0;
    return isFirst || this.#unasked >= askEvery || (this.isSlow && bytes >= askEvery / 2);
  }

  /** @returns the bytes that the query confirms */
  asked(): number {
    const bytes = this.#unasked;
    this.#unasked = 0;
    this.#hasAsked = true;
    return bytes;
  }

  answered(now: number, {sentAt, burst, isGivenUp}: Query): void {
    this.#hasAnswered = true;
    if (isGivenUp) return;
    const ms = now - sentAt;
    this.#roundTrip = measured(this.#roundTrip, ms);
    if (burst >= fewestMeasured) this.#burst = {bytes: burst, ms};
    const way = {...this.#roundTrip.way, isSlow: this.isSlow};
    const {isRemote, answerMs, isSlow} = this.#way;
    const isSame = way.isRemote === isRemote && way.answerMs === answerMs && way.isSlow === isSlow;
    if (!isSame) this.#way = way;
  }

  restart(): void {
    this.#unasked = 0;
    this.#pacedUntil = 0;
  }

  isStuck(now: number, owed: Backlog): boolean {
    if (owed === undefined || !this.#hasAnswered) return false;
    return now - owed.since >= answerMs + owed.bytes / slowestBytesPerMs;
  }

  /** In ms; 0 if the next frame may go. */
  holdMs(now: number, owed: Backlog): number {
    if (owed === undefined) return 0;
    const isFull = owed.bytes + this.#unasked >= this.#window;
    if (!isFull) return 0;
    return this.#hasAnswered ? Number.POSITIVE_INFINITY : Math.max(0, owed.since + firstAnswerMs - now);
  }

  get isSlow(): boolean {
    const perMs = this.#perMs;
    return perMs === undefined ? this.#roundTrip.way.isRemote : perMs < slowBelow;
  }

  pieceBytes(now: number, owed: Backlog): number {
    const isSilent = !this.#hasAnswered && owed !== undefined && now - owed.since >= firstAnswerMs;
    return this.isSlow && !isSilent ? pieceBytes : Number.POSITIVE_INFINITY;
  }

  /** Time that the link needs for the bytes already sent; the next piece would only queue. */
  paceMs(now: number, owed: Backlog): number {
    return owed === undefined ? 0 : Math.max(0, this.#pacedUntil - now);
  }

  get #window(): number {
    const perMs = this.#perMs;
    if (perMs === undefined) return this.#roundTrip.way.isRemote ? unmeasuredWindow : smallestWindow;
    return Math.min(largestWindow, Math.max(smallestWindow, perMs * windowMs));
  }

  /** Bandwidth without the idle round trip; undefined if unknown. */
  get #perMs(): number | undefined {
    const {leastMs} = this.#roundTrip;
    if (this.#burst === undefined || leastMs === undefined) return undefined;
    const {bytes, ms} = this.#burst;
    if (ms > leastMs) return bytes / Math.max(1, ms - leastMs);
    const atLeast = bytes / Math.max(1, ms);
    return atLeast >= slowBelow ? atLeast : undefined;
  }
}
