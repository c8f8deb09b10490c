import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {Unable} from '../line/exit.ts';
import {safeLines} from '../output/output.ts';

/**
 * Asks on the terminal; what is no yes is a no.
 * @throws {Unable} nobody is there who could say it
 */
export async function isAgreed(question: string, {stdin, stdout}: NodeJS.Process): Promise<boolean> {
  if (!stdin.isTTY || !stdout.isTTY)
    throw new Unable(
      'nobody is asked without a terminal: --yes writes it, --print shows all of it.',
      'usage',
    );
  const lines = createInterface({input: stdin, output: stdout});
  try {
    lines.setPrompt(safeLines(`${question} [y/N] `));
    lines.prompt();
    const [answer] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])]);
    return /^\s*y(es)?\s*$/i.test(String(answer));
  } finally {
    lines.close();
  }
}
