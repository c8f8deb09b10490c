import {homedir} from 'node:os';
import {isAbsolute, join} from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export function configPath(flags: {readonly config?: string | undefined}, env: Environment): string {
  const named = flags.config ?? (env.OPTTY_CONFIG || undefined);
  if (named !== undefined) return expandHome(named, env);
  return join(base(env, 'XDG_CONFIG_HOME', '.config'), 'optty', 'config.toml');
}

export function statePaths(env: Environment) {
  const folder = join(base(env, 'XDG_STATE_HOME', '.local/state'), 'optty');
  return {
    accounts: join(folder, 'accounts'),
    oldJournal: join(folder, 'journal.db'),
    paperDb: join(folder, 'paper.db'),
    log: join(folder, 'optty.log'),
    requests: join(folder, 'requests.log'),
  };
}

export function expandHome(path: string, env: Environment): string {
  return path === '~' || path.startsWith('~/') ? join(home(env), path.slice(1)) : path;
}

/** The XDG specification ignores relative paths. */
function base(env: Environment, variable: string, fallback: string): string {
  const given = env[variable];
  return given !== undefined && isAbsolute(given) ? given : join(home(env), fallback);
}

function home(env: Environment): string {
  return env.HOME || homedir();
}
