import type {Moment} from '../desk/model/moment.ts';

export const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

/** One-shot timers that are cleared together, so that none keeps a finished program alive. */
export type Timers = {after(ms: number, then: () => void): void; stop(): void};

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    after(ms, then) {
      if (isStopped) return;
      const timer = setTimeout(() => {
        running.delete(timer);
        then();
      }, ms);
      running.add(timer);
    },
    stop() {
      isStopped = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
