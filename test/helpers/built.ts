import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** The built program, or an installed one. */
export const program = process.env.OPTTY_PROGRAM ?? new URL('../../dist/optty.cjs', import.meta.url).pathname;

/** Compiled once for all homes of tests, not once for each. */
export const compileCache = join(tmpdir(), `optty-test-cache-${process.getuid?.() ?? 0}`);

/** Where everything that optty keeps is. */
export const homeIn = (folder: string) => ({
  ...{HOME: folder, XDG_STATE_HOME: `${folder}/state`, XDG_CONFIG_HOME: `${folder}/config`},
});
