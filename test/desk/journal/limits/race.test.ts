import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';

type Racer = {
  /** Says that it may begin with the next journal. */
  go(): void;
  /** Its next line. */
  tells(): Promise<string>;
};

function race(number: number, times: number, paths: readonly string[]): Racer {
  const script = fileURLToPath(new URL('racer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(number), String(times), ...paths], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();
  return {go: () => void child.stdin.write('go'), tells: async () => String((await lines.next()).value)};
}

it('two processes that open at the same time at the limit open together as many as one process would', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'optty-race-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const paths = [1, 2, 3, 4, 5].map(round => join(folder, `journal-${round}.db`));
  const racers = [race(1, 10, paths), race(2, 10, paths)];
  for (const _ of paths) {
    expect(await Promise.all(racers.map(each => each.tells()))).toEqual(['ready', 'ready']);
    for (const each of racers) each.go();
    const told = (await Promise.all(racers.map(each => each.tells()))).flatMap(line => line.split(' '));
    expect(told).toHaveLength(20);
    expect(told.filter(each => each === 'asked')).toHaveLength(10);
    expect(told.filter(each => each === 'held')).toHaveLength(10);
  }
});
