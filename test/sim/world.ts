/** A virtual clock: what is planned happens in order of time, and of planning where the times are equal. */
export type World = {
  /** Milliseconds of true time. */
  now(): number;
  at(time: number, happens: () => void): void;
  /** As `at`, for what settles a promise: what waits for that goes on before anything else happens. */
  answerAt(time: number, happens: () => void): void;
  /** Lets everything up to `time` happen. */
  runUntil(time: number, afterEach: () => void): Promise<void>;
  /** Drops everything that is planned. */
  stop(): void;
};

type Planned = {readonly time: number; readonly happens: () => void; readonly isAnswer: boolean};

export function createWorld(start: number): World {
  let now = start;
  /** The next one first. */
  let planned: Planned[] = [];
  const plan = (at: number, happens: () => void, isAnswer: boolean) => {
    const time = Math.max(at, now);
    const before = planned.findLastIndex(each => each.time <= time);
    planned.splice(before + 1, 0, {time, happens, isAnswer});
  };

  return {
    now: () => now,
    at: (time, happens) => plan(time, happens, false),
    answerAt: (time, happens) => plan(time, happens, true),
    async runUntil(time, afterEach) {
      for (let [next] = planned; next !== undefined && next.time <= time; [next] = planned) {
        planned.shift();
        now = next.time;
        next.happens();
        if (next.isAnswer) await settle();
        afterEach();
      }
      now = Math.max(now, time);
    },
    stop() {
      planned = [];
    },
  };
}

/** The longest chain of promises between an answer and the message that it becomes is shorter than this. */
const links = 24;

async function settle(): Promise<void> {
  for (let link = 0; link < links; link++) await undefined;
}
