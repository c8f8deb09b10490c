/** The least that may be on its way: at 1,200 bytes a second it is there within a second. */
const smallestWindow = 1024;
const largestWindow = 64 * 1024;
/** What may be on its way is what the link takes in so long. */
const windowMs = 500;
/** Bytes after which the terminal is asked whether it has read them; the question itself is 4. */
const askEvery = 512;
/** An answer tells of the link's speed only when it took more than a few bytes with it. */
const fewestMeasured = 1024;
/** How long the first answer is waited for, before the terminal counts as one that does not answer. */
const firstAnswerMs = 1000;
/** Later ones may take this long, and longer by what a link of `slowestBytesPerMs` needs for what is on its way. */
const answerMs = 2000;
const slowestBytesPerMs = 0.5;

/**
 * How much may be on its way to the terminal. Behind a slow link the kernel and SSH would take in minutes of frames;
 * then the screen shows the past. So the terminal is asked now and then how far it has read, and no frame is painted
 * while more is on its way than the link carries in half a second. Of a terminal that does not answer nothing is known,
 * and nothing is held back.
 */
export class Flow {
  #unasked = 0;
  #asked = 0;
  #window = smallestWindow;
  #doesAnswer: boolean | undefined;
  #askedAt = 0;

  /** Bytes went out. @returns whether a query should go behind them */
  sent(bytes: number): boolean {
    this.#unasked += bytes;
    return this.#unasked >= askEvery;
  }

  /** A query went out behind all bytes so far. @returns how many it stands for */
  asked(now: number): number {
    const bytes = this.#unasked;
    if (this.#asked === 0) this.#askedAt = now;
    this.#asked += bytes;
    this.#unasked = 0;
    return bytes;
  }

  /** The answer to a query that was sent at `sentAt` behind `bytes`. */
  answered(now: number, sentAt: number, bytes: number): void {
    this.#doesAnswer = true;
    this.#asked = Math.max(0, this.#asked - bytes);
    this.#askedAt = now;
    if (bytes < fewestMeasured) return;
    const perMs = bytes / Math.max(1, now - sentAt);
    this.#window = Math.min(largestWindow, Math.max(smallestWindow, perMs * windowMs));
  }

  /** How long to hold the next frame unless an answer comes first; 0 when it may go. */
  holdMs(now: number): number {
    if (this.#asked + this.#unasked < this.#window || this.#doesAnswer === false) return 0;
    if (this.#asked === 0) return 0;
    const patience = this.#doesAnswer ? answerMs + this.#asked / slowestBytesPerMs : firstAnswerMs;
    const rest = this.#askedAt + patience - now;
    if (rest > 0) return rest;
    this.#doesAnswer = false;
    this.#asked = 0;
    return 0;
  }
}
