import {readFileSync, readlinkSync} from 'node:fs';
import {hostname} from 'node:os';
import type {Moment} from '../account/model/moment.ts';
import type {Look} from '../account/model/vocabulary.ts';
import type {Config} from '../config/config.ts';
import type {JournalHost} from '../core/journal/lease.ts';
import {
  backgroundOf,
  colorsOf,
  drawsUtf8,
  type TerminalEnvironment,
  type TerminalReport,
} from '../term/capabilities.ts';

/** Reads /proc on Linux, `ps` elsewhere. */
export function readHost(pid: number): JournalHost {
  return {
    hostname: hostname(),
    bootId: firstOf([() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), bootTime]),
    pidNamespace: firstOf([() => readlinkSync('/proc/self/ns/pid')]),
    pid,
    startTime: startTimeOf(pid) ?? '',
    terminal: terminalOf(pid),
    isAlive: (other, startTime) =>
      isThere(other) &&
      (startTime === '' ? !isEnded(stateAndStart(other)) : startTimeOf(other) === startTime),
    isStopped: other => /^[Tt]/.test(stateAndStart(other)),
  };
}

function bootTime(): string {
  return childProcess().execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {encoding: 'utf8'}).trim();
}

function terminalOf(pid: number): string | undefined {
  const input = firstOf([() => readlinkSync(`/proc/${pid}/fd/0`), () => `/dev/${ps(pid, 'tty=')}`]);
  return /^\/dev\/(pts\/\d+|tty\w+)$/.exec(input)?.[1];
}

function startTimeOf(pid: number): string | undefined {
  const line = stateAndStart(pid);
  return isEnded(line) ? undefined : /^\S+\s+(\S.*)$/.exec(line)?.[1];
}

/** Asked first: for a process that is gone no `ps` is started. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A zombie may stay for ever if its parent never waits for it, as in many containers. */
const isEnded = (line: string) => /^[ZX]/.test(line);

const stateAndStart = (pid: number) => firstOf([() => procStat(pid), () => ps(pid, 'stat=', 'lstart=')]);

/** Fields 3 and 22. The command in field 2 may contain spaces and brackets. */
function procStat(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${fields[0]} ${fields[19]}`;
}

function ps(pid: number, ...columns: readonly string[]): string {
  return childProcess()
    .execFileSync('ps', [...columns.flatMap(each => ['-o', each]), '-p', String(pid)], {
      encoding: 'utf8',
      env: {LC_ALL: 'C', PATH: '/bin:/usr/bin'},
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    .trim();
}

/** Linux needs it for nothing, and it takes long to load. */
const childProcess = () => process.getBuiltinModule('node:child_process');

function firstOf(sources: readonly (() => string)[]): string {
  for (const source of sources) {
    try {
      return source();
    } catch {
      // Another system, or no such process: try the next source.
    }
  }
  return '';
}

export const clock = (): Moment => ({mono: performance.now(), wall: Date.now()});

/** One-shot timers that are cleared together, so that none keeps a finished program alive. */
export type Timers = {after(ms: number, then: () => void): void; stop(): void};

export function createTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let isStopped = false;
  return {
    after(ms, then) {
      if (isStopped) return;
      const timer = setTimeout(() => {
        running.delete(timer);
        then();
      }, ms);
      running.add(timer);
    },
    stop() {
      isStopped = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}

export function lookOf(
  {ascii, color}: Pick<Config, 'ascii' | 'color'>,
  env: TerminalEnvironment,
  probed?: TerminalReport,
): Look {
  return {
    ascii: ascii ?? !drawsUtf8(env, probed),
    colors: color ? colorsOf(env) : 0,
    background: backgroundOf(env, probed?.background),
  };
}

export function whatIsMissing({
  stdin,
  stdout,
  env,
}: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'env'>): string | undefined {
  if (!stdout.isTTY) return 'standard output is not a terminal';
  if (!stdin.isTTY) return 'standard input is not a terminal';
  if (env.TERM === 'dumb') return 'this one (TERM=dumb) cannot place a cursor';
  return undefined;
}
