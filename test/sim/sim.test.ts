import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {breaks} from './breaks.ts';
import {runScenario} from './scenario.ts';

/** Runs a part of the simulation in a process of its own, as `npm run sim` runs the whole. */
function sim(...options: string[]): Promise<{code: number | null; output: string}> {
  const run = fileURLToPath(new URL('run.ts', import.meta.url));
  const child = spawn(process.execPath, [run, ...options], {stdio: ['ignore', 'pipe', 'inherit']});
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise(resolve => child.once('close', code => resolve({code, output})));
}

/** Those that take more than 50 scenarios: `npm run soak` looks for them. */
const seldom: readonly string[] = [
  'a DELETE sent once alone',
  'open sent again',
  'a journal whose file is gone written on',
  '422 of a second attempt taken as a refusal',
  '422 to a close believed',
  'a cancel followed by the next process',
  'amend beyond the overfill of its review',
  'amend that does not wait for trades',
  'free at CONFIRMED',
  'a write sent after the halt',
  'a position closed twice',
  'controls not asked for on the socket',
  'exits disabled by one 403',
  'late outcomes are not read',
  'match without amount',
  'match without time',
  'place before the cancel is proved',
  'size not reduced by fills',
  'the gate skipped on proposals',
  'UNKNOWN as free',
];

describe('the simulation', () => {
  it('finds no failure in 100 scenarios', async () => {
    const {code, output} = await sim('--runs', '100', '--shards', '1');
    expect(output).toMatch(/^100 scenarios, \d+ steps, 0 broken, /);
    expect(code).toBe(0);
  });

  it('finds the same with any number of threads', async () => {
    const tallyOf = ({output}: {output: string}) => output.replace(/, [\d.]+ s, .* each/, '');
    const [one, two] = [
      await sim('--runs', '20', '--shards', '1'),
      await sim('--runs', '20', '--shards', '2'),
    ];
    expect(tallyOf(one)).toMatch(/^20 scenarios, \d+ steps, 0 broken \{/);
    expect(tallyOf(two)).toBe(tallyOf(one));
  });

  it('takes no repeat by a person for an order that followed in another process', async () => {
    const words: string[] = [];
    const {breaches} = await runScenario(90_144, {trace: line => words.push(line)});
    expect(words.join('\n')).toMatch(/starts as process 102.*"type":"sendAgain"/s);
    expect(breaches).toEqual([]);
  });

  it('finds most intentionally broken programs within 50 scenarios', async () => {
    const names = Object.keys(breaks).filter(name => !seldom.includes(name));
    const named = names.flatMap(name => ['--break', name]);
    const {code, output} = await sim('--breaks', '--runs', '50', '--shards', '1', ...named);
    const found = output.split('\n').filter(line => /^.{44} *\d+ {2}\S/.test(line));
    expect(found.map(line => line.slice(0, 44).trim()).sort()).toEqual(names.sort());
    expect(code).toBe(0);
  });

  it('replays a seed step by step, in words, always the same', async () => {
    const tellOf = async () => {
      const words: string[] = [];
      await runScenario(2_900, {trace: line => words.push(line)});
      return words;
    };
    const words = await tellOf();
    expect(words).toEqual(await tellOf());
    expect(words.join('\n')).toMatch(/ s {2}dashboard 1 +its user asks: /);
    expect(words.join('\n')).toMatch(/the storm is over/);
  });
});
