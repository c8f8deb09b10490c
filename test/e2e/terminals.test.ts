import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {darkTerminal} from '../helpers/emulator.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Program, startProgram} from '../helpers/program.ts';
import type {TerminalOptions} from '../helpers/terminal.ts';

/** The built program on terminals that are less than the best: what it draws, and what it never sends. */

let paper: TestPaper;
let program: Program;
beforeAll(async () => {
  paper = await startTestPaper({clock: 'real'});
});
afterEach(() => program.end());
afterAll(() => paper.close());

const start = ({env, ...options}: Partial<TerminalOptions>) =>
  startProgram({
    ...options,
    env: {...direct, OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: paper.token, ...env},
  });

const noLocale = {LC_ALL: undefined, LC_CTYPE: undefined, LANG: undefined};
const utf8Locale = {...noLocale, LANG: 'C.UTF-8'};
const direct = {
  TMUX: undefined,
  STY: undefined,
  COLORTERM: undefined,
  NO_COLOR: undefined,
  COLORFGBG: undefined,
};

/** All that was sent but the one character that the terminal is asked about. */
const sent = () => program.transcript.replace('é\x1b[6n', '');
/** The first table is drawn. */
const isFilled = /BTC (above|below|touches)/;

describe('a terminal that draws no UTF-8', () => {
  it('gets only ASCII, by its locale if it does not answer', async () => {
    program = start({env: {...noLocale, LANG: 'de_DE.ISO-8859-1'}, answersQueries: false});
    await program.waitFor(isFilled);
    expect(sent()).toMatch(/^[\x00-\x7f]*$/);
  });

  it('is redrawn in ASCII after its answer shows this, with any locale', async () => {
    program = start({env: utf8Locale, traits: {...darkTerminal, isLatin1: true}});
    await program.waitFor(isFilled);
    await program.waitFor(screen => /^[\x00-\x7f]*$/.test(screen));
    expect(program.screen()).toContain('* <');
  });
});

describe('a terminal that draws UTF-8', () => {
  it('gets UTF-8 as soon as its answer shows this, even without a locale', async () => {
    program = start({env: noLocale});
    await program.waitFor('● <');
  });
});

describe('colours', () => {
  const colours = () =>
    [...sent().matchAll(/\x1b\[([\d;]*)m/g)].flatMap(([, each = '']) => {
      return [...each.matchAll(/(?<![\d;])([34]8;5;\d+|[39][0-7]|4[0-7]|10[0-7])(?!\d)/g)].map(
        ([found]) => found,
      );
    });

  it.each([
    ['vt100', /^$/],
    ['xterm-256color', /^[34]8;5;\d+$/],
  ])('are no more than the colours of TERM=%s', async (TERM, allowed) => {
    program = start({env: {...utf8Locale, TERM}});
    await program.waitFor(isFilled);
    const used = [...new Set(colours())];
    expect(used.filter(each => !allowed.test(each))).toEqual([]);
    expect(used.length > 0).toBe(!allowed.test(''));
    const hasTitle = sent().includes('\x1b]2;');
    expect(hasTitle).toBe(TERM.startsWith('xterm'));
  });

  it('come from the light theme if the terminal reports a light background', async () => {
    program = start({env: utf8Locale, traits: {background: 'rgb:fdfd/f6f6/e3e3'}});
    await program.waitFor(() => /38;5;23(?!\d)/.test(sent()));
  });
});
