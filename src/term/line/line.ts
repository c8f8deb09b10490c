import {Flow} from './flow.ts';
import {Handshake, type Query, type Sighting} from './handshake.ts';
import type {LineQuality} from './round-trip.ts';

export type LineOptions = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** The terminal is known not to be on this machine. */
  isRemote?: boolean;
  /** What is known of the way to the terminal reads differently from now on. */
  onWay?: (way: LineQuality) => void;
};

/** An answer after so long: the machine at the other end slept, or its network was gone. */
const longSilenceMs = 30_000;
/** When answers are owed for longer than this, some may be lost. */
const doubtfulMs = 5_000;
/** A stuck line is asked again after so long, then after twice as long each time: each stays in its buffers. */
const firstAskAgainMs = 5_000;
/** A key proves that somebody is there, and is worth a question of its own; not more often than this. */
const keyAskAgainMs = 2_000;

/** The query to send behind what goes out, or '', and the column in which it leaves the cursor. */
export type LineQuery = {readonly query: string; readonly place: number | undefined};

const noQuery: LineQuery = {query: '', place: undefined};

/** The line to the terminal: what is on its way, what is heard of it, and so what may be sent. */
export class TerminalLine {
  readonly #now: () => number;
  readonly #onWay: (way: LineQuality) => void;
  readonly #handshake: Handshake;
  readonly #flow: Flow;
  #way: LineQuality;
  /** The next query is by place: answers to those before it may be lost. */
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

  /** Whether an answer is still owed by a terminal that has answered before. */
  get isAsking(): boolean {
    return this.#handshake.isAsking;
  }

  /** Whether anybody waits for a query that was not sent. */
  get isWanted(): boolean {
    return this.#handshake.isWanted;
  }

  /** Nothing is heard of what was sent: whatever is sent now stands behind it. */
  get isStuck(): boolean {
    return this.#flow.isStuck(this.#now(), this.#handshake.owed);
  }

  /** How long to hold the next frame unless an answer comes: 0 if it may go, Infinity if nothing else helps. */
  get holdMs(): number {
    return this.#flow.holdMs(this.#now(), this.#handshake.owed);
  }

  /** How much of a screen may go at a time, in bytes. */
  get pieceBytes(): number {
    return this.#flow.pieceBytes(this.#now(), this.#handshake.owed);
  }

  /** How long to wait with the next piece of a screen. */
  get paceMs(): number {
    return this.#flow.paceMs(this.#now(), this.#handshake.owed);
  }

  /** As `Handshake.wait`. */
  wait(version: number): Promise<Sighting> {
    return this.#handshake.wait(version);
  }

  abandon(reason: string): void {
    this.#handshake.abandon(reason);
  }

  /**
   * Bytes go out that show `version` in full.
   * @param places how many columns there are to tell queries apart by; 0 where the cursor must stay
   */
  send(bytes: number, version: number, places: number): LineQuery {
    const isNeeded = this.#flow.sent(this.#now(), bytes) || (this.#isDoubtful && bytes > 0);
    return isNeeded || this.#handshake.isWantedOf(version) ? this.#ask(bytes, version, places) : noQuery;
  }

  /** In how many ms a line of which nothing is heard is asked again; Infinity when none is. */
  get askAgainMs(): number {
    const owed = this.#handshake.owed;
    if (owed === undefined || !this.#handshake.hasEverAnswered) return Number.POSITIVE_INFINITY;
    const at = Math.max(owed.since + firstAskAgainMs, this.#askedAgainAt + this.#askAgainEveryMs);
    return Math.max(0, at - this.#now());
  }

  /** As `send`, of a line that is held: nothing but a query, and only when it is time. */
  askAgain(version: number, places: number): LineQuery {
    if (this.askAgainMs > 0) return noQuery;
    this.#askedAgainAt = this.#now();
    this.#askAgainEveryMs *= 2;
    this.#isDoubtful = true;
    return this.#ask(0, version, places);
  }

  /** Somebody presses keys: a line that is stuck is asked soon. */
  keyPressed(): void {
    if (this.#now() - this.#askedAgainAt > keyAskAgainMs) this.#askedAgainAt = Number.NEGATIVE_INFINITY;
  }

  /**
   * The screen is drawn anew, perhaps on another terminal, that owes no answer. What is on its way no longer
   * holds anything back, but once at a time: a link takes a screen or two, and no more for being asked often.
   */
  doubt(): void {
    if (this.#handshake.owed === undefined) return;
    this.#isDoubtful = true;
    const now = this.#now();
    if (now - this.#doubtedAt < doubtfulMs) return;
    this.#doubtedAt = now;
    this.#handshake.giveUpOwed();
  }

  /** The terminal answered. @returns whether it did so after a long silence, and should be shown all anew */
  answered(place?: number): boolean {
    const now = this.#now();
    const owed = this.#handshake.owed;
    const query = this.#handshake.answered(place);
    if (query === undefined) return false;
    this.#askedAgainAt = Number.NEGATIVE_INFINITY;
    this.#askAgainEveryMs = firstAskAgainMs;
    const isAwake = owed !== undefined && now - owed.since >= longSilenceMs;
    // How long it slept is no measure of the line.
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
