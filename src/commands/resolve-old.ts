import {endElsewhere, type OldJournal, readOld, resolveOld, usedByWords} from '../core/journal/old.ts';
import {sanitize} from '../text/sanitize.ts';
import {openAnswers, readHost} from './host.ts';
import {exitCodes, Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {print} from './output.ts';

/** Lists the unresolved writes of the journal of older builds, and takes `done` or `nothing` for each. */
export async function runResolveOld({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const {oldJournal: path} = (await loadConfig(flags, host.env)).statePaths;
  const old = readOld(path, readHost(host.pid));
  const {pid, unresolved = [], elsewhere = []} = old ?? {};
  if (unresolved.length === 0 && elsewhere.length === 0) {
    print(host.stdout, 'Nothing is unresolved.');
    return exitCodes.done;
  }
  for (const {service, words} of unresolved)
    print(host.stdout, sanitize(`${words}, at ${service}`, {maxCells: 500}));
  if (pid !== undefined) throw new Unable(usedByWords(path, pid));
  const answers = openAnswers(host);
  try {
    return await resolveEach(
      {path, unresolved, elsewhere},
      question => {
        print(host.stdout, sanitize(question, {maxCells: 500}));
        return answers.next();
      },
      host,
    );
  } finally {
    answers.close();
  }
}

async function resolveEach(
  {path, unresolved, elsewhere}: Pick<OldJournal, 'unresolved' | 'elsewhere'> & {readonly path: string},
  answered: (question: string) => Promise<string>,
  host: NodeJS.Process,
): Promise<number> {
  if (elsewhere.length > 0) {
    const where = [...new Set(elsewhere)].join(', ');
    const word = await answered(`Dashboards on ${where} may use ${path}. End them, then type ended.`);
    if (word !== 'ended') return exitCodes.failed;
    endElsewhere(path, Date.now());
  }
  if (unresolved.length > 0)
    print(host.stdout, 'Check each one at the service. Then type done or nothing; another answer leaves it.');
  let left = 0;
  for (const {id, words} of unresolved) {
    const word = await answered(`${words}?`);
    if (word === 'done' || word === 'nothing') resolveOld(path, id, word, Date.now());
    else left++;
  }
  if (left > 0) print(host.stdout, `${left} still unresolved.`);
  return left > 0 ? exitCodes.failed : exitCodes.done;
}
