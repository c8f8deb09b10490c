// Bundles src/ into dist/: the program (split so that Ink, the paper service and SQLite load only when needed),
// the paper worker, and what is published for other programs: the client and the paper service.

import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, transform} from 'esbuild';
import {schemaOf} from './src/desk/recorder/schema/declared.ts';

const {version} = JSON.parse(readFileSync('package.json', 'utf8'));
const sources = readdirSync('src', {recursive: true}).filter(file => /\.tsx?$/.test(file));
const schema = schemaOf(new Map(sources.map(file => [file, readFileSync(`src/${file}`, 'utf8')])));

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
  define: {
    'process.env.NODE_ENV': '"production"',
    OPTTY_VERSION: JSON.stringify(version),
    OPTTY_SCHEMA: JSON.stringify(schema),
  },
};

/**
 * The program keeps its names by not shortening them. A third more code is read in less time than it takes to give each
 * of thousands of functions its name back.
 */
const withNames = {minify: false, minifySyntax: true, minifyWhitespace: true, keepNames: false};

/** Bundled CommonJS packages still call require() for Node's own modules. */
const requireBanner =
  "import {createRequire as optty_require} from 'node:module';const require=optty_require(import.meta.url);";

/** The same for what is published: it also works bundled into CommonJS, and does no harm in a browser. */
const builtinBanner = 'const require=globalThis.process?.getBuiltinModule;';

/** Puts something else in the place of a module, for those who import it and whose path is `by`. */
function instead(name, filter, contents, by = /./) {
  return {
    name,
    setup(bundler) {
      bundler.onResolve({filter}, ({importer}) =>
        by.test(importer) ? {path: name, namespace: name} : undefined,
      );
      bundler.onLoad({filter: /.*/, namespace: name}, () => ({contents}));
    },
  };
}

/** Ink reaches for React's devtools in development only; 2 MB that the program never runs. */
const withoutDevtools = instead('no-devtools', /^react-devtools-core$/, 'export default {}');

/** undici's HTTP/2 is never asked for: writes need a fresh connection each, which HTTP/2 does not promise. */
const withoutHttp2 = instead(
  'no-http2',
  /\/client-h2(\.js)?$/,
  "module.exports = () => { throw new Error('HTTP/2 is off'); };",
);

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
const withoutMilo = instead(
  'no-milo',
  /\/parser-h1(\.js)?$/,
  'module.exports = {getMiloEnabled: () => false};',
);

/**
 * Of Node's own HTTP undici wants a class that our streams are never of, and a number; of its assertions only that they
 * throw; its tree of header names saves a few letters for each answer. All take longer to load than an answer to come.
 */
const slimUndici = [
  instead(
    'no-http',
    /^node:http$/,
    'exports.IncomingMessage = class {}; exports.maxHeaderSize = 16384;',
    /undici\/lib\/(core\/util|dispatcher\/client)\.js$/,
  ),
  instead(
    'plain-assert',
    /^node:assert$/,
    `module.exports = (isSo, message = 'undici does not hold') => {
      if (!isSo) throw message instanceof Error ? message : new Error(message);
    };`,
    /\/undici\//,
  ),
  instead('no-tree', /^\.\/tree$/, 'exports.tree = {lookup: () => null};', /undici\/lib\/core\/util\.js$/),
];

/** Modules of Node that take long to load, and that not every run needs. */
const seldom = [
  'node:child_process',
  'node:crypto',
  'node:fs/promises',
  'node:sqlite',
  'node:timers/promises',
  'node:vm',
  'node:zlib',
];

const plugins = [withoutDevtools, withoutHttp2, withoutMilo, yogaWithoutFetch, ownWidth];

rmSync('dist', {recursive: true, force: true});
const results = await Promise.all([
  build({
    ...shared,
    ...withNames,
    splitting: true,
    write: false,
    entryPoints: {main: 'src/main.ts', 'paper-worker': 'src/paper/worker.ts'},
    chunkNames: 'part-[hash]',
    plugins: [...plugins, ...slimUndici],
  }),
  build({
    ...shared,
    splitting: true,
    write: false,
    // The program comes along though it is not written: what it does not share stands in chunks of its own, so that who
    // takes one function of the client is not given undici too.
    entryPoints: {
      client: 'src/api/index.ts',
      paper: 'src/paper/index.ts',
      main: 'src/main.ts',
      'paper-worker': 'src/paper/worker.ts',
    },
    chunkNames: 'chunk-[hash]',
    plugins,
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
  }),
]);
await writeProgram(results[0]);
writePublished(results[1], ['dist/client.js', 'dist/paper.js']);
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices(results));

/**
 * Writes the program's parts as CommonJS, which Node loads in half the time: it looks for fewer files, and makes no list
 * of what each of its own modules exports. What waits at its top, as yoga does, stays as it is.
 */
async function writeProgram({outputFiles, metafile}) {
  const parts = outputFiles.map(({path, text}) => ({name: basename(path), text}));
  const waiting = await partsThatWait(parts, metafile);
  if (waiting.has('main.js')) throw new Error('main waits at its top: it cannot be CommonJS');
  const fileOf = name => (waiting.has(name) ? name : name.replace(/js$/, 'cjs'));
  const parted = text =>
    text
      .replace(/import\("\.\/([\w-]+\.js)"\)/g, (whole, name) =>
        waiting.has(name) ? whole : `Promise.resolve().then(()=>require("./${fileOf(name)}"))`,
      )
      .replace(/"\.\/([\w-]+\.js)"/g, (_, name) => `"./${fileOf(name)}"`);
  const codes = new Map();
  for (const {name, text} of parts) {
    const code = waiting.has(name) ? requireBanner + parted(text) : await asCommonJs(parted(text));
    codes.set(fileOf(name), inAscii(code));
  }
  const early = partsBehind('src/commands/dashboard.ts', metafile);
  for (const name of partsBehind('src/commands/dashboard/dashboard.ts', metafile)) early.add(name);
  const [door] = early;
  codes.set('early.cjs', inOneFile([...early].map(fileOf), codes));
  codes.set(
    'main.cjs',
    codes.get('main.cjs').replace(`require("./${fileOf(door)}")`, 'require("./early.cjs")'),
  );
  for (const [file, code] of codes) writeFileSync(`dist/${file}`, code);
}

/** The names of the parts that come with an entry, itself first. */
function partsBehind(entry, {outputs}) {
  const [path] = Object.entries(outputs).find(([, {entryPoint}]) => entryPoint === entry);
  const paths = new Set([path]);
  for (const each of paths)
    for (const {path: next, kind} of outputs[each].imports)
      if (kind === 'import-statement' && outputs[next] !== undefined) paths.add(next);
  return new Set([...paths].map(each => basename(each)));
}

/**
 * What is loaded before the first rows, in one file whose exports are those of its first part: Node looks for seventy files
 * as long as they run. Other commands load a few of these parts each, so that all stand in files of their own as well;
 * what comes later to the same program finds those of this file where Node keeps what it has loaded.
 */
function inOneFile(files, codes) {
  const parts = files.map(file => `"./${file}":(function(module,exports,require){${codes.get(file)}\n})`);
  return `"use strict";const{Module}=require("node:module"),{join}=require("node:path"),elsewhere=require;
const parts={${parts.join(',')}};
function part(name){
  if(!Object.hasOwn(parts,name))return elsewhere(name);
  const path=join(__dirname,name);
  let module=elsewhere.cache[path];
  if(module===undefined){
    module=elsewhere.cache[path]=Object.assign(new Module(path),{filename:path,loaded:true});
    parts[name](module,module.exports,part);
  }
  return module.exports;
}
module.exports=part("./${files[0]}");`;
}

/**
 * esbuild leaves regular expressions as they were written. One character beyond Latin-1 makes V8 keep a whole file in two
 * bytes for each character, as long as the program runs.
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

async function asCommonJs(text) {
  const here = 'optty_here';
  const {code} = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: shared.target,
    ...withNames,
    define: {'import.meta.url': here},
  });
  const late = seldom.reduce(
    (each, name) => each.replaceAll(`=require("${name}")`, `=${whenUsed(name)}`),
    code,
  );
  return late.includes(here)
    ? `const ${here}=require("node:url").pathToFileURL(__filename).href;${late}`
    : late;
}

/** What stands for a module that is loaded when the first of its names is used. */
function whenUsed(name) {
  return `new Proxy({},{get:(_,key)=>require("${name}")[key]})`;
}

/** The names of parts that wait for something at their top, and of those that import one. */
async function partsThatWait(parts, {outputs}) {
  const waiting = new Set();
  for (const {name, text} of parts)
    await transform(text, {format: 'cjs', logLevel: 'silent'}).catch(() => waiting.add(name));
  const importsOne = ({name}) =>
    outputs[`dist/${name}`].imports.some(
      ({path, kind}) => kind === 'import-statement' && waiting.has(basename(path)),
    );
  for (let size = 0; size < waiting.size; ) {
    size = waiting.size;
    for (const part of parts.filter(importsOne)) waiting.add(part.name);
  }
  return waiting;
}

/**
 * Writes the entries that others import, and the chunks that these lead to. A chunk that an entry imports without a name
 * is imported again by whoever needs it. None has side effects, as package.json says, so a bundler would drop these
 * imports of a published entry, and warn of each.
 */
function writePublished({outputFiles, metafile}, entries) {
  const wanted = new Set(entries);
  for (const name of wanted)
    for (const {path, external} of metafile.outputs[name].imports) if (!external) wanted.add(path);
  for (const name of wanted) {
    const {text} = outputFiles.find(({path}) => basename(path) === basename(name));
    const isEntry = entries.includes(name);
    const code = isEntry ? text.replace(/import"\.\/chunk-[A-Z0-9]+\.js";/g, '') : text;
    writeFileSync(name, code.includes('typeof require') ? builtinBanner + code : code);
  }
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
