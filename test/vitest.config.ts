import {defineConfig} from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  define: {OPTTY_VERSION: '"0.0.0-test"'},
  // NODE_ENV=production has no development runtime for JSX.
  oxc: {jsx: {runtime: 'automatic', development: false}},
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    testTimeout: 20_000,
    // Most files wait for a process or a socket, so three of them share two cores well.
    maxWorkers: 3,
    env: {NODE_ENV: 'production', FORCE_COLOR: '0'},
  },
});
