import {once} from 'node:events';
import {Worker} from 'node:worker_threads';

/** Most of what a scenario or a state makes dies with it: with room for a good many, little is ever copied. */
const youngMb = 192;

/**
 * Shares jobs out to so many threads, and tells of each as it is done.
 * @param file what answers each message with a report
 * @param oldMb what a thread may remember
 */
export async function inShards<Job, Report>(
  {file, shards, oldMb}: {readonly file: URL; readonly shards: number; readonly oldMb?: number},
  jobs: Iterable<Job>,
  told: (report: Report, job: Job) => void,
): Promise<void> {
  const rest = jobs[Symbol.iterator]();
  const resourceLimits = {
    maxYoungGenerationSizeMb: youngMb,
    ...(oldMb !== undefined && {maxOldGenerationSizeMb: oldMb}),
  };
  const run = async () => {
    const worker = new Worker(file, {resourceLimits});
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      worker.postMessage(next.value);
      const [report] = (await once(worker, 'message')) as [Report];
      told(report, next.value);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({length: shards}, run));
}
