import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished, vi} from 'vitest';
import {packedRecording} from '../../../src/desk/recorder/file/frames.ts';
import {recordSession} from '../../desk/recorder/player/session.ts';
import {startProgram} from '../../helpers/program.ts';
import {home} from '../optty.ts';

function replay(bytes: Buffer) {
  const {folder} = home();
  const file = join(folder, 'report.optty');
  writeFileSync(file, bytes);
  const screen = startProgram({home: folder, args: ['replay', file]});
  onTestFinished(() => screen.end());
  return screen;
}

it('a watchdog watches a replay like the dashboard, until the replay ends', async () => {
  const screen = replay(packedRecording(recordSession({minutes: 1})));
  await screen.waitFor('REPLAY');
  const watchers = () =>
    execFileSync('ps', ['-A', '-ww', '-o', 'args='], {encoding: 'utf8', maxBuffer: 1e8})
      .split('\n')
      .filter(line => line.includes(`optty-watchdog ${screen.pid} `));
  await vi.waitFor(() => expect(watchers().length).toBeGreaterThan(0), {timeout: 10_000});
  expect(watchers().join('\n')).toContain('was ended. A replay sends nothing.');
  screen.press('q');
  await screen.exit;
  await vi.waitFor(() => expect(watchers()).toEqual([]), {timeout: 10_000});
});
