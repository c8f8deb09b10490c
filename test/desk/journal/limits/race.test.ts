import {type ChildProcess, spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';

type Racer = {
  readonly child: ChildProcess;
  readonly isReady: Promise<void>;
  readonly ended: Promise<string[]>;
};

function race(path: string, number: number, times: number): Racer {
  const script = fileURLToPath(new URL('racer.ts', import.meta.url));
  const child = spawn(process.execPath, [script, path, String(number), String(times)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  const isReady = new Promise<void>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      if (text.includes('ready')) resolve();
    });
  });
  const ended = new Promise<string[]>(resolve => {
    child.once('close', () => resolve(text.trim().split('\n').slice(1)));
  });
  return {child, isReady, ended};
}

it('two processes that open at the limit at once pass as many together as one would alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'optty-race-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  for (let round = 0; round < 5; round++) {
    const path = join(folder, `journal-${round}.db`);
    const racers = [race(path, 1, 10), race(path, 2, 10)];
    await Promise.all(racers.map(each => each.isReady));
    for (const {child} of racers) child.stdin?.write('go');
    const told = (await Promise.all(racers.map(each => each.ended))).flat();
    expect(told).toHaveLength(20);
    expect(told.filter(each => each === 'asked')).toHaveLength(10);
    expect(told.filter(each => each === 'beyond')).toHaveLength(10);
  }
}, 60_000);
