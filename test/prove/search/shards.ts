import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import type {Bound} from '../bounds.ts';
import type {Report} from './search.ts';

/** A thread remembers some 100 bytes of each state, and all of those that it is to go on from. */
const oldMb = 9_000;
const youngMb = 192;

/** Shares bounds out to so many threads, and tells of each as it is done. */
export async function searchAll(
  bounds: readonly Bound[],
  shards: number,
  told: (bound: Bound, report: Report) => void,
): Promise<void> {
  const rest = bounds.values();
  const run = async () => {
    for (const bound of rest) {
      const resourceLimits = {maxYoungGenerationSizeMb: youngMb, maxOldGenerationSizeMb: oldMb};
      const worker = new Worker(new URL('shard.ts', import.meta.url), {workerData: bound, resourceLimits});
      const [report] = (await once(worker, 'message')) as [Report];
      told(bound, report);
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({length: shards}, run));
}
