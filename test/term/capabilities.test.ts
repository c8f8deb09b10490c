import {describe, expect, it} from 'vitest';
import {backgroundOf, colorsOf, drawsUtf8, takesOsc} from '../../src/term/capabilities.ts';

describe('the colours of a terminal', () => {
  it.each([
    ['xterm-256color', 256],
    ['screen-256color', 256],
    ['alacritty', 256],
    ['xterm-kitty', 256],
    ['foot', 256],
    ['xterm', 16],
    ['linux-16color', 16],
    ['rxvt-unicode', 16],
    ['putty', 16],
    ['linux', 8],
    ['screen', 8],
    ['tmux', 8],
    ['ansi', 8],
    ['xterm-color', 16],
    ['vt100', 0],
    ['xterm-mono', 0],
    ['screen.vt100', 8],
    ['ansi-m', 0],
    ['dumb', 0],
    ['unknown', 0],
    ['', 0],
    [undefined, 0],
  ])('of TERM=%s are %i', (TERM, colors) => {
    expect(colorsOf({TERM})).toBe(colors);
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

describe('titles and queries by OSC', () => {
  it.each([
    'xterm',
    'screen.xterm-256color',
    'tmux-256color',
    'rxvt-unicode',
    'st',
    'st-256color',
    'foot',
    'putty',
  ])('are sent to %s', TERM => {
    expect(takesOsc({TERM})).toBe(true);
  });

  it.each(['linux', 'vt100', 'vt220', 'ansi', 'dumb', 'unknown', 'cygwin', 'stv52', '', undefined])(
    'are not sent to %s',
    TERM => {
      expect(takesOsc({TERM})).toBe(false);
    },
  );
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
