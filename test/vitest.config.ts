import {globSync} from 'node:fs';
import {defineConfig} from 'vitest/config';
import {patienceMs} from './helpers/patience.ts';

const root = new URL('..', import.meta.url).pathname;

/** Those that load what decides as it is loaded, by the environment, and so need a process of their own. */
const alone = /^test\/ui\/text-field/;
/** Tests that compute more than they wait: they fill the processor while those begun before them wait. */
const pure =
  /^test\/((account|api\/wire|config|core|desk|paper\/(engine|market)|text|term\/(keyboard|screen))\/|term\/terminal-line)/;
const waiting = /^test\/(core\/journal|desk\/effects)\//;

/** Components, with React's own checks: strict mode, and no warning. */
const ui = /^test\/ui\//;
const checked = {env: {NODE_ENV: 'development'}, setupFiles: ['test/ui/helpers/no-warnings.ts']};

const files = globSync('test/**/*.test.{ts,tsx}', {cwd: root});
const isAlone = (file: string) => alone.test(file);
const isUi = (file: string) => ui.test(file) && !isAlone(file);
const isPure = (file: string) => pure.test(file) && !waiting.test(file);

export default defineConfig({
  root,
  define: {OPTTY_VERSION: '"0.0.0-test"'},
  // NODE_ENV=production has no development runtime for JSX.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    // Only what hangs reaches it, on a machine however busy: a wait of its own ends before (patience.ts).
    testTimeout: process.env.SOAK === '1' ? 1_800_000 : 4 * patienceMs,
    hookTimeout: 4 * patienceMs,
    expect: {poll: {timeout: patienceMs}},
    // Files share a process, and with it all that each of them imports: that is a third of their time.
    isolate: false,
    // Most files wait for a process or a socket, so four of them share two cores well.
    maxWorkers: 4,
    // A command that only waits, such as a halt for late lists, holds up no other of its file.
    maxConcurrency: 8,
    // On a busy processor with protection keys V8 loses a page of compiled code where threads load WebAssembly,
    // and ends the process: "Check failed: jit_page.has_value()".
    execArgv: ['--no-memory-protection-keys'],
    // recheck in this process: it has a build for Java and one for each system too.
    env: {NODE_ENV: 'production', FORCE_COLOR: '0', TZ: 'UTC', RECHECK_SYNC_BACKEND: 'pure'},
    projects: [
      {extends: true, test: {name: 'alone', include: files.filter(isAlone), isolate: true, ...checked}},
      {
        extends: true,
        test: {name: 'apart', include: files.filter(file => !isPure(file) && !ui.test(file))},
      },
      {extends: true, test: {name: 'pure', include: files.filter(isPure)}},
      {extends: true, test: {name: 'ui', include: files.filter(isUi), ...checked}},
    ],
  },
});
