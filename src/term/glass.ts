// Who answers when the terminal is asked? A program in the middle (tmux, screen, mosh) keeps a screen of its
// own and answers for it at once, while the person may see nothing of it for minutes. A status answer proves
// what a person can see only where a terminal itself gives it.
import {readFileSync} from 'node:fs';

/**
 * The names of terminals that draw by themselves (XTVERSION). Alacritty, rxvt, st, PuTTY, Windows Terminal and
 * the Linux console do not tell; tmux and Zellij answer with their own names, screen and mosh not at all.
 */
const terminals = [
  'XTerm',
  'X.Org',
  'kitty',
  'foot',
  'WezTerm',
  'iTerm2',
  'Konsole',
  'VTE',
  'mintty',
  'contour',
  'ghostty',
  'mlterm',
];

/** What programs in the middle leave in the environment of those that run in them. */
const marks = [
  'TMUX',
  'STY',
  'ZELLIJ',
  'ABDUCO_SESSION',
  'SHPOOL_SESSION_NAME',
  'DVTM',
  'NVIM',
  'INSIDE_EMACS',
];

/** Programs that hold the other end of a terminal and can be attached from anywhere, also from one another. */
const holders = /^(tmux|screen|zellij|mosh-server|dtach|abduco|shpool|wezterm-mux)/i;

export type GlassEvidence = {
  /** The terminal's answer to XTVERSION; undefined where none came. */
  readonly name: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program at the other end of the terminal, where the system tells. */
  readonly holder: string | undefined;
};

/** Whether it is proved that the terminal itself answers for what it shows: all else is no proof. */
export function provesGlass({name = '', env, holder}: GlassEvidence): boolean {
  const isKnown = terminals.some(
    each => name === each || name.startsWith(`${each} `) || name.startsWith(`${each}(`),
  );
  if (!isKnown || marks.some(mark => env[mark])) return false;
  if (/^(screen|tmux)/.test(env.TERM ?? '') || holders.test(holder ?? '')) return false;
  // WezTerm's own multiplexer answers in its name, wherever its window is; the window's socket differs.
  const socket = env.WEZTERM_UNIX_SOCKET;
  return !socket || /gui-sock-[^/]*$/.test(socket);
}

/** Longer chains of parents than this are not walked. */
const mostParents = 64;

/**
 * The name of the program that holds the other end of our terminal: the nearest parent that is not on it. Linux
 * alone tells; undefined elsewhere.
 */
export function terminalHolder(pid: number, read: (path: string) => string = readText): string | undefined {
  const own = statusOf(pid, read);
  let parent = own;
  for (let count = 0; count < mostParents && parent !== undefined; count += 1) {
    parent = statusOf(parent.parent, read);
    if (parent?.terminal !== own?.terminal) return parent?.name;
  }
  return undefined;
}

type Status = {readonly name: string; readonly parent: number; readonly terminal: string};

/** `/proc/PID/stat` begins with pid, name, state, parent, group, session and terminal. */
function statusOf(pid: number, read: (path: string) => string): Status | undefined {
  const [, name = '', parent, terminal = ''] =
    /^\d+ \(([\s\S]*)\) \S (\d+) -?\d+ -?\d+ (-?\d+)/.exec(read(`/proc/${pid}/stat`)) ?? [];
  return parent === undefined ? undefined : {name, parent: Number(parent), terminal};
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // No such system, or no such process any more: nothing is known.
    return '';
  }
}
