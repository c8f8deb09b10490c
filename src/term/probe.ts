// One burst of questions when the terminal is opened: who are you, which background, do you draw UTF-8? Nothing
// waits for the answers. They come when they will, or never; the last question is one that every terminal
// answers, so what has not been answered before it is not going to be.

import {CSI, eraseToEndOfLine, OSC, ST} from './sequences.ts';
import {sanitize} from './text/sanitize.ts';

export type Background = 'light' | 'dark';

/** What the terminal said of itself; undefined where it did not. */
export type TerminalReport = {
  /** Its name and version by XTVERSION: `XTerm(379)`, `tmux 3.3a`. */
  readonly name: string | undefined;
  readonly background: Background | undefined;
  readonly utf8: boolean | undefined;
};

export type ProbeOptions = {
  /** Monotonic milliseconds. */
  now: () => number;
  /** Whether TERM names a terminal that takes OSC strings; others might print the question. */
  takesOsc: boolean;
  /** Whether something may be drawn and erased again, to see how far the cursor goes. */
  mayDraw: boolean;
  /** Told when the last answer is there, or the time is up; after that once more if the answers come late. */
  onProbed: (probed: TerminalReport) => void;
};

/** How long the answers are waited for before the terminal counts as one that gives none. */
const patienceMs = 1000;
const longestName = 60;
const nothing: TerminalReport = {name: undefined, background: undefined, utf8: undefined};

/** Two bytes, no C1 control among them: one cell in UTF-8, two in any encoding of 8 bits or of East Asia. */
const drawn = 'é';
const askName = `${CSI}>q`;
const askBackground = `${OSC}11;?${ST}`;
const askCursor = `${CSI}6n`;
const askAttributes = `${CSI}c`;
/** Taken back before anyone sees it, and with it what a terminal may have drawn of the other questions. */
const askUtf8 = `\r${drawn}${askCursor}\r${eraseToEndOfLine}`;

/** Asks the terminal, and makes of its answers to a burst one report. */
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

  /** Whether answers may still be on their way, which nobody else should read. */
  get isAsking(): boolean {
    return this.#isOwed && (this.#hasEverAnswered || this.#options.now() - this.#askedAt < patienceMs);
  }

  /** The questions to write, with the cursor on an empty row. */
  ask(): string {
    const {now, takesOsc, mayDraw} = this.#options;
    this.#found = nothing;
    this.#isOwed = true;
    this.#askedAt = now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), patienceMs);
    // Who draws nothing has no use for a background either.
    return askName + (takesOsc && mayDraw ? askBackground : '') + (mayDraw ? askUtf8 : '') + askAttributes;
  }

  /** The terminal said something; what answers none of the questions is left aside. */
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

  /** Nobody will be told any more; answers may still be owed. */
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
  const [, name] = /^\x1bP>\|([\s\S]*)$/.exec(reply) ?? [];
  if (name !== undefined) return {name: sanitize(name, {maxCells: longestName})};
  const [, color] = /^\x1b\]11;([\s\S]*)$/.exec(reply) ?? [];
  if (color !== undefined) return {background: backgroundOf(color)};
  const [, column] = /^\x1b\[\d+;(\d+)R$/.exec(reply) ?? [];
  if (column !== undefined) return {utf8: utf8Of(Number(column))};
  return undefined;
}

/** The column after one cell, or after two; any other cannot have come of what was drawn, and tells nothing. */
const utf8Of = (column: number) => (column === 2 ? true : column === 3 ? false : undefined);

/** @param color `rgb:RRRR/GGGG/BBBB` with 1 to 4 hexadecimal digits each, or `rgba:` with a fourth */
function backgroundOf(color: string): Background | undefined {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})(?:\/[\da-f]{1,4})?$/i.exec(color);
  if (parts === null) return undefined;
  const [red = 0, green = 0, blue = 0] = parts
    .slice(1)
    .map(digits => linear(Number.parseInt(digits, 16) / (16 ** digits.length - 1)));
  // On a luminance of 0.18, black and white are read equally well.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? 'light' : 'dark';
}

/** sRGB to linear light. */
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
