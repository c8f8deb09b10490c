import type {Config} from '../config/config.ts';
import type {Look} from '../desk/model/vocabulary.ts';
import {
  backgroundOf,
  colorsOf,
  drawsUtf8,
  type TerminalEnvironment,
  type TerminalReport,
} from '../term/capabilities.ts';

export function lookOf(
  {ascii, color}: Pick<Config, 'ascii' | 'color'>,
  env: TerminalEnvironment,
  probed?: TerminalReport,
): Look {
  return {
    ascii: ascii ?? !drawsUtf8(env, probed),
    colors: color ? colorsOf(env) : 0,
    background: backgroundOf(env, probed?.background),
  };
}

export function whatIsMissing({
  stdin,
  stdout,
  env,
}: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): string | undefined {
  if (!stdout.isTTY) return 'standard output is not a terminal';
  if (!stdin.isTTY) return 'standard input is not a terminal';
  if (env.TERM === 'dumb') return 'this one (TERM=dumb) cannot place a cursor';
  return undefined;
}
