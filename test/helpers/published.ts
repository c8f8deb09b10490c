/** A project whose only dependency is this package, as a user has it: packed and unpacked. */
import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, rename, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

export const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** No types of Node, and the libraries are checked too: what is published must stand alone. */
const compilerOptions = {
  module: 'nodenext',
  target: 'es2024',
  lib: ['es2024', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

export async function createProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'optty-project-'));
  const {stdout} = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], {
    cwd: root,
  });
  await run('tar', ['xzf', join(project, stdout.trim()), '-C', project]);
  await mkdir(join(project, 'node_modules'));
  await rename(join(project, 'package'), join(project, 'node_modules/optty'));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  return project;
}

/** What TypeScript has against files of the project, by their names; empty when nothing. */
export async function complaints(
  project: string,
  files: Readonly<Record<string, string>>,
  more: object = {},
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  const settings = {compilerOptions: {...compilerOptions, ...more}, files: Object.keys(files)};
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(settings));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return run(process.execPath, [tsc, '-p', project]).then(
    () => '',
    (failed: {stdout: string}) => failed.stdout,
  );
}
