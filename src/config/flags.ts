/** What a person types on the command line and in the environment, as values. */
import {nearest} from '../desk/filter/nearest.ts';
import {type Theme, themes} from '../desk/model/vocabulary.ts';
import {ConfigError} from './error.ts';

/** The flags of the command line, as the user typed them. */
export type Flags = {
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly config?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** Seconds. */
  readonly refresh?: string | undefined;
  readonly theme?: string | undefined;
  readonly ascii?: boolean | undefined;
  readonly screenReader?: boolean | undefined;
  readonly color?: boolean | undefined;
  readonly logFile?: string | undefined;
};

/** A variable that switches something. */
export function truth(text: string | undefined, source: string): boolean | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new ConfigError({source, expectation: `expected 1 or 0, not ${JSON.stringify(text)}.`});
}

export function refreshFlag(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds >= 0.25 && seconds <= 3600) return seconds;
  throw new ConfigError({
    source: '--refresh',
    expectation: `expected seconds from 0.25 to 3600, not ${JSON.stringify(text)}.`,
  });
}

export function themeFlag(text: string | undefined): Theme | undefined {
  const theme = themes.find(each => each === text);
  if (text === undefined || theme !== undefined) return theme;
  throw new ConfigError({
    source: '--theme',
    expectation: `there is no theme ${JSON.stringify(text)}; there are ${themes.join(', ')}.`,
    nearest: nearest(text, themes),
  });
}
