/** optty over an sshd of one's own on this machine. */
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {openTerminal, type TestTerminal} from '../helpers/terminal.ts';

/** Where the machine has one. */
export const sshd = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'].find(existsSync);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const {port} = server.address() as {port: number};
  await new Promise(done => server.close(done));
  return port;
}

/** An sshd of one's own, with keys that live as long as the run. */
export async function startSshd(path: string, folder: string): Promise<{port: number; child: ChildProcess}> {
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  const port = await freePort();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'user.pub')}`,
    `PidFile ${join(folder, 'sshd.pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
  ];
  writeFileSync(join(folder, 'sshd_config'), `${config.join('\n')}\n`);
  if (userInfo().uid === 0) mkdirSync('/run/sshd', {recursive: true});
  const child = spawn(path, ['-D', '-e', '-f', join(folder, 'sshd_config')], {stdio: 'ignore'});
  await new Promise(done => setTimeout(done, 500));
  return {port, child};
}

export type OverSsh = {
  /** Where the ssh client connects to. */
  readonly port: number;
  /** Holds the keys, and what optty keeps. */
  readonly folder: string;
  readonly origin: string;
  readonly token: string;
};

/** The dashboard at the other end of an ssh client that has a terminal. */
export function openOverSsh({port, folder, origin, token}: OverSsh): TestTerminal {
  const variables = {...homeIn(folder), TERM: 'xterm-256color', OPTTY_TOKEN: token};
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const options = [
    'StrictHostKeyChecking=no',
    'UserKnownHostsFile=/dev/null',
    'LogLevel=ERROR',
    'IdentitiesOnly=yes',
  ];
  return openTerminal({
    command: 'ssh',
    args: [
      ...['-tt', '-F', '/dev/null', '-p', String(port), '-i', join(folder, 'user')],
      ...options.flatMap(option => ['-o', option]),
      `${userInfo().username}@127.0.0.1`,
      [...environment, process.execPath, bundle, '--base-url', origin].join(' '),
    ],
  });
}

/** The program as it was built. */
export const bundle = fileURLToPath(new URL('../../dist/optty.cjs', import.meta.url));

/** Where everything that optty keeps is. */
export function homeIn(folder: string) {
  return {HOME: folder, XDG_STATE_HOME: `${folder}/state`, XDG_CONFIG_HOME: `${folder}/config`};
}
