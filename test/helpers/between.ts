import {execFileSync, spawn} from 'node:child_process';
import {createSocket} from 'node:dgram';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {compileCache, program} from './built.ts';
import {openTerminal, type TestTerminal} from './terminal.ts';

export const middles = ['tmux', 'screen', 'mosh'] as const;
export type Middle = (typeof middles)[number];

/** The built program behind a real program in the middle, which answers for a screen of its own. */
export type Between = {
  /** What the person has before him. */
  readonly person: TestTerminal;
  /** From now on nothing of the picture reaches the person; keys go through. */
  hold(): void;
  release(): void;
  /** The screen that the program in the middle keeps, where it tells. */
  behind(): string;
  end(): Promise<void>;
};

type Opened = Pick<Between, 'person' | 'hold' | 'release'> & {
  readonly behind?: () => string;
  readonly stop: () => void;
};

/** @param env of the program: which service it calls */
export async function openBetween(middle: Middle, env: Record<string, string>): Promise<Between> {
  const home = mkdtempSync(join(tmpdir(), 'optty-between-'));
  const own = {
    ...env,
    HOME: home,
    TMUX_TMPDIR: home,
    SCREENDIR: home,
    LC_ALL: 'C.UTF-8',
    NODE_COMPILE_CACHE: compileCache,
    ...{XDG_CONFIG_HOME: undefined, XDG_STATE_HOME: undefined, TMUX: undefined, STY: undefined},
  };
  const opened = await {tmux: openTmux, screen: openScreen, mosh: openMosh}[middle](home, own);
  return {
    behind: () => '',
    ...opened,
    async end() {
      opened.stop();
      await opened.person.close();
      rmSync(home, {recursive: true, force: true});
    },
  };
}

type Env = Record<string, string | undefined>;
const command = [process.execPath, program];

async function openTmux(_home: string, env: Env): Promise<Opened> {
  const server = ['-L', 'optty', '-f', '/dev/null'];
  const person = openTerminal({command: 'tmux', args: [...server, 'new-session', ...command], env});
  const tmux = (...args: string[]) =>
    execFileSync('tmux', [...server, ...args], {env: env as NodeJS.ProcessEnv & Env, encoding: 'utf8'});
  return {
    ...byReading(person),
    behind: () => tmux('capture-pane', '-p'),
    stop: () => attempt(() => tmux('kill-server')),
  };
}

async function openScreen(_home: string, env: Env): Promise<Opened> {
  const person = openTerminal({command: 'screen', args: ['-c', '/dev/null', '-S', 'optty', ...command], env});
  const quit = () =>
    execFileSync('screen', ['-S', 'optty', '-X', 'quit'], {env: env as NodeJS.ProcessEnv & Env});
  return {...byReading(person), stop: () => attempt(quit)};
}

/** A terminal that does not read holds the picture back; the multiplexer goes on behind it. */
function byReading(person: TestTerminal): Pick<Opened, 'person' | 'hold' | 'release'> {
  return {person, hold: () => person.stopReading(), release: () => person.startReading()};
}

/** Between mosh's two halves every datagram to the person is dropped while the picture is held back. */
async function openMosh(_home: string, env: Env): Promise<Opened> {
  const address = '127.0.0.1';
  const server = spawn('mosh-server', ['new', '-i', address, '-c', '256', '--', ...command], {
    env: env as NodeJS.ProcessEnv & Env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  server.stdout.on('data', chunk => {
    said += String(chunk);
  });
  let complaint = '';
  server.stderr.on('data', chunk => {
    complaint += String(chunk);
  });
  await new Promise(resolve => server.once('close', resolve));
  const [, port, key] = /MOSH CONNECT (\d+) (\S+)/.exec(said) ?? [];
  const [, pid] = /pid = (\d+)/.exec(complaint) ?? [];
  if (port === undefined || key === undefined) throw new Error(`mosh-server said: ${said}${complaint}`);
  const relay = await relayTo(address, Number(port));
  const person = openTerminal({
    command: 'mosh-client',
    args: [address, String(relay.port)],
    env: {...env, MOSH_KEY: key, MOSH_PREDICTION_DISPLAY: 'never'},
  });
  return {
    person,
    hold: () => relay.hold(true),
    release: () => relay.hold(false),
    stop() {
      if (pid !== undefined) attempt(() => process.kill(Number(pid)));
      relay.close();
    },
  };
}

async function relayTo(address: string, port: number) {
  const [near, far] = [createSocket('udp4'), createSocket('udp4')];
  let isHeld = false;
  let person = 0;
  near.on('message', (datagram, from) => {
    person = from.port;
    far.send(datagram, port, address);
  });
  far.on('message', datagram => {
    if (!isHeld) near.send(datagram, person, address);
  });
  await new Promise<void>(resolve => near.bind(0, address, resolve));
  return {
    port: near.address().port,
    hold(held: boolean) {
      isHeld = held;
    },
    close() {
      near.close();
      far.close();
    },
  };
}

/** What is to be stopped may have ended by itself. */
function attempt(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    void error;
  }
}
