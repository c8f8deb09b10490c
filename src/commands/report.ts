import {explain} from '../api/errors.ts';
import {ConfigError} from '../config/error.ts';
import {LineEnd} from './line.ts';
import {safeLines} from './output.ts';

export const done = 0;
export const failed = 1;
export const usage = 2;

/** The machine cannot do what was asked; the message is a whole sentence and all that there is to say. */
export class Unable extends Error {
  override readonly name = 'Unable';
}

/** Says what ended a command in a line or two, without a stack, and returns the exit code that goes with it. */
export function report(error: unknown, host: Pick<NodeJS.Process, 'stdout' | 'stderr'>): number {
  if (error instanceof LineEnd) {
    (error.isWrong ? host.stderr : host.stdout).write(error.message);
    return error.isWrong ? usage : done;
  }
  const isConfig = error instanceof ConfigError;
  const text = isConfig || error instanceof Unable ? error.message : explain(error);
  host.stderr.write(`${safeLines(text).replace(/^/gm, 'optty: ')}\n`);
  return isConfig ? usage : failed;
}
