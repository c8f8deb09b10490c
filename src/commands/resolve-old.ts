import {createInterface} from 'node:readline';
import {readOld, resolveOld, usedByWords} from '../desk/journal/old.ts';
import {JournalError} from '../desk/journal/problem.ts';
import {sanitize} from '../term/text/sanitize.ts';
import {readHost} from './host.ts';
import {exitCodes, Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {print} from './output.ts';
import {loadConfig} from './settings.ts';

/** Lists the unresolved writes of the journal of older builds, and takes `done` or `nothing` for each. */
export async function runResolveOld({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const {oldJournal: path} = (await loadConfig(flags, host.env)).statePaths;
  const old = await readOld(path, readHost(host.pid)).catch((error: unknown) => {
    throw error instanceof JournalError ? new Unable(error.message) : error;
  });
  const unresolved = old?.unresolved ?? [];
  if (unresolved.length === 0) {
    print(host.stdout, 'Nothing is unresolved.');
    return exitCodes.done;
  }
  for (const {service, words} of unresolved)
    print(host.stdout, sanitize(`${words}, at ${service}`, {maxCells: 500}));
  if (old?.pid !== undefined) throw new Unable(usedByWords(path, old.pid));
  print(host.stdout, 'Check each one at the service. Then type done or nothing; another answer leaves it.');
  const answers = createInterface({input: host.stdin})[Symbol.asyncIterator]();
  let left = 0;
  for (const {id, words} of unresolved) {
    print(host.stdout, `${sanitize(words, {maxCells: 500})}?`);
    const {value} = await answers.next();
    const word = String(value ?? '').trim();
    if (word === 'done' || word === 'nothing') await resolveOld(path, id, word, Date.now());
    else left++;
  }
  if (left > 0) print(host.stdout, `${left} still unresolved.`);
  return left > 0 ? exitCodes.failed : exitCodes.done;
}
