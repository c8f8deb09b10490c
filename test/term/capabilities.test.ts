import {describe, expect, it} from 'vitest';
import {backgroundOf, colorsOf, drawsUtf8, takesOsc} from '../../src/term/capabilities.ts';

describe('the colours of a terminal', () => {
  it.each([
    [256, ['xterm-256color', 'screen-256color', 'alacritty', 'xterm-kitty', 'foot']],
    [16, ['xterm', 'linux-16color', 'rxvt-unicode', 'putty', 'xterm-color']],
    [8, ['linux', 'screen', 'tmux', 'ansi', 'screen.vt100']],
    [0, ['vt100', 'xterm-mono', 'ansi-m', 'dumb', 'unknown', '', undefined]],
  ])('are %i by TERM: %j', (colors, terms) => {
    for (const TERM of terms) expect(colorsOf({TERM}), TERM).toBe(colors);
  });

  it('are as many as COLORTERM states, except for a terminal without colours', () => {
    expect(colorsOf({TERM: 'xterm', COLORTERM: 'truecolor'})).toBe(256);
    expect(colorsOf({TERM: 'something-new', COLORTERM: '24bit'})).toBe(256);
    expect(colorsOf({TERM: 'something-new', COLORTERM: '1'})).toBe(8);
    expect(colorsOf({TERM: 'vt100', COLORTERM: 'truecolor'})).toBe(0);
    expect(colorsOf({TERM: 'xterm-mono', COLORTERM: 'truecolor'})).toBe(0);
  });

  it('are 256 inside tmux, unless TERM names another terminal', () => {
    const TMUX = '/tmp/tmux-0/default,1,0';
    expect(colorsOf({TERM: 'screen', TMUX})).toBe(256);
    expect(colorsOf({TERM: 'linux', TMUX})).toBe(8);
    expect(colorsOf({TERM: 'vt100', TMUX})).toBe(0);
  });
});

describe('queries by OSC', () => {
  it.each([
    [true, ['xterm', 'screen.xterm-256color', 'tmux-256color', 'rxvt-unicode']],
    [true, ['st', 'st-256color', 'foot', 'putty']],
    [false, ['linux', 'vt100', 'vt220', 'ansi', 'dumb', 'unknown', 'cygwin', 'stv52', '', undefined]],
  ])('are sent or not, %s, by TERM: %j', (takes, terms) => {
    for (const TERM of terms) expect(takesOsc({TERM}), TERM).toBe(takes);
  });
});

describe('UTF-8', () => {
  it.each([
    [{LANG: 'de_DE.UTF-8'}, true],
    [{LANG: 'C.utf8'}, true],
    [{LC_CTYPE: 'UTF-8'}, true],
    [{LANG: 'C'}, false],
    [{LANG: 'POSIX'}, false],
    [{}, false],
    [{LANG: 'de_DE.ISO-8859-1'}, false],
    [{LANG: 'de_DE.UTF-8', LC_ALL: 'C'}, false],
    [{LANG: 'C', LC_CTYPE: 'en_US.UTF-8'}, true],
    [{LANG: 'C.UTF-8', LC_ALL: ''}, true],
  ])('follows the locale %o before the terminal has answered: %s', (env, draws) => {
    expect(drawsUtf8(env)).toBe(draws);
    expect(drawsUtf8(env, {utf8: undefined})).toBe(draws);
  });

  it('follows the answer of the terminal, with any locale', () => {
    expect(drawsUtf8({LANG: 'C', SSH_TTY: '/dev/pts/1'}, {utf8: true})).toBe(true);
    expect(drawsUtf8({LANG: 'de_DE.UTF-8'}, {utf8: false})).toBe(false);
  });

  it('is not used in tmux or screen without a UTF-8 locale, because they answer for themselves', () => {
    expect(drawsUtf8({LANG: 'C', TMUX: '/tmp/tmux-0/default,1,0'}, {utf8: true})).toBe(false);
    expect(drawsUtf8({LANG: 'C', STY: '1.pts'}, {utf8: true})).toBe(false);
    expect(drawsUtf8({LANG: 'C.UTF-8', TMUX: '/tmp/tmux-0/default,1,0'}, {utf8: true})).toBe(true);
    expect(drawsUtf8({LANG: 'C.UTF-8', STY: '1.pts'}, {utf8: false})).toBe(false);
  });
});

describe('the background', () => {
  it.each([
    ['15;0', 'dark'],
    ['0;15', 'light'],
    ['0;default;15', 'light'],
    ['12;8', 'dark'],
    ['0;7', 'light'],
    ['default;default', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of COLORFGBG=%s is %s', (COLORFGBG, background) => {
    expect(backgroundOf({COLORFGBG})).toBe(background);
  });

  it('is the one that the terminal reports, if it reports one', () => {
    expect(backgroundOf({COLORFGBG: '15;0'}, 'light')).toBe('light');
  });
});
