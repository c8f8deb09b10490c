import {appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {recordingVersion} from '../../src/desk/recorder/entries.ts';
import {createPacker, magic} from '../../src/desk/recorder/file/frames.ts';
import {createNotesEncoder} from '../../src/desk/recorder/file/notes.ts';
import {undrawn} from '../../src/desk/recorder/file/open-recorder.ts';
import type {Session} from '../desk/recorder/law/session.ts';

/** Writes a session as a recording that `optty replay` plays. */
export function writeRecording(path: string, {name, first, steps}: Session): void {
  const at = first.now.wall;
  const notes = createNotesEncoder([]);
  const version = process.env.npm_package_version ?? '0';
  const {host} = first.settings;
  const began = {format: recordingVersion, version, at, profile: name, host, pid: 0, zone: 'UTC'};
  notes.take([
    {type: 'began', began},
    {type: 'snapshot', state: first, table: undrawn, at},
    ...steps.map(({msg}) => ({type: 'msg', msg}) as const),
  ]);
  const packer = createPacker();
  writeFileSync(path, magic, {mode: 0o600});
  for (const frame of notes.frames()) appendFileSync(path, packer.packNow(frame));
}

/** Keeps what the dashboards under a home recorded; returns the commands that show it. */
export function keepRecordings(home: string): readonly string[] {
  const folder = join(home, '.local/state/optty/recordings');
  if (!existsSync(folder)) return [];
  const kept = mkdtempSync(join(tmpdir(), 'optty-recordings-'));
  cpSync(folder, kept, {recursive: true});
  return readdirSync(kept)
    .filter(name => name.endsWith('.optty'))
    .map(name => `optty replay ${join(kept, name)}`);
}
