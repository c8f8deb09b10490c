import {cpSync, existsSync, mkdtempSync, readdirSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Entry, recordingVersion, timeOf} from '../../src/desk/recorder/entries.ts';
import {packedRecording} from '../../src/desk/recorder/file/frames.ts';
import {undrawn} from '../../src/desk/recorder/file/open-recorder.ts';
import type {Recording} from '../../src/desk/recorder/file/opened.ts';
import type {Session} from '../desk/recorder/law/session.ts';

/** Writes a session as a recording that `optty replay` plays. */
export function writeRecording(path: string, {name, first, steps}: Session): void {
  const at = first.now.wall;
  const version = process.env.npm_package_version ?? '0';
  const {host} = first.settings;
  const began = {format: recordingVersion, version, at, profile: name, host, pid: 0, zone: 'UTC'};
  const recording = packedRecording([
    {type: 'began', began},
    {type: 'snapshot', state: first, table: undrawn},
    ...steps.map(({msg}) => ({type: 'msg', msg}) as const),
  ]);
  writeFileSync(path, recording, {mode: 0o600});
}

/**
 * A recording in memory.
 * @param entries its beginning, then segments
 */
export function recordingOf([first, ...rest]: readonly Entry[]): Recording {
  if (first?.type !== 'began') throw new Error('a recording says first how it began');
  const groups: Entry[][] = [];
  for (const entry of rest) {
    if (entry.type === 'snapshot') groups.push([]);
    groups.at(-1)?.push(entry);
  }
  const segments = groups.map(entries => {
    const times = [entries.at(0), entries.at(-1)].map(each => (each === undefined ? 0 : timeOf(each)));
    return {from: times[0] ?? 0, to: times[1] ?? 0, entries: () => entries};
  });
  const [from, to] = [segments.at(0)?.from ?? 0, segments.at(-1)?.to ?? 0];
  return {began: first.began, from, to, isTorn: false, segments};
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
