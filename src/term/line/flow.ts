import type {Query} from './handshake.ts';
import {type LineQuality, measured, noRoundTrip, type RoundTrip} from './round-trip.ts';

/** The least that may be on its way: at 1,200 bytes a second it is there within a second. */
const smallestWindow = 1024;
/** The same while nothing is measured of a known link: the first screen must not wait a round trip. */
const unmeasuredWindow = 2048;
const largestWindow = 64 * 1024;
/** What may be on its way is what the link takes in so long. */
const windowMs = 500;
/** Bytes after which the terminal is asked whether it has read them; the question itself is 4. */
const askEvery = 512;
/** An answer tells of the link's speed only when it took more than a few bytes with it. */
const fewestMeasured = 300;
/** A link that carries less in a millisecond is slow: 1 kB is seen to be on its way. */
const slowBelow = 12;
/** What a link is taken for that is known to be one, before anything is measured. */
const unmeasuredPerMs = 10;
/** On a slow link this much goes at a time, for an SSH packet shows nothing until it is whole. */
const pieceBytes = 1000;
/** How long the first answer is waited for, before the terminal counts as one that does not answer. */
const firstAnswerMs = 1000;
/** Later ones may take this long, and what a link of `slowestBytesPerMs` needs for what is on its way. */
const answerMs = 2000;
const slowestBytesPerMs = 0.5;

/** What is on its way to the terminal: bytes that no answer has confirmed, and since when it is silent. */
export type Backlog = {readonly bytes: number; readonly since: number} | undefined;

/**
 * How much may be on its way to the terminal. Behind a slow link the kernel and SSH would take in minutes of
 * frames; then the screen shows the past. So the terminal is asked now and then how far it has read, and no
 * frame is painted while more is on its way than the link carries in half a second, nor while an answer is
 * overdue: what is sent to a machine that sleeps is read first when it wakes. Of a terminal that never answered
 * nothing is known, and nothing is held back.
 */
export class Flow {
  readonly #isRemote: boolean;
  #unasked = 0;
  #hasAsked = false;
  #hasAnswered = false;
  #roundTrip: RoundTrip;
  #way: LineQuality;
  /** The last bytes that were on their way together, and how long the answer behind them took. */
  #burst: {bytes: number; ms: number} | undefined;
  #pacedUntil = 0;

  /** @param isRemote the terminal is known to be behind a link, of which nothing is measured yet */
  constructor(isRemote: boolean) {
    this.#isRemote = isRemote;
    this.#roundTrip = noRoundTrip(isRemote);
    this.#way = {...this.#roundTrip.way, isSlow: this.isSlow};
  }

  /** The same object while it reads the same. */
  get way(): LineQuality {
    return this.#way;
  }

  /** Bytes went out. @returns whether a query should go behind them */
  sent(now: number, bytes: number): boolean {
    this.#unasked += bytes;
    this.#pacedUntil = Math.max(now, this.#pacedUntil) + bytes / (this.#perMs ?? unmeasuredPerMs);
    const isFirst = this.#isRemote && !this.#hasAsked && bytes > 0;
    return isFirst || this.#unasked >= askEvery || (this.isSlow && bytes >= askEvery / 2);
  }

  /** A query goes out behind all bytes so far. @returns how many it stands for */
  asked(): number {
    const bytes = this.#unasked;
    this.#unasked = 0;
    this.#hasAsked = true;
    return bytes;
  }

  /** The answer to a query. */
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

  /** What was on its way before counts no more; the link is taken for what it was until measured anew. */
  restart(): void {
    this.#unasked = 0;
    this.#pacedUntil = 0;
  }

  /** Nothing is heard of what is on its way though there was time enough. */
  isStuck(now: number, owed: Backlog): boolean {
    if (owed === undefined || !this.#hasAnswered) return false;
    return now - owed.since >= answerMs + owed.bytes / slowestBytesPerMs;
  }

  /** How long to hold the next frame unless an answer comes first; 0 when it may go. */
  holdMs(now: number, owed: Backlog): number {
    if (owed === undefined) return 0;
    const isFull = owed.bytes + this.#unasked >= this.#window;
    if (!isFull) return 0;
    return this.#hasAnswered ? Number.POSITIVE_INFINITY : Math.max(0, owed.since + firstAnswerMs - now);
  }

  /** Whether the link is known to be slow, or to be one of which nothing more is known. */
  get isSlow(): boolean {
    const perMs = this.#perMs;
    return perMs === undefined ? this.#roundTrip.way.isRemote : perMs < slowBelow;
  }

  /** How much to send at a time, in bytes. */
  pieceBytes(now: number, owed: Backlog): number {
    const isSilent = !this.#hasAnswered && owed !== undefined && now - owed.since >= firstAnswerMs;
    return this.isSlow && !isSilent ? pieceBytes : Number.POSITIVE_INFINITY;
  }

  /** How long the link has to do with what was sent; the next piece of a screen would only stand behind it. */
  paceMs(now: number, owed: Backlog): number {
    return owed === undefined ? 0 : Math.max(0, this.#pacedUntil - now);
  }

  get #window(): number {
    const perMs = this.#perMs;
    if (perMs === undefined) return this.#roundTrip.way.isRemote ? unmeasuredWindow : smallestWindow;
    return Math.min(largestWindow, Math.max(smallestWindow, perMs * windowMs));
  }

  /** The link's speed, with the round trip of no bytes taken off; undefined while it is not known. */
  get #perMs(): number | undefined {
    const {leastMs} = this.#roundTrip;
    if (this.#burst === undefined || leastMs === undefined) return undefined;
    const {bytes, ms} = this.#burst;
    if (ms > leastMs) return bytes / Math.max(1, ms - leastMs);
    const atLeast = bytes / Math.max(1, ms);
    return atLeast >= slowBelow ? atLeast : undefined;
  }
}
