import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {compileCache, program} from './built.ts';
import {openTerminal, type TerminalOptions, type TestTerminal} from './terminal.ts';

export type Program = TestTerminal & {
  /** The home folder of this run alone: configuration, journal, paper ledger and log are under it. */
  readonly home: string;
  /**
   * Presses the key of the review that opens, calmly, until that is gone. If a price moves or data is late, it
   * asks once more by another key.
   */
  confirm(): Promise<void>;
  /** Closes the terminal and removes the home folder. */
  end(): Promise<void>;
};

/** Whoever runs the tests may sit in a multiplexer; the program does not. */
const outsideAll = {TMUX: undefined, STY: undefined, ZELLIJ: undefined};

/**
 * Presses a key that acts until what it opens is shown: right after the start the program says that the journal
 * is still being opened, and a person presses again. Escape goes before that, for what is shown late would take
 * the key as text.
 */
export async function act(
  terminal: Pick<TestTerminal, 'press'>,
  key: string,
  opens: RegExp,
  look: (what: RegExp) => Promise<string>,
): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    terminal.press(key);
    if (opens.test(await look(new RegExp(`${opens.source}|journal is still opening`)))) return;
    await calm();
    if (opens.test(await look(/./))) return;
    terminal.press('\u001b');
    await calm();
  }
  throw new Error(`${key} does not open ${opens.source}`);
}

/** Starts the built program in a real pseudo-terminal, with a home of its own. */
export function startProgram(options: Partial<TerminalOptions> & {home?: string} = {}): Program {
  if (!existsSync(program)) throw new Error('dist/ is missing: run npm run build first');
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'optty-e2e-'));
  const terminal = openTerminal({
    columns: 120,
    rows: 40,
    // A key may export a list into the folder it runs in.
    cwd: home,
    ...options,
    command: process.execPath,
    args: [program, ...(options.args ?? [])],
    env: {
      HOME: home,
      XDG_CONFIG_HOME: undefined,
      XDG_STATE_HOME: undefined,
      NODE_COMPILE_CACHE: compileCache,
      ...outsideAll,
      ...options.env,
    },
  });
  return Object.assign(Object.create(terminal) as TestTerminal, {
    home,
    async confirm() {
      await terminal.waitFor(confirmed);
      for (let tries = 0; tries < 20; tries++) {
        const key = askedIn(terminal.screen());
        if (key === undefined) return;
        await calm();
        // No key counts while the record of the review is read.
        const drawn = await terminal.waitFor(screen => !screen.includes('refreshing…'));
        terminal.press(key);
        // The next poll may take away why the key did not count before it is seen here.
        await terminal.waitFor(
          screen => askedIn(screen) !== key || screen.includes(`press ${key} again`) || isAnew(drawn, screen),
        );
      }
      throw new Error(`the review does not go away:\n${terminal.screen()}`);
    },
    async end() {
      await terminal.close();
      if (options.home === undefined) rmSync(home, {recursive: true, force: true});
    },
  });
}

/** A review that asks by a key: `y  open 250`, or `press k to open 250`. */
export const confirmed =
  /(?:(?<=press )|(?=y {2}))(?<key>[a-z])(?: to | {2})(?:open \d|close|place|cancel|send again)/;

/** The key that a review on the screen asks by. */
function askedIn(screen: string): string | undefined {
  return confirmed.exec(screen)?.groups?.key;
}

/** Its ask has moved since. */
const isAnew = (before: string, after: string) => askLine(before) !== askLine(after);
const askLine = (screen: string) => /│ Ask .*/.exec(screen)?.[0];

/** A person's pause: a letter counts only after 150 ms without another key. */
export function calm(ms = 200): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}
