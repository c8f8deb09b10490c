/**
 * Measures the dashboard beside other programs that show the same, in real pseudo-terminals, against one
 * service.
 *
 *   npm run bench                     the table of figures
 *   npm run bench -- start [FOLDER]   starts, cold and warm, by turns with plain Ink and another build's dist
 *   npm run bench -- key [FOLDER]    a key and a second of watching, by turns with another build's dist
 *   npm run bench -- hour             an hour of a moving market: resident memory and its growth
 *
 * `--json` prints figures for a program, `--quick` measures shortly, to see that all of it runs.
 */
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {benchHour} from './hour.ts';
import {benchKey, keyLengths} from './key.ts';
import {machineLine, thisMachine} from './machine.ts';
import {measureAll} from './measure.ts';
import {programsFor} from './programs.ts';
import {held, table} from './report.ts';
import {startService} from './service.ts';
import {benchStarts} from './start.ts';

export type Result = {text: string; json: unknown};

const judged = 'optty --refresh 1';
const root = fileURLToPath(new URL('../..', import.meta.url));

const {values, positionals} = parseArgs({
  allowPositionals: true,
  options: {json: {type: 'boolean'}, quick: {type: 'boolean'}},
});
const isQuick = values.quick ?? false;
const [name = 'all', argument, ...more] = positionals;
const benches: Record<string, () => Promise<Result>> = {
  all: benchAll,
  start: () => benchStarts(isQuick ? 2 : 21, argument),
  key: () => benchKey(isQuick ? keyLengths.quick : keyLengths.whole, argument),
  hour: () => benchHour(isQuick ? {minutes: [0.1, 0.2], readings: 2} : {}),
};
const bench = benches[name];
const isRead = argument === undefined || name === 'key' || name === 'start';
if (bench === undefined || !isRead || more.length > 0) {
  process.stderr.write(
    `There is no bench "${positionals.join(' ')}"; there are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  const machine = thisMachine();
  execFileSync(process.execPath, ['esbuild.config.mjs'], {cwd: root, stdio: 'inherit'});
  const {text, json} = await bench();
  process.stdout.write(
    values.json
      ? `${JSON.stringify({bench: name, machine, ...(json as object)})}\n`
      : `${machineLine(machine)}\n\n${text}\n`,
  );
}

async function benchAll(): Promise<Result> {
  const service = await startService();
  const {programs, end} = await programsFor(service);
  try {
    const lengths = isQuick
      ? {starts: 1, watchSeconds: 5, stillSeconds: 3, presses: 4}
      : {starts: 7, watchSeconds: 120, stillSeconds: 20, presses: 48};
    const all = await measureAll(programs, service, lengths);
    const ours = all.find(each => each.name === judged);
    return {text: table(all, judged), json: {programs: all, held: ours && held(ours, all)}};
  } finally {
    end();
    service.end();
  }
}
