import {ConfigError} from '../../config/error.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import {say} from '../output/output.ts';
import {exitDone, exitFailure, exitUsage, LineEnd, Unable} from './exit.ts';

/** Says what ended a command in a line or two, without a stack, and returns the exit code that goes with it. */
export function reportEnd(error: unknown, host: Pick<NodeJS.Process, 'stdout' | 'stderr'>): number {
  if (error instanceof LineEnd) {
    say(error.isWrong ? host.stderr : host.stdout, error.message);
    return error.isWrong ? exitUsage : exitDone;
  }
  const isConfig = error instanceof ConfigError;
  const text = isConfig || error instanceof Unable ? error.message : explainHere(error);
  say(host.stderr, `${text.replace(/^/gm, 'optty: ')}\n`);
  return isConfig ? exitUsage : exitFailure;
}
