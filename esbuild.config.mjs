// Bundles src/ into dist/: the program (split so that Ink, the paper service and SQLite load only when needed),
// the paper worker, and what is published for other programs: the client and the paper service.

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

/** Leaves a module out that is never used. */
const without = filter => ({
  name: `without ${filter}`,
  setup: ({onLoad}) => onLoad({filter}, () => ({contents: 'module.exports = {}'})),
});

rmSync('dist', {recursive: true, force: true});
const results = await Promise.all([
  build({
    entryPoints: {
      main: 'src/main.ts',
      'paper-worker': 'src/paper/worker.ts',
      client: 'src/api/index.ts',
      // A chunk of its own, for programs that take nothing but the arithmetic from the client.
      decimal: 'src/api/wire/decimal.ts',
      paper: 'src/paper/index.ts',
    },
    outdir: 'dist',
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    // Names are not shortened: they stand in stack traces, and are the names of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    // undici calls require() for Node's own modules. Other programs bundle this into CommonJS or for a browser.
    banner: {js: 'const require=globalThis.process?.getBuiltinModule;'},
    define: {
      'process.env.NODE_ENV': '"production"',
      OPTTY_VERSION: JSON.stringify(version),
      // Yoga would read the WebAssembly that is in it with fetch(), for which Node starts an HTTP client of its own.
      fetch: 'undefined',
    },
    plugins: [
      // 2 MB for debugging Ink's components.
      without(/\/ink\/build\/devtools\.js$/),
      // Writes need a fresh connection each, which HTTP/2 does not promise.
      without(/\/undici\/lib\/dispatcher\/client-h2\.js$/),
    ],
  }),
  build({
    entryPoints: {optty: 'src/launch.ts'},
    outdir: 'dist',
    outExtension: {'.js': '.cjs'},
    bundle: true,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node10',
    // A bundle asks as it is: esbuild would make a require() of it for an old Node.
    supported: {'dynamic-import': true},
    external: ['./main.js'],
    banner: {js: '#!/usr/bin/env node'},
    logLevel: 'warning',
  }),
]);

// A published entry imports chunks without a name for their order alone. package.json says that none has side effects,
// so that who bundles the entry would be warned of each.
for (const entry of ['dist/client.js', 'dist/paper.js'])
  writeFileSync(entry, readFileSync(entry, 'utf8').replace(/import"\.\/chunk-[A-Z0-9]+\.js";/g, ''));

/** What the bundle holds of others, with their licences, as those ask for. */
const inputs = results.flatMap(({metafile}) =>
  Object.values(metafile.outputs).flatMap(output => Object.entries(output.inputs)),
);
const folders = inputs.flatMap(([path, {bytesInOutput}]) =>
  bytesInOutput === 0 ? [] : (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
);
const notices = [...new Set(folders)].sort().map(folder => {
  const {name, version: its, license} = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find(each => /^(licen[cs]e|copying)/i.test(each));
  const text = file
    ? readFileSync(`${folder}/${file}`, 'utf8').trim()
    : 'Its package holds no text of the licence.';
  return `${name} ${its}, ${license}\n\n${text}\n`;
});
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
