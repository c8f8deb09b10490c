// Kills `optty watch` with SIGKILL again and again, while orders rest and fill, also while none runs. Each time
// its reader hands the id of its last whole line to --since. At the end the reader must have what the log
// holds, in its order, and each fill of the service once. Fails by its exit code.
//
//   npm run soak -- watch [KILLS] [SEED]
import {spawn} from 'node:child_process';
import {appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {homeIn, program} from '../helpers/built.ts';
import {rest} from '../helpers/holdings.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {createChance} from '../sim/chance.ts';

const token = 'test-token';
const [kills = 100, seed = 1] = process.argv.slice(2).map(Number);
const chance = createChance(seed).next;
const folder = mkdtempSync(join(tmpdir(), 'optty-watch-'));
const paper = await startTestPaper({clock: 'real', token});
const env = {...process.env, ...homeIn(folder), OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: token};

const idsIn = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line).id);

/** The reader keeps whole lines alone. */
function lastOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, text.lastIndexOf('\n') + 1));
  return idsIn(file).at(-1) ?? '';
}

async function watch(file: string, ms: number): Promise<void> {
  const out = openSync(file, 'a');
  const args = [program, 'watch', '--refresh', '0.5', '--since', lastOf(file)];
  const child = spawn(process.execPath, args, {env, stdio: ['ignore', out, 'inherit']});
  const ended = new Promise(resolve => child.once('exit', resolve));
  await Promise.race([pause(ms), ended]);
  child.kill('SIGKILL');
  await ended;
  closeSync(out);
}

/** Events from the time on that the log has begun. */
const done: string[] = [];
let isOver = false;
async function trade(): Promise<void> {
  while (!isOver) {
    const {orderId} = await rest(paper, '0.1', '5');
    await pause(chance() * 1_500);
    if (chance() < 0.7) {
      await paper.call('POST', `/_paper/orders/${orderId}/fill`);
      done.push(`filled:${orderId}`);
    }
  }
}

const [reader, other, whole] = ['reader', 'other', 'whole'].map(name => join(folder, name)) as [
  string,
  string,
  string,
];
for (const file of [reader, other, whole]) appendFileSync(file, '');
try {
  // The log begins.
  while (idsIn(reader).length === 0) {
    await rest(paper, '0.1', '5');
    await watch(reader, 6_000);
  }
  const trading = trade();
  for (let kill = 0; kill < kills; kill++) {
    // One that is killed, at times beside another one, or while none runs.
    await Promise.all([
      watch(reader, 700 + chance() * 3_500),
      ...(chance() < 0.3 ? [watch(other, 2_500)] : []),
    ]);
    if (chance() < 0.2) await pause(2_000);
  }
  isOver = true;
  await trading;
  await watch(reader, 12_000);
  await watch(reader, 8_000);
  await watch(whole, 8_000);
  const [has, all] = [idsIn(reader), idsIn(whole)];
  const twice = has.length - new Set(has).size;
  const lost = done.filter(id => !has.some(each => each.startsWith(`${id}:`)));
  const isSame = has.join() === all.join();
  console.log(`${kills} kills, ${has.length} events, ${done.length} fills, seed ${seed}`);
  console.log(`lost ${lost.length}, twice ${twice}, ${isSame ? 'as the log' : 'NOT as the log'}`);
  process.exitCode = lost.length + twice === 0 && isSame ? 0 : 1;
} finally {
  isOver = true;
  await paper.close();
  rmSync(folder, {recursive: true, force: true});
}
