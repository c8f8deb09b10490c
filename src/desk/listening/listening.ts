/**
 * The desk as it is listened to: what happens is told in a transcript that is read out, and nothing is drawn.
 * The words are the screen's; the desk knows how much is to be said, and what somebody asked to hear.
 */

export const verbosities = ['short', 'normal', 'all'] as const;
/** How much is said: the least, what a screen shows at a glance, or each change of the row as well. */
export type Verbosity = (typeof verbosities)[number];

/** What a key asks to be said. */
export type Aloud = 'again' | 'where' | 'spell' | 'row' | 'reading' | 'details' | 'much' | 'profit';

export type Listening = {
  readonly verbosity: Verbosity;
  /** Minutes from one saying of the P/L to the next; undefined while it is not said by itself. */
  readonly profitEvery: number | undefined;
  readonly asked: AskedAloud;
};

/** The last that was asked for. */
export type AskedAloud = {
  /** Rises with each time that something is asked for. */
  readonly number: number;
  readonly what: Aloud | undefined;
  /** What it was asked about. */
  readonly about: string;
  /** How often in a row the same was asked for about the same: the second time more is said. */
  readonly times: number;
};

export const newListening: Listening = {
  verbosity: 'normal',
  profitEvery: undefined,
  asked: {number: 0, what: undefined, about: '', times: 0},
};

/** The minutes that may lie between two sayings of the P/L. */
export const profitMinutes = [undefined, 1, 5, 15, 60] as const;
