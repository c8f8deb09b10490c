import {version} from '../../../api/version.ts';
import type {Began} from '../entries.ts';

/** Of the frames and lines of a recording. */
export const format = 1;

/** The hash of what messages and states are made of, put in by the bundler; the sources alone have none. */
export const schema = typeof OPTTY_SCHEMA === 'string' ? OPTTY_SCHEMA : '';

type Own = Pick<Began, 'format' | 'version' | 'schema'>;

/**
 * Why this program cannot play a recording, with the version that can. What was told in other words is never
 * guessed at: a message that is read as something else would show what nobody has seen. One of the same words
 * is played whatever version wrote it, and where that came to other states, the hash of a snapshot tells from
 * where on it differs.
 */
export function whyUnplayable(
  began: Pick<Began, 'format' | 'version' | 'schema'>,
  own: Own = {format, version, schema},
): string | undefined {
  const needs =
    began.version === own.version
      ? `It needs the build of optty ${own.version} that recorded it; this is another.`
      : `It needs optty ${began.version}; this is ${own.version}.`;
  if (began.format !== own.format) return `The recording is written in another format. ${needs}`;
  // Whoever runs from the sources knows what it does.
  const isKnown = began.schema !== '' && own.schema !== '';
  if (isKnown && began.schema !== own.schema)
    return `The recording tells of what this version of optty does not know in the same words. ${needs}`;
  return undefined;
}
