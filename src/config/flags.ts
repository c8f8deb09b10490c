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

export const refreshFlag = (text: string | undefined) => secondsFlag('--refresh', text, 0.25, 3600);

/** @throws {ConfigError} */
export function secondsFlag(
  source: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (seconds >= least && seconds <= most) return seconds;
  const expectation = `expected seconds from ${least} to ${most}, not ${JSON.stringify(text)}.`;
  throw new ConfigError({source, expectation});
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
