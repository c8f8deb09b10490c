import type {ProfitMinutes, Verbosity} from '../model/vocabulary.ts';

/**
 * The desk as it is listened to: what happens is told in a transcript that is read out, and nothing is drawn.
 * The words are the screen's; the desk knows how much is to be said, and what somebody asked to hear.
 */

/** What a key asks to be said. */
export type Aloud = 'again' | 'where' | 'spell' | 'row' | 'reading' | 'details' | 'much' | 'profit';

export type Listening = {
  readonly verbosity: Verbosity;
  readonly profitEvery: ProfitMinutes;
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
  profitEvery: 0,
  asked: {number: 0, what: undefined, about: '', times: 0},
};
