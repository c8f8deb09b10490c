import type {Config} from '../config/config.ts';
import type {Environment} from '../config/paths.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {whatIsMissing} from './look.ts';
import {loadConfig} from './settings.ts';

/** Opens the dashboard where there is a terminal to open it on. */
export async function openDashboard(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const missing = whatIsMissing(host);
  if (missing !== undefined) {
    const instead = 'For scripts there is optty list; optty --help tells the rest.';
    throw new Unable(`the dashboard needs a terminal, and ${missing}. ${instead}`, 'usage');
  }
  // Our own writer decides on colours and drops them for NO_COLOR; a field's cursor is drawn by inverting all
  // the same.
  host.env.FORCE_COLOR = '1';
  const {runDashboard} = await import('./dashboard/dashboard.ts');
  return runDashboard(config, host, name => configOf(name, config, line, host.env));
}

/**
 * The configuration of a profile that is gone to. An address, a token and leave to write belong to the profile
 * that they were given with by the command line or the environment, and wait there for its return.
 * @throws {ConfigError}
 */
function configOf(name: string, first: Config, {flags}: CommandLine, env: Environment): Promise<Config> {
  // Who listens goes on listening.
  const kept = {...flags, screenReader: first.screenReader, profile: name};
  if (name === first.profile.name) return loadConfig(kept, env);
  const leaveToWrite = first.guardrails.readOnly ? {} : {OPTTY_READ_ONLY: undefined};
  const own = {OPTTY_BASE_URL: undefined, OPTTY_PROFILE: undefined, OPTTY_TOKEN: undefined, ...leaveToWrite};
  return loadConfig({...kept, baseUrl: undefined}, {...env, ...own});
}
