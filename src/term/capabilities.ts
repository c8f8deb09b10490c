import {CSI, eraseToEndOfLine, OSC, ST} from './sequences.ts';

export type TerminalEnvironment = Readonly<Record<string, string | undefined>>;

/** With 0, only bold, underline and inverse are used. */
type Colors = 0 | 8 | 16 | 256;

/** mosh starts its server over SSH, so it counts as well. */
export const isRemote = ({SSH_TTY, SSH_CONNECTION}: TerminalEnvironment) =>
  Boolean(SSH_TTY || SSH_CONNECTION);

const hasNone = /^(dumb|unknown|vt\d|wy|ibm|3270|lpr)|mono|-m$/;
const has256 =
  /256|direct|truecolor|24bit|kitty|alacritty|foot|wezterm|ghostty|contour|iterm|mintty|ms-terminal|st-/;
const has16 = /16color|^(xterm|rxvt|st$|konsole|gnome|vte|putty|eterm|mlterm|kterm|nsterm|dtterm|aixterm)/;
const has8 = /^(linux|ansi|screen|tmux|cygwin|con|pcansi|hurd|jfbterm|bterm|fbterm)|color/;

/** By terminfo. Node differs: 16 colors for a vt100 and `screen-256color`, true color inside any tmux. */
export function colorsOf({TERM = '', COLORTERM, TMUX}: TerminalEnvironment): Colors {
  const term = TERM.toLowerCase();
  if (term === '' || hasNone.test(term)) return 0;
  if (has256.test(term) || /^(truecolor|24bit)$/.test(COLORTERM ?? '')) return 256;
  // tmux supports 256 colors in every pane and maps them to its clients.
  if (TMUX && /^(screen|tmux)/.test(term)) return 256;
  if (has16.test(term)) return 16;
  return has8.test(term) || COLORTERM ? 8 : 0;
}

/** Terminals known to accept OSC strings; others may print them. */
const knownForOsc =
  /^(xterm|rxvt|screen|tmux|st-|st$|stterm|foot|kitty|alacritty|wezterm|ghostty|konsole|putty|vte|gnome|contour|mlterm|mintty|iterm|nsterm|ms-terminal|eterm|dtterm|aixterm)/i;

export const takesOsc = ({TERM = ''}: TerminalEnvironment): boolean => knownForOsc.test(TERM);

export const localeOf = ({LC_ALL, LC_CTYPE, LANG}: TerminalEnvironment): string =>
  LC_ALL || LC_CTYPE || LANG || '';

/** The terminal's answer beats the locale, except in tmux and screen, which use the locale themselves. */
export function drawsUtf8(
  env: TerminalEnvironment,
  {utf8}: Pick<TerminalReport, 'utf8'> = {utf8: undefined},
): boolean {
  const byLocale = /utf-?8/i.test(localeOf(env));
  if (utf8 === undefined) return byLocale;
  return utf8 && (byLocale || !(env.TMUX || env.STY));
}

/** From the terminal's answer, else from COLORFGBG: `15;0` or `0;default;15`. */
export function backgroundOf(env: TerminalEnvironment, reported?: Background): Background | undefined {
  if (reported !== undefined) return reported;
  const [, color] = /^\d+;(?:\w+;)?(\d+)$/.exec(env.COLORFGBG ?? '') ?? [];
  if (color === undefined) return undefined;
  return color === '7' || color === '15' ? 'light' : 'dark';
}

// Queries sent when the terminal opens: background, UTF-8. Nothing waits for the answers. Every terminal
// answers the last query, so queries still unanswered by then will not be answered.

type Background = 'light' | 'dark';

export type TerminalReport = {
  readonly background: Background | undefined;
  readonly utf8: boolean | undefined;
};

type ProbeOptions = {
  now: () => number;
  /** TERM names a terminal that accepts OSC strings; others might print the query. */
  takesOsc: boolean;
  /** Called when all answers are here or the time is up, and again if answers arrive late. */
  onProbed: (probed: TerminalReport) => void;
};

const patienceMs = 1000;
/** A reply may still come until then, and must not land in the shell. */
export const longestReplyMs = 2000;
const nothing: TerminalReport = {background: undefined, utf8: undefined};

/** Two bytes without a C1 control: one cell in UTF-8, two in 8-bit and East Asian encodings. */
const drawn = 'é';
const askBackground = `${OSC}11;?${ST}`;
const askCursor = `${CSI}6n`;
const askAttributes = `${CSI}c`;
/** Erased at once, with anything that the terminal printed for the other queries. */
const askUtf8 = `\r${drawn}${askCursor}\r${eraseToEndOfLine}`;

export class Probe {
  readonly #options: ProbeOptions;
  #found = nothing;
  #isOwed = false;
  #isClosed = false;
  #askedAt = Number.NEGATIVE_INFINITY;
  #hasEverAnswered = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
  }

  get isAsking(): boolean {
    return this.#isOwed && (this.#hasEverAnswered || this.#options.now() - this.#askedAt < longestReplyMs);
  }

  ask(): string {
    const {now, takesOsc} = this.#options;
    this.#found = nothing;
    this.#isOwed = true;
    this.#askedAt = now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), patienceMs);
    return (takesOsc ? askBackground : '') + askUtf8 + askAttributes;
  }

  answered(reply: string): void {
    const isLast = isAttributes(reply);
    const found = isLast ? {} : read(reply);
    if (found === undefined) return;
    this.#hasEverAnswered = true;
    this.#found = {...this.#found, ...found};
    if (!isLast) return;
    this.#isOwed = false;
    clearTimeout(this.#timer);
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #tell(): void {
    if (!this.#isClosed) this.#options.onProbed(this.#found);
  }
}

const isAttributes = (reply: string) => /^\x1b\[\?[\d;]*c$/.test(reply);

function read(reply: string): Partial<TerminalReport> | undefined {
  const [, color] = /^\x1b\]11;([\s\S]*)$/.exec(reply) ?? [];
  if (color !== undefined) return {background: backgroundFrom(color)};
  const [, column] = /^\x1b\[\d+;(\d+)R$/.exec(reply) ?? [];
  if (column !== undefined) return {utf8: utf8Of(Number(column))};
  return undefined;
}

const utf8Of = (column: number) => (column === 2 ? true : column === 3 ? false : undefined);

function backgroundFrom(color: string): Background | undefined {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(color);
  if (parts === null) return undefined;
  const [red = 0, green = 0, blue = 0] = parts
    .slice(1)
    .map(digits => linear(Number.parseInt(digits, 16) / (16 ** digits.length - 1)));
  // At a luminance of 0.18, black and white text have equal contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? 'light' : 'dark';
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
