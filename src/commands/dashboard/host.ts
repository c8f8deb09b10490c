import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';
import {hostname} from 'node:os';
import {kill} from 'node:process';
import type {JournalHost} from '../../desk/journal/lease.ts';

/** The process `pid` as this machine knows it: from /proc on Linux, from `ps` elsewhere. */
export function readHost(pid: number): JournalHost {
  return {
    hostname: hostname(),
    bootId: firstOf([() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), bootTime]),
    pidNamespace: firstOf([() => readlinkSync('/proc/self/ns/pid')]),
    pid,
    startTime: startTimeOf(pid) ?? '',
    isAlive: (other, startTime) => (startTime === '' ? isThere(other) : startTimeOf(other) === startTime),
  };
}

function bootTime(): string {
  return execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {encoding: 'utf8'}).trim();
}

/** Undefined when there is no such process, or it has ended. */
function startTimeOf(pid: number): string | undefined {
  const line = stateAndStart(pid);
  return isEnded(line) ? undefined : /^\S+\s+(.+)$/.exec(line)?.[1];
}

/** Where no start is told, an id in use counts as the same process: rather a lock too long than two writers. */
function isThere(pid: number): boolean {
  try {
    return kill(pid, 0) && !isEnded(stateAndStart(pid));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A zombie: for ever, where its parent never waits for it, as the first process of many containers. */
const isEnded = (line: string) => /^[ZX]/.test(line);

/** `S 12345`; empty where nothing tells. */
const stateAndStart = (pid: number) => firstOf([() => procStat(pid), () => psStat(pid)]);

/** Fields 3 and 22 of the line; the command in the second field may itself hold spaces and brackets. */
function procStat(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${fields[0]} ${fields[19]}`;
}

function psStat(pid: number): string {
  return execFileSync('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: {LC_ALL: 'C', PATH: '/bin:/usr/bin'},
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/** What the first source that there is on this system says; empty if there is none. */
function firstOf(sources: readonly (() => string)[]): string {
  for (const source of sources) {
    try {
      return source();
    } catch {
      // Not this kind of system, or no such process: the next source may know.
    }
  }
  return '';
}
