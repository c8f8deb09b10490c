// Ten megabytes of paste, closed and not, on a pane, in its filter and in a form: all is read, and the first
// Ctrl-C behind it ends the program or cancels the form, both within 2 s on a machine that does nothing else.
// Fails by its exit code.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

const megabytes = Number(process.argv[2] ?? 10);
const mostMs = 2_000;
const texts = {letters: 'a', words: 'hello world ', cyrillic: 'я', lines: 'buy 1 now\n'};
/** The keys that open the place, and what shows it. */
const places = {
  pane: {keys: '3', shows: 'No rows'},
  filter: {keys: '3/', shows: 'Tab open'},
  form: {keys: 'o', shows: 'Investment'},
};

const gone = (terminal: TestTerminal, text: string) => terminal.waitFor(screen => !screen.includes(text));

async function flood({keys, shows}: (typeof places)['pane'], text: string, end: string): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'optty-soak-'));
  const env = {HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, LANG: 'C.UTF-8'};
  const terminal = openTerminal({command: process.execPath, args: ['dist/optty.cjs'], env});
  try {
    await terminal.waitFor('Cards 40');
    await terminal.waitFor('o open');
    terminal.press(keys);
    await terminal.waitFor(shows);
    const times = Math.ceil((megabytes * 1e6) / Buffer.byteLength(text));
    const asked = performance.now();
    terminal.press(`\x1b[200~${text.repeat(times)}${end}`);
    terminal.press('\x03');
    // Text takes the place of the filter's hint, so only the end of the program counts there.
    await (keys === 'o' ? Promise.race([terminal.exit, gone(terminal, shows)]) : terminal.exit);
    return performance.now() - asked;
  } finally {
    await terminal.close();
    rmSync(home, {recursive: true});
  }
}

let slow = 0;
for (const [place, how] of Object.entries(places))
  for (const [name, text] of Object.entries(texts))
    for (const [paste, end] of Object.entries({closed: '\x1b[201~', open: ''})) {
      const tookMs = await flood(how, text, end);
      if (tookMs > mostMs) slow += 1;
      console.log(
        `${place}, ${paste} paste of ${name}: ${Math.round(tookMs)} ms for ${megabytes} MB and Ctrl-C`,
      );
    }
console.log(slow === 0 ? 'good' : `BAD: ${slow} took more than ${mostMs} ms`);
process.exitCode = slow === 0 ? 0 : 1;
