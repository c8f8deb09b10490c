import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {describe, expect, it} from 'vitest';
import {recordingVersion} from '../../src/desk/recorder/entries.ts';
import {createPacker, magic, packedRecording, recordedLines} from '../../src/desk/recorder/file/frames.ts';
import {hostile} from '../desk/recorder/file/hostile.ts';
import {recordSession} from '../desk/recorder/player/session.ts';
import {home} from './optty.ts';

const bytes = packedRecording(recordSession({minutes: 4, eachMs: 60_000}));

function homeWith(...names: string[]) {
  const at = home();
  const folder = join(at.folder, '.local/state/optty/recordings');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  for (const name of names) writeFileSync(join(folder, name), bytes, {mode: 0o600});
  return {...at, recordings: folder};
}

const older = '20261121T000000.000Z-11.optty';
const newer = '20261122T000000.000Z-12.optty';

describe('optty replay', () => {
  it('exits with 3 if no session is recorded, or none with that name', async () => {
    const none = await home().optty(['replay']);
    expect(none.code).toBe(3);
    expect(none.stderr).toMatch(/^optty: no session is recorded in .*recordings/);
    const off = await home('record = false\n').optty(['replay']);
    expect(off.stderr).toMatch(
      /^optty: no session is recorded in .*: the configuration says record = false\.$/m,
    );
    const at = homeWith(older, newer);
    for (const name of ['3', '2025', './gone.optty', 'gone.optty']) {
      const {code, stderr} = await at.optty(['replay', name]);
      expect(code, name).toBe(3);
      expect(stderr).toMatch(/there is no (session|recording) /);
    }
    for (const name of ['2026', '202611'])
      expect((await at.optty(['replay', name])).stderr).toBe(
        `optty: 2 sessions begin with "${name}"; optty replay --list lists them.\n`,
      );
  });

  it.each([
    ['a later version', {format: recordingVersion + 1, version: '99.0.0'}],
    ['an earlier version with a hash', {format: 1, version: '99.0.0', schema: 'a1b2c3d4e5f6'}],
  ])('says which version of optty a recording of %s needs', async (_, other) => {
    const at = homeWith();
    const [first, ...rest] = recordSession({minutes: 1, eachMs: 60_000});
    if (first?.type !== 'began') throw new Error('a recording tells first how it began');
    const began = {...first.began, ...other};
    writeFileSync(join(at.recordings, newer), packedRecording([{type: 'began', began}, ...rest]));
    const needs =
      /The recording has content that this version of optty does not know\. It needs optty 99\.0\.0; this is \d/;
    const {code, stderr} = await at.optty(['replay']);
    expect(code).toBe(1);
    expect(stderr).toMatch(needs);
    expect((await at.optty(['replay', '--list'])).stdout).toMatch(needs);
  });

  it('exits with 2 for an invalid time, a time outside the recording, and an invalid speed', async () => {
    const at = homeWith(newer);
    const wrong = [
      ['--at', 'noon', /--at: "noon" is no time/],
      ['--at', '17:00', /--at: the recording goes from 00:00:00 UTC to 00:0[34]:\d\d UTC/],
      ['--speed', '0', /--speed: expected a number/],
    ] as const;
    for (const [flag, value, words] of wrong) {
      const {code, stderr} = await at.optty(['replay', flag, value]);
      expect(code, value).toBe(2);
      expect(stderr).toMatch(words);
    }
  });

  it('exits with 1 for a file that is not a recording', async () => {
    const at = home();
    const file = at.write('notes.optty', 'dear diary\n');
    const {code, stderr} = await at.optty(['replay', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not a recording of optty/);
  });

  it('exits with 1 and one sentence for a file with a malformed line', async () => {
    const at = home();
    const pack = createPacker();
    const text = recordedLines(recordSession({minutes: 1}).slice(0, 2)).map(line => `${line}\n`);
    const frames = [
      pack({kind: 'began', at: 0, text: text[0] ?? ''}),
      pack({kind: 'snapshot', at: 0, text: `${text[1]}no JSON\n`}),
    ];
    const file = join(at.folder, 'forged.optty');
    writeFileSync(file, Buffer.concat([magic, ...frames]));
    for (const args of [
      ['replay', file, '--print'],
      ['replay', file, '--cast', join(at.folder, 'screen.cast')],
      ['report', file, '--print'],
    ])
      expect(await at.optty(args)).toEqual({
        ...{code: 1, stdout: ''},
        stderr: 'optty: A line of the recording is no JSON.\n',
      });
  });

  it.each([
    'hundreds of thousands of lines',
    'a line that repeats a long record',
    'a screen of a million by a million',
  ] as const)('exits with 1 and one sentence, within 400 MiB, for a recording with %s', async name => {
    const at = home();
    const file = join(at.folder, 'hostile.optty');
    writeFileSync(file, hostile[name]());
    const {code, stderr} = await at.optty(['replay', file, '--print'], {
      NODE_OPTIONS: '--max-old-space-size=400',
    });
    expect(stderr).toMatch(/^optty: A line of the recording (holds too much|has a screen of .*)\.\n$/);
    expect(code).toBe(1);
  });

  it('exits with 2 without a terminal or for a screen reader, and names an alternative', async () => {
    const at = homeWith(newer);
    const {code, stderr} = await at.optty(['replay']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /needs a terminal, and standard output is not a terminal\. optty replay --at TIME --print/,
    );
  });

  it('lists the sessions, newest first, with time, duration, profile and size', async () => {
    const at = homeWith(older, newer);
    writeFileSync(join(at.recordings, '20261123T000000.000Z-13.optty'), bytes.subarray(0, bytes.length - 9));
    writeFileSync(join(at.recordings, '20261120T000000.000Z-10.optty'), 'torn before it began');
    const {code, stdout} = await at.optty(['replay', '--list'], {TZ: 'UTC'});
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(
      /^1 {2}2026-11-21 00:00 +3m +[1-9]\d* KiB {2}test svc\.example {2}20261123T\S+ {2}its end is cut$/,
    );
    expect(lines[1]).toMatch(/^2 .* 20261122T000000\.000Z-12$/);
    expect(lines[3]).toMatch(/^4 .* 20261120T\S+ .*is not a recording of optty/);
  });

  it('lists the sessions without control sequences or extra lines from their text', async () => {
    const at = homeWith();
    const hostile = '\x1b]0;title\x07\u202e\n9  other';
    const [first, ...rest] = recordSession({minutes: 1, eachMs: 60_000});
    if (first?.type !== 'began') throw new Error('a recording tells first how it began');
    const began = {...first.began, profile: hostile, host: hostile};
    const unknown = {...began, version: hostile, schema: 'other words'};
    writeFileSync(join(at.recordings, older), packedRecording([{type: 'began', began}, ...rest]));
    writeFileSync(join(at.recordings, newer), packedRecording([{type: 'began', began: unknown}, ...rest]));
    const {stdout} = await at.optty(['replay', '--list']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toContain('title');
    expect(stdout).not.toMatch(/[\x1b\x07\u202e]/);
  });

  it('imports nothing that can send: no client, no effects, no open journal', () => {
    const reached = new Set<string>();
    const visit = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const next of importsOf(file)) visit(next);
    };
    visit('commands/replay.ts');
    const asking = [
      /^api\/(?:client|http\/transport|signing\/(?!program))/,
      /^desk\/effects\//,
      /^desk\/journal\/(?:file|opening|journal)\.ts/,
    ];
    expect(reached.size).toBeGreaterThan(200);
    expect([...reached].filter(file => asking.some(each => each.test(file)))).toEqual([]);
    expect([...reached]).toContain('desk/update.ts');
  });
});

const root = new URL('../../src', import.meta.url).pathname;
const files = new Set(readdirSync(root, {recursive: true, encoding: 'utf8'}));

/** What runs of it: types are gone by then. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const clauses = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;']*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm),
  ];
  return clauses
    .map(match => normalize(join(dirname(file), match[1] ?? match[2] ?? '')))
    .filter(each => files.has(each));
}
