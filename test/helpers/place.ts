import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type Program, startProgram} from './program.ts';
import type {TerminalOptions} from './terminal.ts';

/** A home in which programs run one after another. */
export type Place = {
  readonly home: string;
  /** Starts the program with this configuration. */
  start(toml: string, options?: Partial<TerminalOptions>): Program;
  /** Ends what still runs and removes the home. */
  end(): Promise<void>;
};

export function openPlace(): Place {
  const home = mkdtempSync(join(tmpdir(), 'optty-e2e-'));
  const programs: Program[] = [];
  mkdirSync(join(home, '.config/optty'), {recursive: true});
  return {
    home,
    start(toml, options = {}) {
      writeFileSync(join(home, '.config/optty/config.toml'), toml, {mode: 0o600});
      const program = startProgram({...options, home});
      programs.push(program);
      return program;
    },
    async end() {
      for (const each of programs) await each.end();
      rmSync(home, {recursive: true, force: true});
    },
  };
}
