import {describe, expect, it} from 'vitest';
import {isDisplayVerified, terminalHolder} from '../../src/term/display.ts';

const plain = {env: {TERM: 'xterm-256color'}, holder: 'sshd'};

describe('a terminal that reports its name', () => {
  it.each([
    'XTerm(379)',
    'X.Org 7.7.0(370)',
    'kitty(0.26.5)',
    'foot(1.13.1)',
    'foot',
    'WezTerm 20240203-110809-5046fc22',
    'iTerm2 3.4.19',
    'Konsole 22.12.3',
    'VTE(7200)',
    'mintty 3.6.1',
    'contour 0.4.0',
    'ghostty 1.0.0',
    'mlterm(3.9.3)',
  ])('answers for itself: %s', name => {
    expect(isDisplayVerified({...plain, name})).toBe(true);
  });

  it.each([
    'tmux 3.3a',
    'tmux XTerm(379)',
    'Zellij(0.40.1)',
    'screen 5.0',
    'libvterm(0.3)',
    'xterm',
    'kittyish 1',
    '',
  ])('proves nothing if it is a multiplexer or unknown: %s', name => {
    expect(isDisplayVerified({...plain, name})).toBe(false);
  });

  it('proves nothing if it reports no name', () => {
    expect(isDisplayVerified({...plain, name: undefined})).toBe(false);
  });
});

describe('a multiplexer', () => {
  const name = 'XTerm(379)';

  it.each([
    {TMUX: '/tmp/tmux-0/default,1,0'},
    {STY: '1234.pts-0.host'},
    {ZELLIJ: '0'},
    {ABDUCO_SESSION: 'desk'},
    {TERM: 'tmux-256color'},
    {TERM: 'screen.xterm-256color'},
    {WEZTERM_UNIX_SOCKET: '/run/user/1000/wezterm/sock'},
  ])('is recognized by its environment: %j', env => {
    expect(isDisplayVerified({...plain, name, env: {...plain.env, ...env}})).toBe(false);
  });

  it.each(['tmux: server', 'screen', 'SCREEN', 'mosh-server', 'dtach', 'abduco', 'wezterm-mux-ser'])(
    'is recognized as the process at the other end: %s',
    holder => {
      expect(isDisplayVerified({...plain, name, holder})).toBe(false);
    },
  );

  it('is not assumed without a sign of one', () => {
    expect(isDisplayVerified({...plain, name, holder: undefined})).toBe(true);
    const env = {...plain.env, TMUX: '', WEZTERM_UNIX_SOCKET: '/run/user/1000/wezterm/gui-sock-4711'};
    expect(isDisplayVerified({...plain, name: 'WezTerm 2024', env})).toBe(true);
  });
});

describe('the holder of a terminal', () => {
  const processes: Record<string, string> = {
    '/proc/50/stat': '50 (node) S 40 50 40 34817 50 4194304 1 0',
    '/proc/40/stat': '40 (a (b) sh) S 30 40 40 34817 50 4194304 1 0',
    '/proc/30/stat': '30 (tmux: server) S 1 30 30 0 -1 4194304 1 0',
    '/proc/60/stat': '60 (node) S 50 60 60 34820 60 4194304 1 0',
  };
  const read = (path: string) => processes[path] ?? '';

  it('is the nearest parent process that is not on the terminal', () => {
    expect(terminalHolder(50, read)).toBe('tmux: server');
    expect(terminalHolder(60, read)).toBe('node');
  });

  it('is unknown if the system does not report it', () => {
    expect(terminalHolder(50, () => '')).toBeUndefined();
    expect(terminalHolder(999_999_999)).toBeUndefined();
  });
});
