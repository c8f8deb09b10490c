/** So many at once, and the rest in turn. */
export type Patience = {
  signal: AbortSignal;
  timeoutMs: number;
};

export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** @returns whether one was had, which is to be given back; else time is over or the signal aborted */
  async take({signal, timeoutMs}: Patience): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free--;
      return true;
    }
    return new Promise(resolve => {
      const settle = (isHad: boolean) => {
        this.#waiting.delete(turn);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(isHad);
      };
      const turn = () => settle(true);
      const giveUp = () => settle(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(turn);
    });
  }

  /** To whoever has waited longest. */
  give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}
