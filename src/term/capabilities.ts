// What the terminal can do, out of the environment and of what it said when it was asked. The dashboard draws
// by these rules and the doctor tells them.
import type {Background, TerminalReport} from './probe.ts';

export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** How many colours may be used; with 0 there are weights, underlines and inverse alone. */
export type Colors = 0 | 8 | 16 | 256;

/** Whether the session came over SSH; mosh starts its server that way, and so leaves the same trace. */
export const isRemote = ({SSH_TTY, SSH_CONNECTION}: TerminalEnvironment) =>
  Boolean(SSH_TTY || SSH_CONNECTION);

const hasNone = /^(dumb|unknown|vt\d|wy|ibm|3270|lpr)|mono|-m$/;
const has256 =
  /256|direct|truecolor|24bit|kitty|alacritty|foot|wezterm|ghostty|contour|iterm|mintty|ms-terminal|st-/;
const has16 = /16color|^(xterm|rxvt|st$|konsole|gnome|vte|putty|eterm|mlterm|kterm|nsterm|dtterm|aixterm)/;
const has8 = /^(linux|ansi|screen|tmux|cygwin|con|pcansi|hurd|jfbterm|bterm|fbterm)|color/;

/**
 * The colours of TERM by its entry in terminfo, and more where COLORTERM or tmux promise more. Node counts
 * differently: 16 for a vt100 and for `screen-256color`, true colour for whatever runs in tmux.
 */
export function colorsOf({TERM = '', COLORTERM, TMUX}: TerminalEnvironment): Colors {
  const term = TERM.toLowerCase();
  if (term === '' || hasNone.test(term)) return 0;
  if (has256.test(term) || /^(truecolor|24bit)$/.test(COLORTERM ?? '')) return 256;
  // tmux keeps 256 colours in every pane, and makes of them what its clients have.
  if (TMUX && /^(screen|tmux)/.test(term)) return 256;
  if (has16.test(term)) return 16;
  return has8.test(term) || COLORTERM ? 8 : 0;
}

/** Terminals known to take OSC strings: a title, a question. Others may print what they do not know. */
const knownForOsc =
  /^(xterm|rxvt|screen|tmux|st-|st$|stterm|foot|kitty|alacritty|wezterm|ghostty|konsole|putty|vte|gnome|contour|mlterm|mintty|iterm|nsterm|ms-terminal|eterm|dtterm|aixterm)/i;

export const takesOsc = ({TERM = ''}: TerminalEnvironment): boolean => knownForOsc.test(TERM);

/** The locale by which programs decide on their encoding; '' where none is set. */
export const localeOf = ({LC_ALL, LC_CTYPE, LANG}: TerminalEnvironment): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/**
 * Whether UTF-8 may be drawn. What the terminal showed is believed before the locale, which over SSH is another
 * machine's; but tmux and screen answer for themselves, and decide by the locale what reaches the terminal.
 */
export function drawsUtf8(
  env: TerminalEnvironment,
  {utf8}: Pick<TerminalReport, 'utf8'> = {utf8: undefined},
): boolean {
  const byLocale = /utf-?8/i.test(localeOf(env));
  if (utf8 === undefined) return byLocale;
  return utf8 && (byLocale || !(env.TMUX || env.STY));
}

/** The background as the terminal told it, else by COLORFGBG: `15;0`, or `0;default;15`. */
export function backgroundOf(env: TerminalEnvironment, told?: Background): Background | undefined {
  if (told !== undefined) return told;
  const [, color] = /^\d+;(?:\w+;)?(\d+)$/.exec(env.COLORFGBG ?? '') ?? [];
  if (color === undefined) return undefined;
  return color === '7' || color === '15' ? 'light' : 'dark';
}
