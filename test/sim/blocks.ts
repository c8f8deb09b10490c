import type {Mutation} from './mutations.ts';
import {runScenario} from './scenario.ts';
import {inShards} from './shards.ts';

/** Scenarios in a row: what one shard is given at a time. */
export type Block = {
  readonly first: number;
  readonly runs: number;
  /** Whether the first broken one ends it. */
  readonly isSearch: boolean;
  /** The name of a way to break the program on purpose. */
  readonly breakName?: string | undefined;
  readonly amendLagMs?: number | undefined;
};

export type BlockReport = {
  readonly block: Block;
  readonly runs: number;
  readonly steps: number;
  /** How many intents ended in each state. */
  readonly ends: Readonly<Record<string, number>>;
  readonly broken: readonly {readonly seed: number; readonly breaches: readonly string[]}[];
};

export async function runBlock(block: Block, mutation: Mutation | undefined): Promise<BlockReport> {
  const report = {block, runs: 0, steps: 0, ends: {} as Record<string, number>};
  const broken: BlockReport['broken'][number][] = [];
  for (let seed = block.first; seed < block.first + block.runs; seed++) {
    const {steps, ends, breaches} = await runScenario(seed, {
      ...(mutation && {mutation}),
      amendLagMs: block.amendLagMs,
    });
    report.runs++;
    report.steps += steps;
    addEnds(report.ends, ends);
    if (breaches.length === 0) continue;
    broken.push({seed, breaches});
    if (block.isSearch) break;
  }
  return {...report, broken};
}

export const inBlocks = (shards: number, blocks: Iterable<Block>, told: (report: BlockReport) => void) =>
  inShards({file: new URL('shard.ts', import.meta.url), shards}, blocks, told);

export function addEnds(sum: Record<string, number>, ends: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(ends)) sum[name] = (sum[name] ?? 0) + count;
}
