/** So many at once, and the rest in turn. */
import type {LinkFailure} from '../errors.ts';

/** How long to wait; the reason of the signal is the kind of the failure. */
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

  /** @returns why none was had; undefined where one was, which is then to be given back */
  async take({signal, timeoutMs}: Patience): Promise<LinkFailure | undefined> {
    if (signal.aborted) return kindOf(signal);
    if (this.#free > 0) {
      this.#free--;
      return undefined;
    }
    return new Promise(resolve => {
      const settle = (failure?: LinkFailure) => {
        this.#waiting.delete(turn);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(failure);
      };
      const turn = () => settle();
      const giveUp = () => settle(kindOf(signal));
      const timer = setTimeout(() => settle('timeout'), timeoutMs);
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

function kindOf({reason}: AbortSignal): LinkFailure {
  return reason === 'closed' ? 'closed' : 'aborted';
}
