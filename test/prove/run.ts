import {availableParallelism} from 'node:os';
import {parseArgs} from 'node:util';
import {breakNamed} from '../sim/breaks.ts';
import {unbroken} from '../sim/mutations.ts';
import {inShards} from '../sim/shards.ts';
import type {Bound} from './bounds.ts';
import {broken, brokenForEver, full, quick} from './plan.ts';
import {type Report, search} from './search/search.ts';

/**
 * Visits every state within each bound: all bounds, or `--quick`, or those whose name holds `--bound TEXT`,
 * in `--shards M` threads (one a core). `--breaks` searches programs that are broken on purpose, and tells
 * how each is found out.
 */
const {values} = parseArgs({
  options: {
    quick: {type: 'boolean', default: false},
    bound: {type: 'string'},
    breaks: {type: 'boolean', default: false},
    shards: {type: 'string'},
  },
});

/** A thread remembers some 100 bytes of each state, and all of those that it is to go on from. */
const oldMb = 9_000;

if (values.breaks) tellBreaks();
else await tellBounds();

async function tellBounds(): Promise<void> {
  const began = performance.now();
  const named = (values.quick ? quick : full).filter(({name}) => name.includes(values.bound ?? ''));
  let [states, cut, cpu] = [0, 0, 0];
  console.log(`${'bound'.padEnd(62)}    states  depth  cut    cpu s  seconds`);
  const file = new URL('search/shard.ts', import.meta.url);
  const shards = Number(values.shards ?? availableParallelism());
  await inShards({file, shards, oldMb}, named, (report: Report, bound) => {
    states += report.states;
    cut += report.cut;
    cpu += report.cpuSeconds;
    tell(bound, report);
  });
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(
    `${states} states in ${named.length} bounds, ${cut} cut, ${cpu.toFixed(0)} s of cpu, ${seconds} s`,
  );
  if (cut > 0) process.exitCode = 1;
}

function tell(bound: Bound, {states, depth, cut, seconds, cpuSeconds, found}: Report): void {
  const figures = [String(states).padStart(8), String(depth).padStart(5), String(cut).padStart(3)];
  console.log(
    `${bound.name.padEnd(62)}  ${figures.join('  ')}  ${cpuSeconds.toFixed(1).padStart(7)}  ${seconds.toFixed(0).padStart(7)}`,
  );
  if (found === undefined) return;
  for (const line of found.story) console.log(`  ${line}`);
  process.exitCode = 1;
}

function tellBreaks(): void {
  for (const [name, bound] of Object.entries({...broken, ...brokenForEver})) {
    const broke = breakNamed(name) ?? unbroken;
    const {found, states} = search(bound, {broke});
    console.log(`\n${name}: ${found === undefined ? 'not found' : `${found.steps} steps`}, ${states} states`);
    if (found === undefined) process.exitCode = 1;
    for (const line of found?.story ?? []) console.log(`  ${line}`);
  }
}
