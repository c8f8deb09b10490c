/**
 * Kills a process that records with SIGKILL, again and again, wherever it is: what it has left must be readable
 * up to its last whole frame, be what happened and nothing else, and hold whatever was surely written.
 *
 *   npm run soak -- recorder [KILLS] [SEED]
 */
import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {build} from 'esbuild';
import {readRecording} from '../../src/desk/recorder/file/opened.ts';
import {listRecordings} from '../../src/desk/recorder/file/sessions.ts';
import {isSame} from '../../src/desk/recorder/player/player.ts';
import {createChance} from '../sim/chance.ts';
import {seededMessages} from './recorder-messages.ts';

export type RecorderKills = {
  kills: number;
  /** Those whose last frame was cut. */
  torn: number;
  files: number;
  segments: number;
  messages: number;
  failures: string[];
};

const processFile = fileURLToPath(new URL('recorder-process.ts', import.meta.url));
const atOnce = 2;

export async function killRecorders({kills, seed}: {kills: number; seed: number}): Promise<RecorderKills> {
  const top = mkdtempSync(join(tmpdir(), 'optty-recorder-kill-'));
  const report: RecorderKills = {kills: 0, torn: 0, files: 0, segments: 0, messages: 0, failures: []};
  const chance = createChance(seed);
  try {
    const program = join(top, 'process.mjs');
    const bundled = {bundle: true, platform: 'node', format: 'esm', logLevel: 'warning'} as const;
    await build({...bundled, entryPoints: [processFile], outfile: program});
    const runs = Array.from({length: kills}, (_, index) => ({
      run: seed * 10_000 + index,
      ms: chance.from(0, 400),
    }));
    const killAll = async () => {
      for (let next = runs.shift(); next !== undefined; next = runs.shift()) {
        const folder = join(top, String(next.run), 'recordings');
        const surely = await recordUntilKilled(program, folder, next.run, next.ms);
        look(folder, next.run, surely, report);
        rmSync(join(top, String(next.run)), {recursive: true});
      }
    };
    await Promise.all(Array.from({length: atOnce}, killAll));
  } finally {
    rmSync(top, {recursive: true, force: true});
  }
  return report;
}

/** @returns how many messages it said to be written */
async function recordUntilKilled(program: string, folder: string, seed: number, ms: number): Promise<number> {
  const child = spawn(process.execPath, [program, folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  const first = new Promise<void>(resolve =>
    child.once('exit', () => resolve()).stdout.once('data', () => resolve()),
  );
  child.stdout.on('data', text => {
    told += text;
  });
  await first;
  await wait(ms);
  const closed = new Promise(resolve => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
  return Number(told.trim().split('\n').at(-1));
}

function look(folder: string, seed: number, surely: number, report: RecorderKills): void {
  report.kills++;
  try {
    const [session] = listRecordings(folder);
    const {segments, isTorn} = readRecording(session?.path ?? folder);
    const expected = seededMessages(seed);
    let next = expected.next();
    let count = 0;
    for (const entry of segments.flatMap(each => each.entries())) {
      const [msg, before] = next.value ?? [];
      if (entry.type === 'snapshot') {
        if (!isSame(entry.state, before))
          report.failures.push(`seed ${seed}: the snapshot before message ${count} is of another desk.`);
      } else if (entry.type === 'msg') {
        if (!isDeepStrictEqual(entry.msg, msg))
          report.failures.push(`seed ${seed}: message ${count} is another.`);
        count++;
        next = expected.next();
      }
    }
    if (!(count >= surely))
      report.failures.push(`seed ${seed}: ${surely} were written, and ${count} are there.`);
    report.torn += isTorn ? 1 : 0;
    report.files += readdirSync(folder).length;
    report.segments += segments.length;
    report.messages += count;
  } catch (error) {
    report.failures.push(`seed ${seed}: ${error}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const kills = Number(process.argv[2] ?? 1_000);
  const seed = Number(process.argv[3] ?? 1);
  process.stdout.write(`kill -9 while recording, ${kills} times, seed ${seed}\n`);
  const report = await killRecorders({kills, seed});
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  process.exitCode = report.failures.length === 0 ? 0 : 1;
}
