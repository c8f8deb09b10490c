/**
 * Measures the dashboard beside other programs that show the same, in real pseudo-terminals, against one
 * service.
 *
 *   npm run bench [-- FOLDER]         the table of figures, also of another build's dist in FOLDER
 *
 * `--quick` measures shortly, to see that all of it runs.
 */
import {execFileSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {machineLine} from './machine.ts';
import {measureAll} from './measure.ts';
import {programsFor} from './programs.ts';
import {table} from './report.ts';
import {startService} from './service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const {values, positionals} = parseArgs({allowPositionals: true, options: {quick: {type: 'boolean'}}});
const lengths = values.quick
  ? {starts: 1, watchSeconds: 5, stillSeconds: 3, presses: 4}
  : {starts: 7, watchSeconds: 120, stillSeconds: 20, presses: 48};

const machine = machineLine();
execFileSync(process.execPath, ['esbuild.config.mjs'], {cwd: root, stdio: 'inherit'});
const service = await startService();
const {programs, end} = await programsFor(service, positionals[0]);
try {
  const all = await measureAll(programs, service, lengths);
  process.stdout.write(`${machine}\n\n${table(all, 'optty --refresh 1')}\n`);
} finally {
  end();
  service.end();
}
