import {spawn} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {startProgram} from '../helpers/program.ts';
import {home, program} from './optty.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** `optty list cards` with a umask, in a folder, and with nothing set that the test does not set. */
function listed(folder: string, env: Record<string, string>, umask = '022'): Promise<number | null> {
  const line = `umask ${umask}; exec "$0" "$1" list cards`;
  const child = spawn('sh', ['-c', line, process.execPath, program], {
    cwd: folder,
    env: {PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, ...env},
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
}

describe('the compile cache', () => {
  it('is in a folder that only its user can write, whatever the umask, and nowhere else', async () => {
    for (const umask of ['000', '077']) {
      const {folder} = home();
      expect(await listed(folder, {}, umask)).toBe(0);
      expect(modeOf(join(folder, '.cache/optty'))).toBe('700');
      const [version = ''] = readdirSync(join(folder, '.cache/optty'));
      expect(readdirSync(join(folder, '.cache/optty', version)).length).toBeGreaterThan(2);
      // Not in the folder for temporary files either, where a thread of its own accord would put it.
      expect(readdirSync(folder).sort()).toEqual(['.cache', '.local']);
    }
  });

  it('is not in a folder that others can write', async () => {
    const {folder} = home();
    mkdirSync(join(folder, '.cache/optty'), {recursive: true});
    chmodSync(join(folder, '.cache/optty'), 0o777);
    expect(await listed(folder, {})).toBe(0);
    expect(readdirSync(join(folder, '.cache/optty'))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['.cache', '.local']);
  });

  it('is not in the current folder', async () => {
    const {folder} = home();
    expect(await listed(folder, {XDG_CACHE_HOME: 'evil'})).toBe(0);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
    expect(existsSync(join(folder, '.cache/optty'))).toBe(true);
  });
});

it.each([
  [['config', 'init', '--config', '/proc/nowhere/x/config.toml'], 2, 'it cannot be written (ENOENT).'],
  [['list', 'cards'], 1, 'The paper service cannot start on /proc/nowhere/.local/state/optty/paper.db'],
])('a folder that cannot be created is reported without hanging: optty %j', async (args, code, words) => {
  const ended = await home().asked(args, {HOME: '/proc/nowhere'});
  expect(ended.stderr).toContain(words);
  expect(ended.code).toBe(code);
});

describe('the files of the dashboard', () => {
  it('are restricted to their owner when the dashboard opens them', async () => {
    const at = home();
    const state = join(at.folder, '.local/state/optty');
    mkdirSync(state, {recursive: true});
    chmodSync(at.write('.local/state/optty/optty.log', ''), 0o666);
    chmodSync(state, 0o777);
    const shown = startProgram({home: at.folder});
    await shown.waitFor('PAPER');
    await shown.waitFor(() => modeOf(state) === '700');
    shown.press('!');
    await shown.waitFor('HALTED');
    shown.press('q');
    await shown.exit;
    expect(readFileSync(join(state, 'optty.log'), 'utf8')).toMatch(/Z danger: HALTED by process \d+ on /);
    const account = readdirSync(join(state, 'accounts')).find(name => name !== 'lock') ?? '';
    const journal = join('accounts', account, 'journal.db');
    for (const name of ['optty.log', journal, 'paper.db'])
      expect(modeOf(join(state, name)), name).toBe('600');
    expect(modeOf(join(state, 'accounts', account))).toBe('700');
    await shown.end();
  });

  it('cause a message if the log cannot be written', async () => {
    const at = home();
    const shown = startProgram({home: at.folder, args: ['--log-file', '/proc/nowhere/optty.log']});
    await shown.waitFor('No log: /proc/nowhere/optty.log cannot be written (ENOENT).');
    shown.press('q');
    expect((await shown.exit).code).toBe(0);
    await shown.end();
  });
});

it('a configuration that others can write runs no command', async () => {
  const at = home();
  const toml = `[profiles.a]\nbase_url = "http://127.0.0.1:9"\ntoken_command = ["touch", "${at.folder}/ran"]\n`;
  chmodSync(at.write('.config/optty/config.toml', toml), 0o666);
  const {code, stderr} = await at.asked(['list', 'cards', '--profile', 'a']);
  expect(code).toBe(2);
  expect(stderr).toContain('other users can write the file (mode 0666)');
  expect(existsSync(join(at.folder, 'ran'))).toBe(false);
});
