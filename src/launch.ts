// The file behind the `optty` command. It must parse on any Node, so that an old one is told what is needed
// instead of dying on the first import it does not know.
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `optty needs Node 22.19 or newer; this is ${process.versions.node}. Install a newer Node, then run optty again.\n`,
  );
  process.exitCode = 2;
} else {
  (require('node:module') as typeof import('node:module')).enableCompileCache?.();
  void import(new URL('main.js', `file://${__filename}`).href);
}
