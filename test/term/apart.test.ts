import {execFileSync, fork} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {eventually} from '../helpers/patience.ts';

const hangUp = 'i=0; while [ $i -lt 3000 ]; do kill -HUP -$0; i=$((i+1)); done';

it('starts a process that outlives a terminal which hangs up again and again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'optty-apart-'));
  onTestFinished(() => rmSync(folder, {recursive: true}));
  const file = join(folder, 'written');
  const program = fork(join(import.meta.dirname, 'fixtures/apart.ts'), [file], {detached: true});
  await once(program, 'message');
  const ended = once(program, 'exit');
  execFileSync('sh', ['-c', hangUp, String(program.pid)], {stdio: 'ignore'});
  expect(await ended).toEqual([0, null]);
  await eventually(() => expect(existsSync(file)).toBe(true));
});
