import {parseArgs} from 'node:util';
import {breaks} from './breaks.ts';
import {runScenario} from './scenario.ts';

/**
 * Runs scenarios: `--runs N` of them from `--seed S` on; `--seed S` alone replays that one step by step, in
 * words. `--break NAME` breaks the program on purpose.
 */
const {values} = parseArgs({
  options: {runs: {type: 'string'}, seed: {type: 'string'}, break: {type: 'string'}},
});
const first = Number(values.seed ?? 1);
const isReplay = values.runs === undefined && values.seed !== undefined;
const runs = isReplay ? 1 : Number(values.runs ?? 20_000);
const names = Object.keys(breaks).join(', ');
const mutation = Object.entries(breaks).find(([name]) => name === values.break)?.[1];
if (values.break !== undefined && mutation === undefined) throw new Error(`--break is one of: ${names}`);

// A storm is made of errors, and nobody reads where they came from: a fifth of the time would go into their
// stacks.
if (!isReplay) Error.stackTraceLimit = 0;

const began = performance.now();
const ends: Record<string, number> = {};
const failed: number[] = [];
let steps = 0;
for (let seed = first; seed < first + runs; seed++) {
  const trace = isReplay ? (words: string) => console.log(words) : undefined;
  const report = await runScenario(seed, {...(mutation === undefined ? {} : {mutation}), trace});
  steps += report.steps;
  for (const [name, count] of Object.entries(report.ends)) ends[name] = (ends[name] ?? 0) + count;
  if (report.breaches.length === 0) continue;
  failed.push(seed);
  if (failed.length <= 10) console.log(`seed ${seed}: ${report.breaches.join('\n  ')}`);
}
const seconds = (performance.now() - began) / 1_000;
console.log(
  `${runs} scenarios, ${steps} steps, ${failed.length} broken, ${seconds.toFixed(1)} s`,
  Object.fromEntries(Object.entries(ends).sort()),
);
if (failed.length > 0) {
  console.log(`Replay one with --seed ${failed[0]}`);
  process.exitCode = 1;
}
