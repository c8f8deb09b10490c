// Finds out which program answers status queries. tmux, screen and mosh keep their own screen and answer at
// once, while the user may see old output for minutes. An answer proves what the user sees only if it comes
// from the terminal itself.
import {readFileSync} from 'node:fs';

/** XTVERSION names. Other terminals do not answer; tmux and Zellij give their own name, mosh none. */
const names = 'XTerm X.Org kitty foot WezTerm iTerm2 Konsole VTE mintty contour ghostty mlterm'.split(' ');

const marks = 'TMUX STY ZELLIJ ABDUCO_SESSION SHPOOL_SESSION_NAME DVTM NVIM INSIDE_EMACS'.split(' ');

/** Programs that hold the other end of a terminal and can be attached from elsewhere. */
const holders = /^(tmux|screen|zellij|mosh-server|dtach|abduco|shpool|wezterm-mux)/i;

type DisplayEvidence = {
  readonly name: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly holder: string | undefined;
};

export function isDisplayVerified({name = '', env, holder}: DisplayEvidence): boolean {
  const isKnown = names.some(
    each => name === each || name.startsWith(`${each} `) || name.startsWith(`${each}(`),
  );
  if (!isKnown || marks.some(mark => env[mark])) return false;
  if (/^(screen|tmux)/.test(env.TERM ?? '') || holders.test(holder ?? '')) return false;
  // WezTerm's multiplexer answers with WezTerm's name, wherever its window is; its socket differs.
  const socket = env.WEZTERM_UNIX_SOCKET;
  return !socket || socket.slice(socket.lastIndexOf('/') + 1).includes('gui-sock-');
}

const mostParents = 64;

/** The nearest parent process that is not on our terminal. Linux only; undefined elsewhere. */
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
    // No /proc, or the process has ended.
    return '';
  }
}
