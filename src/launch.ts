// Entry point of the `optty` command. It must parse on any Node, so that an old Node gets a clear message
// instead of a failed import.
import {enableCompileCache} from 'node:module';
import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';
import {setFlagsFromString} from 'node:v8';
import {isOwnFolder, makeFolder} from './folders.ts';

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
  // Tiering up the WebAssembly of the HTTP parser costs 10 MiB and saves no time. `--liftoff-only` implies both
  // flags, but only on the command line.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // The optimizing compilers take another 10 MiB in the first minute, for code that runs a few dozen times.
  // TurboFan is off; Maglev starts later.
  setFlagsFromString('--no-turbofan');
  setFlagsFromString('--invocation-count-for-maglev=8000');
  // The young generation stays at 2 MiB. It would grow to 64, half of them resident, and collect no cheaper.
  setFlagsFromString('--semi-space-growth-factor=1');
  const {NODE_COMPILE_CACHE, XDG_CACHE_HOME = ''} = process.env;
  // Node's default cache folder is shared by all users, so ours is below the user's home. If NODE_COMPILE_CACHE
  // is set, Node has already used it.
  const base = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(process.env.HOME || homedir(), '.cache');
  if (!NODE_COMPILE_CACHE) keepCompiled(join(base, 'optty'));
  void import('./main.js');
}

/** Code that another user could have written is never run, even if the start takes longer. */
function keepCompiled(folder: string): void {
  try {
    const userId = process.getuid?.();
    if (!isOwnFolder(folder, userId)) makeFolder(folder);
    if (isOwnFolder(folder, userId)) enableCompileCache(folder);
  } catch (error) {
    // The cache is optional: a read-only home must not prevent the start.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
  }
}
