/**
 * `npm run prove`, `soak` and `docs`: `-- NAME ARGUMENTS` runs what has that name here, and without a name the
 * first of the script.
 */
import {spawnSync} from 'node:child_process';

/** What Node runs, one after another until one fails; the last takes the arguments. */
type Steps = readonly (readonly [file: string, ...args: string[]])[];

const build = ['esbuild.config.mjs'] as const;
const generated = 'test/generated.ts';
const listening = ['test/e2e/write-listening.ts'] as const;
const pictures = ['test/e2e/draw-dashboard.ts'] as const;

export const scripts: Readonly<Record<string, Readonly<Record<string, Steps>>>> = {
  prove: {
    search: [['test/prove/run.ts']],
    portfolio: [['test/account/portfolio/proof/run.ts']],
  },
  soak: {
    all: [
      ['test/sim/run.ts', '--runs', '100000'],
      ['test/sim/run.ts', '--breaks'],
      ['test/soak/stuck-terminal.ts', '60'],
      ['test/soak/paper-kill.ts', '100', '7'],
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--config',
        'test/vitest.config.ts',
        '--project',
        'pure',
        '--project',
        'ui',
      ],
    ],
    'stuck-terminal': [['test/soak/stuck-terminal.ts']],
    'paper-kill': [['test/soak/paper-kill.ts']],
    halt: [build, ['test/soak/halt.ts']],
    flag: [build, ['test/soak/flag.ts']],
    race: [['test/soak/race.ts']],
    amends: [['test/soak/amends.ts']],
    outage: [['test/soak/outage.ts']],
    rows: [build, ['test/soak/rows.ts']],
    watch: [build, ['test/soak/watch.ts']],
  },
  docs: {
    all: [build, [generated, 'configuration', 'man'], listening, pictures],
    configuration: [[generated, 'configuration']],
    man: [[generated, 'man']],
    listening: [build, listening],
    pictures: [build, pictures],
  },
};

function run(script: string, given: readonly string[]): number {
  const known = scripts[script] ?? {};
  const [first = ''] = Object.keys(known);
  // A flag or a number is an argument, and no name.
  const isNamed = /^[a-z]/.test(given[0] ?? '');
  const name = isNamed ? (given[0] ?? '') : first;
  const steps = Object.hasOwn(known, name) ? known[name] : undefined;
  if (steps === undefined) {
    process.stderr.write(`npm run ${script} has no "${name}". It has: ${Object.keys(known).join(', ')}.\n`);
    return 2;
  }
  const extra = isNamed ? given.slice(1) : given;
  const env = script === 'soak' ? {...process.env, SOAK: '1'} : process.env;
  for (const [at, step] of steps.entries()) {
    const args = at === steps.length - 1 ? [...step, ...extra] : step;
    const {status} = spawnSync(process.execPath, args, {stdio: 'inherit', env});
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

if (import.meta.main) {
  const [script = '', ...given] = process.argv.slice(2);
  process.exitCode = run(script, given);
}
