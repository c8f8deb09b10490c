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

type Planned = {
  readonly time: number;
  readonly order: number;
  readonly happens: () => void;
  readonly isAnswer: boolean;
};

export function createWorld(start: number): World {
  let now = start;
  let order = 0;
  let heap: Planned[] = [];
  const plan = (time: number, happens: () => void, isAnswer: boolean) =>
    push(heap, {time: Math.max(time, now), order: order++, happens, isAnswer});

  return {
    now: () => now,
    at: (time, happens) => plan(time, happens, false),
    answerAt: (time, happens) => plan(time, happens, true),
    async runUntil(time, afterEach) {
      for (let next = heap[0]; next !== undefined && next.time <= time; next = heap[0]) {
        pop(heap);
        now = next.time;
        next.happens();
        if (next.isAnswer) await settle();
        afterEach();
      }
      now = Math.max(now, time);
    },
    stop() {
      heap = [];
    },
  };
}

/** The longest chain of promises between an answer and the message that it becomes is shorter than this. */
const links = 24;

async function settle(): Promise<void> {
  for (let link = 0; link < links; link++) await undefined;
}

const isBefore = (a: Planned, b: Planned) => a.time < b.time || (a.time === b.time && a.order < b.order);

function push(heap: Planned[], planned: Planned): void {
  let index = heap.push(planned) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] as Planned;
    if (!isBefore(planned, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = planned;
}

function pop(heap: Planned[]): void {
  const last = heap.pop() as Planned;
  if (heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Planned, heap[child] as Planned)) child++;
    if (!isBefore(heap[child] as Planned, last)) break;
    heap[index] = heap[child] as Planned;
    index = child;
  }
  heap[index] = last;
}
