/**
 * The published client as its user meets it: packed, unpacked into an empty project, type-checked, bundled and
 * run.
 */
import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join, posix} from 'node:path';
import {execPath} from 'node:process';
import {runInNewContext} from 'node:vm';
import {type BuildOptions, build} from 'esbuild';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {complaints, createProject, root, run} from '../helpers/published.ts';

const isBuilt = existsSync(join(root, 'dist/client/index.d.ts'));

describe.skipIf(!isBuilt)('the published client', () => {
  let project = '';
  const installed = (path: string) => join(project, 'node_modules/optty', path);

  beforeAll(async () => {
    project = await createProject();
  });

  afterAll(() => rm(project, {recursive: true, force: true}));

  /** Starts `optty paper` as a text says, on a free port, and gives where it is. */
  async function paperAs(text: string): Promise<{origin: string; stop: () => void}> {
    const [, flags = ''] = /^.*?\boptty (paper --port 8787 [^\n`]*)/m.exec(text) ?? [];
    const args = flags.replace('8787', '0').split(' ');
    const home = await mkdtemp(join(project, 'home-'));
    const child = spawn(execPath, [installed('dist/optty.cjs'), ...args], {env: {HOME: home}});
    const origin = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        const found = /OPTTY_BASE_URL=(\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', code => reject(new Error(`optty paper ended with ${code}`)));
    });
    return {origin, stop: () => child.kill()};
  }

  it('runs the examples of docs/client.md against the paper service that the page names', async () => {
    const page = await readFile(join(root, 'docs/client.md'), 'utf8');
    const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    expect(blocks).toHaveLength(4);
    const program = blocks.join('\n');
    expect(await complaints(project, {'example.ts': program})).toBe('');
    const paper = await paperAs(page);
    await writeFile(join(project, 'run.ts'), program.replaceAll('http://127.0.0.1:8787', paper.origin));
    const ran = await run(execPath, [join(project, 'run.ts')]).finally(paper.stop);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toContain('PAPER');
  });

  it('works with `await using`', async () => {
    const program = `import {createClient} from 'optty/client';
await using client = createClient({baseUrl: 'http://127.0.0.1:9'});
console.log(client.service.origin);
`;
    const more = {lib: ['es2024', 'dom', 'esnext.disposable'], target: 'esnext'};
    expect(await complaints(project, {'using.ts': program}, more)).toBe('');
    expect((await run(execPath, [join(project, 'using.ts')])).stdout).toBe('http://127.0.0.1:9\n');
  });

  it('ships the declarations of its public API, and no others', async () => {
    const reached = new Set<string>();
    const waiting = ['index.d.ts'];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      const text = await readFile(installed(`dist/client/${name}`), 'utf8');
      for (const [, next = ''] of text.matchAll(/(?:from |import\()'(\.[\w./-]+)\.ts'/g))
        waiting.push(`${posix.join(posix.dirname(name), next)}.d.ts`);
      expect(text, `${name} is read by people who have no other document`).not.toContain('docs/');
    }
    const brought = await readdir(installed('dist/client'), {recursive: true});
    expect(brought.filter(name => name.endsWith('.d.ts')).sort()).toEqual([...reached].sort());
  });

  it('documents fields and members where their names are not enough', async () => {
    const told = async (name: string) => readFile(installed(`dist/client/wire/${name}.d.ts`), 'utf8');
    expect(await told('records')).toContain('`expiryDate` is an ISO 8601 date-time, as it came.');
    expect(await told('inputs')).toMatch(/From 1; the service's default is 1\. \*\/\s+page:/);
  });

  it('has the types of its fields and the names of its run time', async () => {
    const exported = Object.keys((await import(installed('dist/client.js'))) as object);
    const names = `import * as client from 'optty/client';
export const all: Record<keyof typeof client, 1> = {${exported.map(name => `${name}: 1`).join(', ')}};
`;
    const fields = `import type {CardQuery, EasyOption, EasyOptionCard, TradeQuery} from 'optty/client';
type Is<One, Other> = [One, Other] extends [Other, One] ? true : false;
export const isSo: [
  Is<Pick<EasyOptionCard, 'id' | 'active'>, {readonly id: string; readonly active?: boolean | undefined}>,
  Is<undefined extends EasyOption['qty'] ? 'optional' : 'required', 'optional'>,
  Is<undefined extends EasyOption['id'] ? 'optional' : 'required', 'required'>,
  Is<TradeQuery['side'], 'BUY' | 'SELL' | undefined>,
  Is<CardQuery['type'], 'UP_DOWN' | 'TOUCH' | (string & {}) | undefined>,
  Is<CardQuery['pageSize'], number | undefined>,
] = [true, true, true, true, true, true];
`;
    const files = {'names.ts': names, 'fields.ts': fields};
    expect(await complaints(project, files)).toBe('');
  });

  it('sends its version to the service by default', async () => {
    const {version} = JSON.parse(await readFile(installed('package.json'), 'utf8')) as {version: string};
    const program = `import {createServer} from 'node:http';
import {createClient} from 'optty/client';
const server = createServer((request, response) => response.end(JSON.stringify({orderId: 1, symbol: request.headers['user-agent']})));
server.listen(0, '127.0.0.1', async () => {
  const client = createClient({baseUrl: 'http://127.0.0.1:' + server.address().port});
  console.log((await client.cancelOrder('1')).value.symbol);
  await client.close();
  server.close();
});
`;
    await writeFile(join(project, 'version.mjs'), program);
    expect((await run(execPath, [join(project, 'version.mjs')])).stdout).toBe(`optty/${version}\n`);
  });

  /** A program of one's own, bundled with the package that it imports. */
  async function bundled(contents: string, options: BuildOptions) {
    const whole = {bundle: true, write: false, logLevel: 'silent'} as const;
    const {outputFiles, warnings} = await build({
      stdin: {contents, resolveDir: project},
      ...options,
      ...whole,
    });
    return {text: outputFiles[0]?.text ?? '', warnings};
  }

  it('runs bundled as CommonJS', async () => {
    const {text} = await bundled(
      `import {createClient} from 'optty/client';
createClient({baseUrl: 'http://127.0.0.1:9'}).listOrders().catch(error => console.log(error.kind, error.sent));`,
      {platform: 'node', format: 'cjs'},
    );
    await writeFile(join(project, 'bundle.cjs'), text);
    expect((await run(execPath, [join(project, 'bundle.cjs')])).stdout).toBe('refused no\n');
  });

  it('does arithmetic in a browser', async () => {
    const {text, warnings} = await bundled(
      "import {multiply} from 'optty/client'; globalThis.result = multiply('1.5', '3');",
      {platform: 'browser'},
    );
    expect(warnings).toEqual([]);
    expect(text).not.toMatch(/node:|createRequire/);
    expect(runInNewContext(`${text}; result`)).toBe('4.5');
  });

  it('bundles `multiply` into less than 20 kB without a warning', async () => {
    const {text, warnings} = await bundled(
      "import {multiply} from 'optty/client'; console.log(multiply('1.5', '3'));",
      {platform: 'node', format: 'esm', minify: true},
    );
    expect(warnings).toEqual([]);
    expect(text.length).toBeLessThan(20_000);
    await writeFile(join(project, 'multiply.mjs'), text);
    expect((await run(execPath, [join(project, 'multiply.mjs')])).stdout).toBe('4.5\n');
  });
});
