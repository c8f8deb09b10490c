import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {breaks} from './breaks.ts';
import {runScenario} from './scenario.ts';

/** Runs the simulation in a process of its own, as `npm run sim` does. */
function sim(...options: string[]): Promise<{code: number | null; output: string}> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('run.ts', import.meta.url)), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  return new Promise(resolve => child.once('exit', code => resolve({code, output})));
}

describe('the simulation', () => {
  it('finds nothing broken in 20,000 scenarios', {timeout: 300_000}, async () => {
    const {code, output} = await sim('--runs', '20000', '--shards', '2');
    expect(output).toContain('20000 scenarios');
    expect(output).toContain(' 0 broken');
    expect(code).toBe(0);
  });

  it('replays a seed step by step, in words, and always the same', async () => {
    const tellOf = async () => {
      const words: string[] = [];
      await runScenario(2_899, {trace: line => words.push(line)});
      return words;
    };
    const words = await tellOf();
    expect(words).toEqual(await tellOf());
    expect(words.join('\n')).toMatch(/ s {2}dashboard 1 +its user asks: /);
    expect(words.join('\n')).toMatch(/the storm is over/);
  });

  /** How many scenarios at most it takes to find each. */
  const within = 2_000;
  /** Of what takes a death at the one moment that matters. */
  const seldom: readonly string[] = ['placed again after a death in PLACING'];
  for (const [name, mutation] of Object.entries(breaks)) {
    it(`finds a program that is broken on purpose: ${name}`, {timeout: 300_000}, async () => {
      const most = seldom.includes(name) ? 10 * within : within;
      let found: readonly string[] = [];
      for (let seed = 1; seed <= most && found.length === 0; seed++) {
        found = (await runScenario(seed, {mutation})).breaches;
      }
      expect(found).not.toEqual([]);
    });
  }
});
