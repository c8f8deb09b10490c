import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {readRecording} from '../../src/desk/recorder/file/opened.ts';
import {simSessions} from '../desk/recorder/law/sim-sessions.ts';
import {writeRecording} from './recordings.ts';

it('a dashboard of the simulation makes a readable recording with every message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'optty-sim-'));
  try {
    const [session] = await simSessions(1);
    if (session === undefined) throw new Error('nobody was there');
    const path = join(folder, 'seed-1.optty');
    writeRecording(path, session);
    const [segment] = readRecording(path).segments;
    const entries = segment?.entries().slice(1) ?? [];
    expect(entries.map(entry => entry.type === 'msg' && entry.msg.type)).toEqual(
      session.steps.map(({msg}) => msg.type),
    );
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
});
