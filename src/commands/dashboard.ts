import type {Config} from '../config/config.ts';
import type {Environment} from '../config/paths.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/line.ts';
import {whatIsMissing} from './look.ts';
import {loadConfig} from './settings.ts';

export async function openDashboard(line: CommandLine, host: NodeJS.Process): Promise<number> {
  const config = await loadConfig(line.flags, host.env);
  const missing = whatIsMissing(host);
  if (missing !== undefined) {
    const instead = 'For scripts use optty list; see optty --help.';
    throw new Unable(`the dashboard needs a terminal, and ${missing}. ${instead}`, 'usage');
  }
  // Our own writer drops colours for NO_COLOR; the cursor of a field needs inverse in any case.
  host.env.FORCE_COLOR = '1';
  const {runDashboard} = await import('./dashboard/dashboard.ts');
  return runDashboard(config, host, name => configOf(name, config, line, host.env));
}

/** Address, token and READ-ONLY from flags or environment belong to the first profile. */
function configOf(name: string, first: Config, {flags}: CommandLine, env: Environment): Promise<Config> {
  const kept = {...flags, screenReader: first.screenReader, profile: name};
  if (name === first.profile.name) return loadConfig(kept, env);
  const leaveToWrite = first.guardrails.readOnly ? {} : {OPTTY_READ_ONLY: undefined};
  const own = {OPTTY_BASE_URL: undefined, OPTTY_PROFILE: undefined, OPTTY_TOKEN: undefined, ...leaveToWrite};
  return loadConfig({...kept, baseUrl: undefined}, {...env, ...own});
}
