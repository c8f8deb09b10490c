import type {CommandLine} from './line.ts';

/**
 * The lines that are run most, the dashboard without a flag and what a status bar asks for every few seconds,
 * as the parser reads them: they do not wait for it to load.
 */
export const quickLines: readonly (readonly [args: readonly string[], line: CommandLine])[] = [
  [[], {command: 'dashboard', arguments: [], flags: {}}],
  [['status', '--line'], {command: 'status', arguments: [], flags: {line: true}}],
];

/** What the parser would make of it, if it is one of those. */
export function quickLine(args: readonly string[]): CommandLine | undefined {
  const isSame = (plain: readonly string[]) =>
    plain.length === args.length && plain.every((each, index) => each === args[index]);
  return quickLines.find(([plain]) => isSame(plain))?.[1];
}
