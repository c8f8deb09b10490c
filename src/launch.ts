// The file behind the `optty` command. It must parse on any Node, so that an old one is told what is needed
// instead of dying on the first import it does not know.
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `optty needs Node 22.19 or newer; this is ${process.versions.node}. Install a newer Node, then run optty again.\n`,
  );
  process.exitCode = 2;
} else {
  launch();
}

function launch(): void {
  const {enableCompileCache} = require('node:module') as typeof import('node:module');
  const {homedir} = require('node:os') as typeof import('node:os');
  const {isAbsolute, join} = require('node:path') as typeof import('node:path');
  const {setFlagsFromString} = require('node:v8') as typeof import('node:v8');
  // The parser of HTTP is one huge function of WebAssembly: to optimise it takes V8 more than 10 MiB that it
  // keeps, and what it reads here is soon parsed as it is. What `--liftoff-only` implies is worked out before
  // anything can be set here, so these are set themselves.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // A key or a poll calls a function a few dozen times; V8 would optimise hundreds of them in the first minute,
  // on threads that each of them wakes: a quarter of the time of a key. What is called more often still is.
  setFlagsFromString('--invocation-count-for-maglev=8000');
  // The last of its compilers takes MiB of Node's own code, and of working memory that it keeps. A key takes as
  // much CPU with it as without: the one before it has been through all that a key runs.
  setFlagsFromString('--no-turbofan');
  const {NODE_COMPILE_CACHE, XDG_CACHE_HOME = ''} = process.env;
  // Compiled code is kept where its user alone can write: Node's own choice is a folder that all users share.
  // Whoever names one by Node's own variable has chosen, and Node has taken it before we are asked.
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(process.env.HOME || homedir(), '.cache');
  if (!NODE_COMPILE_CACHE) keepCompiled(join(base, 'optty'), enableCompileCache);
  require(join(__dirname, 'main.cjs'));
}

/** Starting takes longer without it, but code that somebody else may have put there is not run. */
function keepCompiled(folder: string, enable: (folder: string) => unknown): void {
  const {isOwnFolder, makeFolder} = require('./folders.ts') as typeof import('./folders.ts');
  try {
    const userId = process.getuid?.();
    if (!isOwnFolder(folder, userId)) makeFolder(folder);
    if (isOwnFolder(folder, userId)) enable(folder);
  } catch (error) {
    // Nowhere to keep it: a home that cannot be written is no reason not to start.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}

export {};
