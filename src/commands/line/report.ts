import {ConfigError} from '../../config/error.ts';
import {explainHere} from '../../desk/feeds/advice.ts';
import {say} from '../output/output.ts';
import {done, failed, LineEnd, Unable, usage} from './ending.ts';

/** Says what ended a command in a line or two, without a stack, and returns the exit code that goes with it. */
export function report(error: unknown, host: Pick<NodeJS.Process, 'stdout' | 'stderr'>): number {
  if (error instanceof LineEnd) {
    say(error.isWrong ? host.stderr : host.stdout, error.message);
    return error.isWrong ? usage : done;
  }
  const isConfig = error instanceof ConfigError;
  const text = isConfig || error instanceof Unable ? error.message : explainHere(error);
  say(host.stderr, `${text.replace(/^/gm, 'optty: ')}\n`);
  return isConfig ? usage : failed;
}
