import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {press, recordSession} from '../../desk/recorder/player/session.ts';
import {keptSessions, writeSession} from '../../helpers/recording.ts';
import {home} from '../optty.ts';

const folder = '.local/state/optty/recordings';
const keep = keptSessions(to => writeSession(join(to, folder), recordSession({minutes: 26}), 1));

/** A home with a session of 26 minutes, from midnight on. */
function recorded() {
  const own = home();
  keep(own.folder);
  return own;
}

describe('a recording without a terminal', () => {
  it('is printed as text at the requested time', async () => {
    const {optty} = recorded();
    const {code, stdout, stderr} = await optty(['replay', '--print', '--at', '00:20:00']);
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^ REPLAY 2026-11-21 00:20:00\.999 UTC/);
    expect(lines).toHaveLength(41);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]| \n/);
    const {stdout: ascii} = await optty(['replay', '--print', '--at', '00:20:00', '--ascii']);
    expect(ascii).toMatch(/^[\n -~]+$/);
  });

  it('becomes a picture and a cast that only the owner can read', async () => {
    const {optty, folder} = recorded();
    const [svg, cast] = [join(folder, 'a.svg'), join(folder, 'a.cast')];
    const ended = await optty(['replay', '--at', '00:20', '--svg', svg, '--cast', cast]);
    expect(ended).toEqual({code: 0, stdout: '', stderr: ''});
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg [\s\S]*>REPLAY<[\s\S]*<\/svg>\n$/);
    expect(readFileSync(cast, 'utf8')).toMatch(
      /^\{"version":2,.*"title":"REPLAY test svc\.example, 00:15:\d\d to 00:25:\d\d"/,
    );
    for (const file of [svg, cast]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('replaces an existing file, even one that others read or have open, and follows no link', async () => {
    const {optty, folder} = recorded();
    const [open, behind, link] = [
      join(folder, 'open.svg'),
      join(folder, 'behind.svg'),
      join(folder, 'link.svg'),
    ];
    for (const path of [open, behind]) {
      writeFileSync(path, 'before');
      chmodSync(path, 0o666);
    }
    symlinkSync(behind, link);
    const reader = openSync(open, 'r');
    for (const path of [open, link]) {
      expect(await optty(['replay', '--svg', path])).toEqual({code: 0, stdout: '', stderr: ''});
      expect(lstatSync(path).isFile()).toBe(true);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    expect(readFileSync(reader, 'utf8')).toBe('before');
    closeSync(reader);
    expect(readFileSync(behind, 'utf8')).toBe('before');
    expect(
      readdirSync(folder)
        .filter(name => name.includes('.svg'))
        .sort(),
    ).toEqual(['behind.svg', 'link.svg', 'open.svg']);
  });

  it('is not written to a device or a pipe, and leaves nothing next to a target that it cannot replace', async () => {
    const {optty, folder} = recorded();
    const taken = join(folder, 'taken.svg');
    mkdirSync(taken);
    for (const [path, words] of [
      ['/dev/null', '/dev/null is not a file; use - for standard output.'],
      [taken, 'taken.svg cannot be written (EISDIR).'],
    ] as const) {
      const {code, stderr} = await optty(['replay', '--svg', path]);
      expect(code).toBe(1);
      expect(stderr).toContain(words);
    }
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(readdirSync(folder).filter(name => name.includes('.svg'))).toEqual(['taken.svg']);
  });

  it('goes to standard output, without colours if they are off', async () => {
    const {optty} = recorded();
    const {stdout} = await optty(['replay', '--svg', '-', '--no-color']);
    const fills = new Set([...stdout.matchAll(/fill="(#\w+)"/g)].map(([, fill]) => fill));
    expect([...fills].sort()).toEqual(['#16181d', '#d7dae0']);
  });

  it('has the cursor of an open field, whatever the output is', async () => {
    const own = home();
    const typing = recordSession({minutes: 2, happens: [[60_000, press(':')]]});
    writeSession(join(own.folder, folder), typing, 1);
    const args = ['replay', '--at', '00:01:30', '--svg', '-'];
    const [piped, terminal] = [await own.optty(args), await own.optty(args, {FORCE_COLOR: '1'})];
    expect(piped.code).toBe(0);
    expect(piped.stdout).toBe(terminal.stdout);
  });

  it.each([[['--print', '--at', 'noon'], 'is no time']])(
    'reports what is wrong with %j',
    async (args, words) => {
      const {code, stdout, stderr} = await recorded().optty(['replay', ...args]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(words);
    },
  );

  it('reports why a file cannot be written', async () => {
    const {optty, folder} = recorded();
    const {code, stderr} = await optty(['replay', '--svg', join(folder, 'none/a.svg')]);
    expect(code).toBe(1);
    expect(stderr).toContain('none/a.svg cannot be written (ENOENT)');
  });
});
