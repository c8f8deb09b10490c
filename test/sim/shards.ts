import {once} from 'node:events';
import {Worker} from 'node:worker_threads';
import type {Block, BlockReport} from './blocks.ts';

/** Most of what a scenario makes dies with it: with room for a good many, little of it is ever copied. */
const youngMb = 192;

/** Shares blocks out to so many threads, and tells of each as it is done. */
export async function inShards(
  blocks: Iterable<Block>,
  shards: number,
  told: (report: BlockReport) => void,
): Promise<void> {
  const rest = blocks[Symbol.iterator]();
  const run = async () => {
    const worker = new Worker(new URL('shard.ts', import.meta.url), {
      resourceLimits: {maxYoungGenerationSizeMb: youngMb},
    });
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      worker.postMessage(next.value);
      const [report] = (await once(worker, 'message')) as [BlockReport];
      told(report);
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({length: shards}, run));
}
