/** Keys while two long lists are read, and when nearly all of the orders leave theirs at once. */
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {pause, residentMiB} from './machine.ts';
import {betweenKeysMs, leave} from './measure.ts';
import {optty} from './programs.ts';
import {aligned} from './report.ts';

type Phase = {
  keys: number;
  /** From a key to the first byte of its answer, in ms. */
  middleMs: number;
  worstMs: number;
  residentMiB: number;
};

export type LongFigures = {rows: number; seconds: number; reading: Phase; leaving: Phase; journalMiB: number};

/** So long the orders that left are looked at: their trades may come late, and the log takes them. */
const leavingSeconds = 30;

/** @param other the folder of another build, `dist` of another state of the repository */
export async function benchLong(rows: number, other: string | undefined) {
  const home = mkdtempSync(join(tmpdir(), 'optty-bench-'));
  const service = spawn(process.execPath, [serviceFile, String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({input: service.stdout})[Symbol.asyncIterator]();
  try {
    const {origin} = JSON.parse((await lines.next()).value ?? '') as {origin: string};
    const program = optty('optty', origin, home, 1, [], other && resolve(other, 'optty.cjs'));
    let answeredAt = 0;
    const terminal = program.open({onOutput: () => (answeredAt ||= performance.now())});
    let hasEnded = false;
    void terminal.exit.then(() => {
      hasEnded = true;
    });
    await terminal.waitFor(program.firstData);
    const press = async (turn: number) => {
      await pause(betweenKeysMs(turn));
      answeredAt = 0;
      const pressedAt = performance.now();
      terminal.press(Math.floor(turn / 12) % 2 === 0 ? 'j' : 'k');
      while (answeredAt === 0) {
        if (hasEnded) throw new Error('The dashboard ended.');
        await pause(1);
      }
      return answeredAt - pressedAt;
    };
    const phase = async (isOver: () => boolean): Promise<Phase> => {
      const waits: number[] = [];
      let most = 0;
      while (!isOver()) {
        waits.push(await press(waits.length));
        most = Math.max(most, residentMiB(terminal.pid));
      }
      waits.sort((a, b) => a - b);
      const middleMs = waits[Math.floor(waits.length / 2)] ?? Number.NaN;
      return {keys: waits.length, middleMs, worstMs: waits.at(-1) ?? Number.NaN, residentMiB: most};
    };
    const begunAt = performance.now();
    let isRead = false;
    void lines.next().then(() => {
      isRead = true;
    });
    const reading = await phase(() => isRead);
    const seconds = (performance.now() - begunAt) / 1000;
    const endAt = performance.now() + leavingSeconds * 1000;
    const leaving = await phase(() => performance.now() > endAt);
    await leave(terminal);
    const journal = join(home, '.local/state/optty/journal.db');
    const journalMiB = (statSync(journal).size + sizeOf(`${journal}-wal`)) / 2 ** 20;
    const json: LongFigures = {rows, seconds, reading, leaving, journalMiB};
    return {text: text(json), json};
  } finally {
    service.kill('SIGKILL');
    rmSync(home, {recursive: true, force: true});
  }
}

const serviceFile = fileURLToPath(new URL('long-service.ts', import.meta.url));

const sizeOf = (path: string) => statSync(path, {throwIfNoEntry: false})?.size ?? 0;

function text({rows, seconds, reading, leaving, journalMiB}: LongFigures): string {
  const row = (name: string, {keys, middleMs, worstMs, residentMiB}: Phase) => [
    name,
    String(keys),
    `${middleMs.toFixed(0)} ms`,
    `${worstMs.toFixed(0)} ms`,
    `${residentMiB.toFixed(0)} MiB`,
  ];
  return [
    `${rows} orders and ${rows} Easy Options, read in ${seconds.toFixed(0)} s; journal ${journalMiB.toFixed(0)} MiB`,
    '',
    aligned([
      ['', 'keys', 'key, middle', 'key, worst', 'resident memory'],
      row('while they are read', reading),
      row('orders leave', leaving),
    ]),
  ].join('\n');
}
