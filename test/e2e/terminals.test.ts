import {expect, it} from 'vitest';
import {darkTerminal} from '../helpers/emulator.ts';
import type {TerminalOptions} from '../helpers/terminal.ts';
import {startWithPaper} from './start.ts';

/** The built program on terminals that are less than the best: what it draws, and what it never sends. */
const plain = {
  ...{TMUX: undefined, STY: undefined, COLORTERM: undefined, NO_COLOR: undefined, COLORFGBG: undefined},
  ...{LC_ALL: undefined, LC_CTYPE: undefined},
};

async function start({env, ...options}: Partial<TerminalOptions>) {
  const {screen} = await startWithPaper({...options, env: {...plain, ...env}});
  await screen.waitFor(/BTC (above|below|touches)/);
  return screen;
}

it('a terminal that answers nothing gets what its environment says: ASCII, no colours and no OSC', async () => {
  const env = {LANG: 'de_DE.ISO-8859-1', TERM: 'vt100'};
  const screen = await start({env, answersQueries: false});
  // But for the one character that the terminal is asked about.
  const sent = screen.transcript.replace('é\x1b[6n', '');
  expect(sent).toMatch(/^[\x00-\x7f]*$/);
  expect(sent).not.toMatch(/\x1b\[(?:\d+;)*(?:[34]8;5|[349][0-7]|10[0-7])(?:;\d+)*m/);
  expect(sent).not.toContain('\x1b]');
});

it('a terminal is redrawn by its answers: in ASCII whatever its locale, and in the light theme', async () => {
  const traits = {...darkTerminal, isLatin1: true, background: 'rgb:fdfd/f6f6/e3e3'};
  const screen = await start({env: {LANG: 'C.UTF-8', TERM: 'xterm-256color'}, traits});
  await screen.waitFor(shown => /^[\x00-\x7f]*$/.test(shown) && shown.includes('* <'));
  await screen.waitFor(() => /38;5;23(?!\d)/.test(screen.transcript));
  expect(screen.transcript).toContain('\x1b]11;');
});
