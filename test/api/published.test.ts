/** The published client as its user meets it: packed, unpacked into an empty project, type-checked and run. */
import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execPath} from 'node:process';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, it, onTestFinished} from 'vitest';
import {scriptedService} from './service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = await readFile(join(root, 'README.md'), 'utf8');
/** The first block of TypeScript in the README that imports the client. */
const example = /```ts\n((?:(?!```)[\s\S])*?from 'optty\/client'[\s\S]*?)```/.exec(readme)?.[1];
const isBuilt = existsSync(join(root, 'dist/client/index.d.ts'));

it.skipIf(!isBuilt || example === undefined)(
  "the README's example type-checks and runs against the packed tarball",
  async () => {
    const project = await mkdtemp(join(tmpdir(), 'optty-client-'));
    onTestFinished(() => rm(project, {recursive: true, force: true}));
    await unpackInto(project);
    const service = await scriptedService();
    service.reply({body: {orderId: 7, items: []}});
    await writeFile(join(project, 'package.json'), '{"type":"module"}');
    await writeFile(
      join(project, 'example.ts'),
      example?.replace(/baseUrl: '[^']*'/, `baseUrl: '${service.baseUrl}'`) ?? '',
    );
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({compilerOptions, files: ['example.ts']}));
    const checked = await run(execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', project]).catch(
      failed => failed,
    );
    expect(checked.stdout).toBe('');
    await run(execPath, [join(project, 'example.ts')]);
    expect(service.arrived.length).toBeGreaterThan(0);
  },
);

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

async function unpackInto(project: string): Promise<void> {
  const {stdout} = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], {
    cwd: root,
  });
  await run('tar', ['xzf', join(project, stdout.trim()), '-C', project]);
  await mkdir(join(project, 'node_modules'));
  await rename(join(project, 'package'), join(project, 'node_modules/optty'));
}
