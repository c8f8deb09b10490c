import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {temporaryFolder} from '../helpers/folder.ts';
import {openTerminal} from '../helpers/terminal.ts';
import {program} from './optty.ts';

const root = new URL('../..', import.meta.url).pathname;

describe('the package', () => {
  let folder = '';
  let installed = '';
  let files: readonly string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'optty-package-'));
    const npm = (...args: string[]) =>
      execFileSync('npm', args, {
        cwd: root,
        encoding: 'utf8',
        env: {...process.env, npm_config_cache: join(folder, 'cache')},
      });
    const [packed] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder)) as [
      {filename: string; files: {path: string}[]},
    ];
    files = packed.files.map(({path}) => path);
    const prefix = join(folder, 'prefix');
    npm('install', '--global', '--offline', '--prefix', prefix, join(folder, packed.filename));
    installed = join(prefix, 'bin/optty');
  });

  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  it('contains the program, the licences of its parts and the docs', () => {
    const odd = files.filter(
      path =>
        !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|docs\/[\w-]+\.(md|svg|1)|dist\/.+\.(js|cjs|d\.ts)|dist\/THIRD-PARTY-NOTICES\.txt)$/.test(
          path,
        ),
    );
    expect(odd).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'CHANGELOG.md',
        'docs/README.md',
        'docs/optty.1',
        'dist/optty.cjs',
        'dist/main.js',
        'dist/paper-worker.js',
        'dist/THIRD-PARTY-NOTICES.txt',
      ]),
    );
  });

  it('installs no dependencies', () => {
    const modules = join(folder, 'prefix/lib/node_modules');
    expect(readdirSync(modules)).toEqual(['optty']);
    expect(existsSync(join(modules, 'optty/node_modules'))).toBe(false);
  });

  it('runs its commands after installation', () => {
    const env = {HOME: folder, PATH: process.env.PATH};
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [installed, ...args], {env, encoding: 'utf8'});
    expect(run('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const {status, stdout} = run('list', 'cards', '--json');
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThan(5);
  });

  it('opens the dashboard after installation', async () => {
    const terminal = openTerminal({
      command: process.execPath,
      args: [installed],
      env: {HOME: folder, XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined},
    });
    onTestFinished(() => terminal.close());
    await terminal.waitFor(screen => screen.includes('PAPER') && /\bBTC\b/.test(screen));
    terminal.press('q');
    expect((await terminal.exit).code).toBe(0);
  });
});

describe('an older Node', () => {
  it('gets one line with the required version', () => {
    const old = join(temporaryFolder(), 'old.cjs');
    for (const [version, runs] of [
      ['12.22.0', false],
      ['22.18.9', false],
      ['22.19.0', true],
    ] as const) {
      const versions = `{...process.versions, node: '${version}'}`;
      writeFileSync(old, `Object.defineProperty(process, 'versions', {value: ${versions}});`);
      const {status, stdout, stderr} = spawnSync(process.execPath, ['--require', old, program, '--version'], {
        encoding: 'utf8',
      });
      if (runs) expect([status, stderr]).toEqual([0, '']);
      else {
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toBe(
          `optty needs Node 22.19 or newer; this is ${version}. Install a newer Node, then run optty again.\n`,
        );
      }
    }
  });
});
