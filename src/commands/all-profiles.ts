/** One command for each profile of the configuration file, side by side: what fails in one delays no other. */
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {configPath} from '../config/paths.ts';
import {Unable} from './line/exit.ts';
import type {CommandLine} from './line/parse-line.ts';
import {profilesOf} from './load-config.ts';
import {print} from './output.ts';

/** Each profile names its own service and credential. */
const ofOneProfile = ['OPTTY_PROFILE', 'OPTTY_BASE_URL', 'OPTTY_TOKEN'];

/** Prints each line behind the name of its profile; resolves to the largest exit code. */
export async function runForAll({command, flags}: CommandLine, host: NodeJS.Process): Promise<number> {
  if (flags.profile !== undefined || flags.baseUrl !== undefined)
    throw new Unable(
      '--all-profiles takes no --profile and no --base-url: each profile has its own.',
      'usage',
    );
  const names = await profilesOf(flags, host.env);
  if (names.length === 0) throw new Unable(`${configPath(flags, host.env)} has no profile.`, 'usage');
  const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => !ofOneProfile.includes(name)));
  const [, program = '', ...given] = host.argv;
  const short = command === 'status' && flags.json !== true ? ['--line'] : [];
  const args = [...given.filter(each => each !== '--all-profiles'), ...short];
  const running = names.map(name => {
    const child = spawn(host.execPath, [program, ...args, '--profile', name], {
      env,
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    const said = [tell(child.stdout, host.stdout, name), tell(child.stderr, host.stderr, name)];
    return {child, ended: endOf(child, said)};
  });
  // A terminal sends these to each process itself, and a second signal would cut it short.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) host.on(signal, () => {});
  host.on('SIGTERM', () => {
    for (const {child} of running) child.kill('SIGTERM');
  });
  return Math.max(...(await Promise.all(running.map(({ended}) => ended))));
}

async function endOf(child: ChildProcess, said: readonly Promise<void>[]): Promise<number> {
  const [[code]] = await Promise.all([once(child, 'close'), ...said]);
  return typeof code === 'number' ? code : 1;
}

async function tell(from: Readable, to: NodeJS.WriteStream, name: string): Promise<void> {
  for await (const line of createInterface({input: from}))
    print(
      to,
      line.startsWith('{') ? line.replace('{', `{"profile":${JSON.stringify(name)},`) : `${name}: ${line}`,
    );
}
