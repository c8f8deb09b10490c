/**
 * `optty/paper` as its user meets it: packed, unpacked into an empty project, its example type-checked and run.
 */
import {existsSync} from 'node:fs';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {complaints, createProject, root, run} from '../helpers/published.ts';

const page = await readFile(join(root, 'docs/paper.md'), 'utf8');
const example = /```ts\n((?:(?!```)[\s\S])*?from 'optty\/paper'[\s\S]*?)```/.exec(page)?.[1] ?? '';
const isBuilt = existsSync(join(root, 'dist/types/paper/index.d.ts'));

it.skipIf(!isBuilt)(
  'the example of docs/paper.md type-checks and runs against the packed tarball',
  async () => {
    const project = await createProject();
    onTestFinished(() => rm(project, {recursive: true, force: true}));
    expect(await complaints(project, {'example.ts': example})).toBe('');
    const {stdout} = await run(process.execPath, [join(project, 'example.ts')]);
    expect(stdout.trim().split('\n')).toEqual([
      'no answer 200 1 0',
      'PARTIAL_FILL 2026-11-19T12:01:00.000Z',
      '422 NOT_TODAY',
    ]);
  },
);

it('docs/paper.md names every flag and every control, and the help refers to it', async () => {
  const {commandTable} = await import('../../src/commands/line/table.ts');
  const {options = [], more} = commandTable.find(({name}) => name === 'paper') ?? {};
  for (const {long} of options) expect(page).toContain(`--${long}`);
  expect(page).toContain('\n## Faults\n');
  expect(more).toContain('"Faults" in docs/paper.md');
  const {controls} = await import('../../src/paper/http/control.ts');
  const shown = {faults: {}, clock: {}} as Parameters<typeof controls>[0];
  for (const {path} of controls(shown, {accountOf: () => 0, challenge: ''})) {
    expect(page).toContain(path.replace(':id', 'ID'));
  }
});
