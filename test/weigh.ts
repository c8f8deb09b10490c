/**
 * `npm run weigh`: the life of a write, which one has to read to change it. That is every file of src/core
 * that imports reach from where a write is asked, judged and sent, without the journal, the halt and the
 * limits, which are rooms of their own.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';

const core = join(import.meta.dirname, '..', 'src', 'core');
const exportsStart = /^export (?:async )?function (?:ask|carryOn|updateIntents|perform)\b/m;
const apart = ['journal', 'halt', 'limits'];

const isOfLife = (path: string) => {
  const place = relative(core, path);
  return !place.startsWith('..') && !apart.includes(place.split('/')[0] ?? '');
};

const files = readdirSync(core, {recursive: true, encoding: 'utf8'}).filter(file => file.endsWith('.ts'));
const texts = new Map(files.map(file => [join(core, file), readFileSync(join(core, file), 'utf8')]));
const reached = new Set<string>();
const rest = [...texts].flatMap(([path, text]) => (exportsStart.test(text) ? path : []));
for (let path = rest.pop(); path !== undefined; path = rest.pop()) {
  if (reached.has(path) || !isOfLife(path)) continue;
  reached.add(path);
  const imports = (texts.get(path) ?? '').matchAll(/ from '(\.[^']+)';/g);
  for (const [, to = ''] of imports) rest.push(join(dirname(path), to));
}

const linesOf = (path: string) => (texts.get(path)?.split('\n').length ?? 1) - 1;
const tell = (lines: number, what: string) => console.log(`${String(lines).padStart(6)}  ${what}`);
const heaviest = [...reached].sort((one, other) => linesOf(other) - linesOf(one));
for (const path of heaviest) tell(linesOf(path), relative(core, path));
const sum = (paths: Iterable<string>) => [...paths].reduce((lines, path) => lines + linesOf(path), 0);
tell(sum(reached), `in ${reached.size} files, of ${sum(texts.keys())} in ${texts.size} of src/core`);
