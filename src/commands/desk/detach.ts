import {spawn} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Config} from '../../config/config.ts';
import type {State} from '../../desk/model/state.ts';
import {isUnderWay} from '../../desk/stop/record.ts';

/** When the question on quitting was answered so. */
export function handOn(state: State, config: Config, host: NodeJS.Process): void {
  if (state.stop.isHandedOn) goOnDetached(state, config, host);
}

/**
 * A dashboard whose terminal is gone while a stop is under way, or that hands it on as it quits, leaves
 * a process behind that has no terminal and a session of its own, and goes on to the end. It has the
 * credential as this one had it: by the environment or from where the profile says, never by its
 * arguments. What it does is in `stop.log` of the state folder.
 */
export function goOnDetached({stop}: State, config: Config, host: NodeJS.Process): void {
  const {record} = stop;
  if (record === undefined || !isUnderWay(record) || record.asked?.isOurs !== true) return;
  const log = openSync(join(dirname(config.statePaths.journal), 'stop.log'), 'a', 0o600);
  const [program = ''] = host.argv.slice(1);
  const args = ['stop', ...(record.asked.wants === 'flat' ? ['--close'] : []), ...flagsOf(config)];
  const child = spawn(host.execPath, [...host.execArgv, program, ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    env: environmentOf(config, host.env),
  });
  child.unref();
  closeSync(log);
}

/** The same service by the same profile, whatever profile the program was started with. */
function flagsOf({file, path, profile, service, origins}: Config): string[] {
  const isInFile = Object.hasOwn(file?.settings.profiles ?? {}, profile.name);
  return [
    ...(file === undefined ? [] : ['--config', path]),
    ...(isInFile ? ['--profile', profile.name] : []),
    ...(service.kind === 'remote' && origins.base_url?.from === 'flag'
      ? ['--base-url', service.baseUrl]
      : []),
  ];
}

/** An address that the environment names is left out where it is not the one in force. */
function environmentOf({origins, service}: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isByVariable = service.kind === 'remote' && origins.base_url?.from === 'environment';
  return isByVariable ? env : {...env, OPTTY_BASE_URL: undefined};
}
