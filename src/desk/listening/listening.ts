import type {ProfitMinutes, Verbosity} from '../model/vocabulary.ts';

/**
 * Listening mode: events go to a transcript that a screen reader reads, and nothing is drawn. The desk keeps
 * how much to say, and what the user asked to hear.
 */

export type Aloud = 'again' | 'where' | 'spell' | 'row' | 'reading' | 'details' | 'much' | 'profit';

export type Listening = {
  readonly verbosity: Verbosity;
  readonly profitEvery: ProfitMinutes;
  readonly asked: AskedAloud;
};

type AskedAloud = {
  readonly number: number;
  readonly what: Aloud | undefined;
  readonly about: string;
  readonly times: number;
};

export const newListening: Listening = {
  verbosity: 'normal',
  profitEvery: 0,
  asked: {number: 0, what: undefined, about: '', times: 0},
};
