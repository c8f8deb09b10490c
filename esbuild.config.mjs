// Bundles src/ into dist/: the program (split so that the paper service and SQLite load only when needed),
// the paper worker, and what is published for other programs: the client and the paper service.

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));

const shared = {
  bundle: true,
  metafile: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  jsx: 'automatic',
  outdir: 'dist',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: {'process.env.NODE_ENV': '"production"', OPTTY_VERSION: JSON.stringify(version)},
  // Bundled CommonJS packages still call require() for Node's own modules. Pure, so that whoever bundles a part of the
  // client leaves it out where nothing needs it.
  banner: {
    js: "import {createRequire as optty_require} from 'node:module';const require=/* @__PURE__ */optty_require(import.meta.url);",
  },
};

/** Ink reaches for React's devtools in development only; 2 MB that the program never runs. */
const withoutDevtools = {
  name: 'without-devtools',
  setup(bundler) {
    bundler.onResolve({filter: /^react-devtools-core$/}, () => ({path: 'devtools', namespace: 'stub'}));
    bundler.onLoad({filter: /.*/, namespace: 'stub'}, () => ({contents: 'export default {}'}));
  },
};

/** undici's HTTP/2 is never asked for: writes need a fresh connection each, which HTTP/2 does not promise. */
const withoutHttp2 = {
  name: 'without-http2',
  setup(bundler) {
    bundler.onResolve({filter: /\/client-h2(\.js)?$/}, () => ({path: 'http2', namespace: 'no-http2'}));
    bundler.onLoad({filter: /.*/, namespace: 'no-http2'}, () => ({
      contents: "module.exports = () => { throw new Error('HTTP/2 is off'); };",
    }));
  },
};

/**
 * Yoga takes its WebAssembly out of a data: address by fetch(), which brings in Node's whole HTTP client before the first
 * frame, 40 ms. Handed over as bytes it needs none.
 */
const yogaWithoutFetch = {
  name: 'yoga-without-fetch',
  setup(bundler) {
    bundler.onLoad({filter: /yoga-wasm-base64-esm\.js$/}, ({path}) => {
      const source = readFileSync(path, 'utf8');
      const isData = /var H;H="(data:application\/octet-stream;base64,)([A-Za-z0-9+/=]+)";/;
      if (!isData.test(source)) throw new Error('yoga-layout keeps its WebAssembly in another way now');
      return {contents: source.replace(isData, 'var H="$1";w=Buffer.from("$2","base64");')};
    });
  },
};

/** Ink measures text as our own code does, which made it safe: see src/term/text/width.ts. */
const ownWidth = {
  name: 'own-width',
  setup(bundler) {
    const path = fileURLToPath(new URL('src/term/text/width.ts', import.meta.url));
    bundler.onResolve({filter: /^string-width$/}, () => ({path}));
  },
};

/** Of undici's two parsers of HTTP the one that only a variable of its own switches on stays out. */
const withoutMilo = {
  name: 'without-milo',
  setup(bundler) {
    bundler.onResolve({filter: /\/parser-h1(\.js)?$/}, () => ({path: 'milo', namespace: 'no-milo'}));
    bundler.onLoad({filter: /.*/, namespace: 'no-milo'}, () => ({
      contents: 'module.exports = {getMiloEnabled: () => false};',
    }));
  },
};

rmSync('dist', {recursive: true, force: true});
const results = await Promise.all([
  build({
    ...shared,
    splitting: true,
    entryPoints: {
      main: 'src/main.ts',
      'paper-worker': 'src/paper/worker.ts',
      client: 'src/api/index.ts',
      paper: 'src/paper/index.ts',
    },
    chunkNames: 'chunk-[hash]',
    plugins: [withoutDevtools, withoutHttp2, withoutMilo, yogaWithoutFetch, ownWidth],
  }),
  build({
    entryPoints: {optty: 'src/launch.ts'},
    bundle: true,
    outdir: 'dist',
    outExtension: {'.js': '.cjs'},
    format: 'cjs',
    platform: 'node',
    target: 'node10',
    banner: {js: '#!/usr/bin/env node'},
    logLevel: 'warning',
    supported: {'dynamic-import': true},
  }),
]);
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices(results));
for (const entry of ['dist/client.js', 'dist/paper.js']) dropBareImports(entry);

/**
 * A chunk that an entry imports without a name is imported again by whoever needs it. None has side effects, as
 * package.json says, so a bundler would drop these imports of a published entry, and warn of each.
 */
function dropBareImports(entry) {
  writeFileSync(entry, readFileSync(entry, 'utf8').replace(/import"\.\/chunk-[A-Z0-9]+\.js";/g, ''));
}

/** What the bundle holds of others, with their licences, as those ask for. */
function notices(built) {
  const inputs = built.flatMap(({metafile}) =>
    Object.values(metafile?.outputs ?? {}).flatMap(output => Object.entries(output.inputs)),
  );
  const folders = inputs.flatMap(([path, {bytesInOutput}]) =>
    bytesInOutput === 0 ? [] : (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  return [...new Set(folders)]
    .sort()
    .map(notice)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function notice(folder) {
  const {name, version, license} = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find(each => /^(licen[cs]e|copying)/i.test(each));
  const text =
    file === undefined
      ? 'Its package holds no text of the licence.'
      : readFileSync(`${folder}/${file}`, 'utf8').trim();
  return `${name} ${version}, ${license}\n\n${text}\n`;
}
