// A minute behind a terminal that does not read: the program draws 200 frames a second and must neither grow
// nor lose its ear for signals. Prints its memory every 5 s; fails by its exit code.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {residentMiB} from '../bench/machine.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {buildProgram} from '../term/fixtures/build.ts';

const seconds = Number(process.argv[2] ?? 60);
/** The heap breathes by this much whatever is done; queued frames would be some 3 MB a second. */
const breathMb = 15;

const folder = mkdtempSync(join(tmpdir(), 'optty-soak-'));
const terminal = openTerminal({
  command: process.execPath,
  // A small young generation, for it takes half a minute to grow to its full size and looks like a leak
  // meanwhile.
  args: ['--max-semi-space-size=1', await buildProgram(folder), 'burst'],
  answersQueries: false,
});
await terminal.waitFor(() => terminal.bytes > 20_000);
terminal.stopReading();

const sizes: number[] = [];
for (let second = 0; second < seconds; second += 5) {
  await pause(5_000);
  sizes.push(Math.round(residentMiB(terminal.pid)));
  console.log(`${second + 5} s: ${sizes.at(-1)} MiB`);
}
const asked = performance.now();
terminal.kill('SIGTERM');
const {code} = await terminal.exit;
const tookMs = Math.round(performance.now() - asked);
rmSync(folder, {recursive: true});

// What the later half needs at least, against the earlier half: a leak raises the floor, breathing does not.
const half = Math.floor(sizes.length / 2);
const growth = Math.min(...sizes.slice(half)) - Math.min(...sizes.slice(0, half));
const isGood = growth < breathMb && code === 143 && tookMs < 1000;
console.log(
  `floor grew by ${growth} MiB; SIGTERM ended it in ${tookMs} ms with ${code}: ${isGood ? 'good' : 'BAD'}`,
);
process.exitCode = isGood ? 0 : 1;
