/** `npm run release:check`: packs, installs into an empty prefix, runs that, and has the package checked. */
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const checks = [
  ['publint@0.3.25', '--strict'],
  // The package is ESM only, and its types want the resolution of Node 16 and later.
  ['@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only'],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'optty-release-'));

function run(command: string, ...args: readonly string[]): void {
  process.stdout.write(`> ${command} ${args.join(' ')}\n`);
  const {status} = spawnSync(command, args, {stdio: 'inherit'});
  if (status !== 0) throw new Error(`${command} ended with ${status}`);
}

try {
  run('npm', 'pack', '--silent', '--pack-destination', folder);
  const tarball = join(folder, readdirSync(folder).find(name => name.endsWith('.tgz')) ?? '');
  const prefix = join(folder, 'prefix');
  run('npm', 'install', '--silent', '--global', '--prefix', prefix, tarball);
  for (const flag of ['--version', '--help']) run(join(prefix, 'bin/optty'), flag);
  for (const [tool, ...args] of checks) run('npx', '--yes', tool, tarball, ...args);
} finally {
  rmSync(folder, {recursive: true, force: true});
}
