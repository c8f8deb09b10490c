import {globSync} from 'node:fs';
import {defineConfig} from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

/**
 * Tests of what keeps nothing between two calls. They share a process, and with it all that each of them
 * imports: that is a third of their time.
 */
const pure = /^test\/(api\/wire|config|desk|paper\/(engine|market)|term\/(keyboard|line|screen|text)|ui)\//;
/** Among them, those that start processes, wait for time or load what draws in another way. */
const apart = /^test\/(desk\/(effects|journal|recorder\/file)\/|ui\/text-field)/;

const files = globSync('test/**/*.test.{ts,tsx}', {cwd: root});
const isPure = (file: string) => pure.test(file) && !apart.test(file);

export default defineConfig({
  root,
  define: {OPTTY_VERSION: '"0.0.0-test"'},
  // NODE_ENV=production has no development runtime for JSX.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    testTimeout: 20_000,
    // Most files wait for a process or a socket, so three of them share two cores well.
    maxWorkers: 3,
    env: {NODE_ENV: 'production', FORCE_COLOR: '0'},
    projects: [
      {extends: true, test: {name: 'apart', include: files.filter(file => !isPure(file))}},
      {extends: true, test: {name: 'pure', include: files.filter(isPure), isolate: false}},
    ],
  },
});
