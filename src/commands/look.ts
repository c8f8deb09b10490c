/** How to draw on this terminal: what the configuration forces, and for the rest what the terminal has. */
import type {Config} from '../config/config.ts';
import type {Look} from '../desk/model/vocabulary.ts';
import {backgroundOf, colorsOf, drawsUtf8, type TerminalEnvironment} from '../term/capabilities.ts';
import type {TerminalReport} from '../term/probe.ts';

/** @param probed what the terminal said of itself; undefined as long as it has not */
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

/** What keeps the screen from being drawn here; undefined where it can be. */
export function whatIsMissing({
  stdin,
  stdout,
  env,
}: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): string | undefined {
  if (!stdout.isTTY) return 'standard output is none';
  if (!stdin.isTTY) return 'standard input is none';
  if (env.TERM === 'dumb') return 'this one (TERM=dumb) cannot place a cursor';
  return undefined;
}
