/**
 * Gives the heap's garbage back to the system while nobody types. V8 lets it pile up between two collections of
 * its own: 10 MiB of the start, and tens of MiB in its young generation where polls are frequent.
 */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import type {Timers} from './timers.ts';

type Given = {
  readonly after: Timers['after'];
  /** How many keys have come by now. */
  readonly keyCount: () => number;
  /** The CPU that the process has used by now, in ms: on a busy machine time passes without it. */
  readonly cpuMs: () => number;
  readonly collect: () => void;
};

/** What the start has left behind goes first. */
const firstMs = 60_000;
const everyMs = 120_000;
/** Who types is not made to wait: a collection takes 50 ms, and more where there are many rows. */
const quietMs = 5_000;
/** At most so much of a core is spent on it, however large the heap. */
const share = 1 / 1_000;

export function collectWhenQuiet({after, keyCount, cpuMs, collect}: Given): void {
  let seen = keyCount();
  const look = () => {
    const isQuiet = keyCount() === seen;
    seen = keyCount();
    if (!isQuiet) {
      after(quietMs, look);
      return;
    }
    const before = cpuMs();
    collect();
    after(Math.max(everyMs, (cpuMs() - before) / share), look);
  };
  after(firstMs, look);
}

/** Fewer rows than these make no garbage to speak of. */
const manyRows = 2_000;
/** Once they are on the screen. */
const behindMs = 1_000;
/**
 * Where every poll brings thousands of new rows, V8 would let more than 100 MiB of old ones pile up, and hold
 * 48 MiB for those just made. Collecting earlier takes a few milliseconds a poll, on other threads.
 */
const small = ['--heap-growing-percent=20', '--semi-space-growth-factor=1'];
const usual = ['--heap-growing-percent=0', '--semi-space-growth-factor=2'];

type RowsGiven = Pick<Given, 'after' | 'collect'> & {readonly setFlag: (flag: string) => void};

/** Keeps the heap small while there are many rows: to be told how many there are whenever that changes. */
export function fitHeapToRows({after, collect, setFlag}: RowsGiven): (rows: number) => void {
  let isLarge = false;
  return rows => {
    if (rows >= manyRows === isLarge) return;
    isLarge = !isLarge;
    for (const flag of isLarge ? small : usual) setFlag(flag);
    // What has grown by then shrinks with this alone.
    if (isLarge) after(behindMs, collect);
  };
}

/** CPU of all threads: most of a collection is done by V8's own. */
export function processCpuMs(): number {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
}

type Collect = (how: {readonly type: 'major'; readonly flavor: 'last-resort'}) => void;

let collector: Collect | undefined;

/**
 * Collects all that can be, and gives empty pages back, which an ordinary collection keeps. V8 hands out the
 * function for it in a new context alone, once a flag is set.
 */
export function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('globalThis.gc') as Collect | undefined;
    setFlagsFromString('--no-expose-gc');
  }
  collector?.({type: 'major', flavor: 'last-resort'});
}
