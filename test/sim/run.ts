import {availableParallelism} from 'node:os';
import {parseArgs} from 'node:util';
import {addEnds, type Block, inBlocks} from './blocks.ts';
import {breakNamed, breaks} from './breaks.ts';
import {runScenario} from './scenario.ts';

/**
 * Runs scenarios: `--runs N` of them from `--seed S` on, in `--shards M` threads (one a core); `--seed S`
 * alone replays that one step by step, in words. `--break NAME` breaks the program on purpose;
 * `--breaks` tells of every such way, or of those named, how many scenarios it takes to find it.
 */
const {values} = parseArgs({
  options: {
    runs: {type: 'string'},
    seed: {type: 'string'},
    shards: {type: 'string'},
    break: {type: 'string', multiple: true},
    breaks: {type: 'boolean', default: false},
  },
});
const first = Number(values.seed ?? 1);
const runs = Number(values.runs ?? 20_000);
const names = values.break ?? [];
for (const name of names) breakNamed(name);
const shards = Number(values.shards ?? availableParallelism());
/** Small enough that no shard is idle for long at the end, or at all. */
const blockSize = Math.min(250, Math.ceil(runs / shards));
/** So many broken ones are told of in words. */
const mostTold = 40;
/** So often it is told how far it is. */
const tellEvery = 10_000;

if (values.breaks) await tellBreaks();
else if (values.runs === undefined && values.seed !== undefined) await replay(first);
else await runAll();

async function replay(seed: number): Promise<void> {
  const mutation = breakNamed(names[0]);
  const report = await runScenario(seed, {...(mutation && {mutation}), trace: words => console.log(words)});
  for (const breach of report.breaches) console.log(breach);
  if (report.breaches.length > 0) process.exitCode = 1;
}

async function runAll(): Promise<void> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const ends: Record<string, number> = {};
  const broken: number[] = [];
  let [done, steps, told] = [0, 0, 0];
  await inBlocks(shards, blocksOf(names[0]), report => {
    done += report.runs;
    steps += report.steps;
    addEnds(ends, report.ends);
    for (const {seed, breaches} of report.broken) {
      broken.push(seed);
      if (broken.length <= mostTold) console.log(`seed ${seed}: ${breaches.join('\n  ')}`);
    }
    if (done - told < tellEvery) return;
    told = done;
    console.log(`${done} scenarios, ${broken.length} broken, ${secondsSince(began)} s`);
  });
  const userMs = process.cpuUsage(cpu).user / 1_000 / Math.max(1, done);
  console.log(
    `${done} scenarios, ${steps} steps, ${broken.length} broken, ${secondsSince(began)} s, ` +
      `${userMs.toFixed(2)} ms of user time each`,
    Object.fromEntries(Object.entries(ends).sort()),
  );
  if (broken.length === 0) return;
  const seed = Math.min(...broken);
  console.log(`npm run sim -- --seed ${seed} replays one.`);
  process.exitCode = 1;
}

function* blocksOf(breakName: string | undefined): Generator<Block> {
  for (let seed = first; seed < first + runs; seed += blockSize)
    yield {first: seed, runs: Math.min(blockSize, first + runs - seed), isSearch: false, breakName};
}

/** One that no scenario finds is an error: the simulation has become blind to it. */
async function tellBreaks(): Promise<void> {
  const wanted = names.length > 0 ? names : Object.keys(breaks);
  const searches = wanted.map((breakName): Block => ({first, runs, isSearch: true, breakName}));
  await inBlocks(shards, searches, ({block, runs: count, broken: [found]}) => {
    const name = (block.breakName ?? '').padEnd(44);
    if (found === undefined) process.exitCode = 1;
    console.log(
      found === undefined
        ? `${name}not found in ${count} scenarios`
        : `${name}${String(count).padStart(6)}  ${found.breaches[0]}`,
    );
  });
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}
