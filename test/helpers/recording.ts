import {cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll} from 'vitest';
import type {Entry} from '../../src/desk/recorder/entries.ts';
import {packedRecording} from '../../src/desk/recorder/file/frames.ts';
import {recordingPath} from '../../src/desk/recorder/file/sessions.ts';

/** Writes what was recorded as a session of a state folder, as a dashboard would have left it. */
export function writeSession(folder: string, entries: readonly Entry[], pid: number): void {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  const [first] = entries;
  if (first?.type !== 'began') throw new Error('a recording says first how it began');
  const path = recordingPath(folder, {at: first.began.at, pid});
  writeFileSync(path, packedRecording(entries), {mode: 0o600});
}

/** Sessions that are written once, as the first test wants them in its home, and copied to each other's. */
export function keptSessions(write: (folder: string) => void): (home: string) => void {
  let folder: string | undefined;
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, {recursive: true});
  });
  return home => {
    if (folder === undefined) {
      folder = mkdtempSync(join(tmpdir(), 'optty-sessions-'));
      write(folder);
    }
    cpSync(folder, home, {recursive: true});
  };
}
