import {endElsewhere, readOld, resolveOld, usedByWords} from '../core/journal/old.ts';
import {sanitize} from '../text/sanitize.ts';
import {openAnswers} from './answers.ts';
import {readHost} from './host.ts';
import {exitCodes, Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {loadConfig} from './load-config.ts';
import {print} from './output.ts';

/** Lists the unresolved writes of the journal of older builds, and takes `done` or `nothing` for each. */
export async function runResolveOld({flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  const {oldJournal: path} = (await loadConfig(flags, host.env)).statePaths;
  const {pid, unresolved = [], elsewhere = []} = readOld(path, readHost(host.pid)) ?? {};
  const tell = (text: string) => print(host.stdout, sanitize(text, {maxCells: 500}));
  if (unresolved.length === 0 && elsewhere.length === 0) {
    tell('Nothing is unresolved.');
    return exitCodes.done;
  }
  for (const {service, words} of unresolved) tell(`${words}, at ${service}`);
  if (pid !== undefined) throw new Unable(usedByWords(path, pid));
  const answers = openAnswers(host);
  try {
    if (elsewhere.length > 0) {
      const where = [...new Set(elsewhere)].join(', ');
      tell(`Dashboards on ${where} may use ${path}. End them, then type ended.`);
      if ((await answers.next()) !== 'ended') return exitCodes.failed;
      endElsewhere(path, Date.now());
    }
    if (unresolved.length > 0)
      tell('Check each one at the service. Then type done or nothing; any other answer skips it.');
    let left = 0;
    for (const {id, words} of unresolved) {
      tell(`${words}?`);
      const word = await answers.next();
      if (word === 'done' || word === 'nothing') resolveOld(path, id, word, Date.now());
      else left++;
    }
    if (left > 0) tell(`${left} still unresolved.`);
    return left > 0 ? exitCodes.failed : exitCodes.done;
  } finally {
    answers.close();
  }
}
