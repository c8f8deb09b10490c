import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import {setTimeout as pass} from 'node:timers/promises';
import {describe, expect, it, onTestFinished} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import {leaseOf, presence} from '../../../src/core/journal/lease.ts';

/** A child of a process that never waits for it, as in a container whose first process reaps nothing. */
async function childNobodyWaitsFor(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  // Until it is sleep itself, the shell may still wait for its child.
  const isSleeping = () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').startsWith('sleep');
  while (existsSync('/proc') && !isSleeping()) await pass(10);
  return Number(line);
}

/** Without a start time, that of a system that says none. */
const startTimes = [
  ['with its start time', (pid: number) => readHost(pid).startTime],
  ['without a start time', () => ''],
] as const;

describe.each(startTimes)('a process, identified %s,', (_, startTimeOf) => {
  it('is alive until it is killed, and then gone, even if nobody waits for it', async () => {
    const host = readHost(process.pid);
    const pid = await childNobodyWaitsFor();
    const lease = {...leaseOf(host), pid, startTime: startTimeOf(pid)};
    expect(presence(lease, host)).toBe('alive');
    process.kill(pid, 'SIGKILL');
    while (presence(lease, host) === 'alive') await pass(10);
    // It is still there for signals: only its state says that it has ended.
    expect(process.kill(pid, 0)).toBe(true);
    expect(presence(lease, host)).toBe('gone');
  });

  it('is gone if no process has its id', async () => {
    const host = readHost(process.pid);
    const child = spawn('sleep', ['60']);
    const pid = child.pid ?? 0;
    const startTime = startTimeOf(pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(host.isAlive(pid, startTime)).toBe(false);
  });
});

it('a process with the same id but another start time is another process', () => {
  const host = readHost(process.pid);
  expect(host.isAlive(process.pid, host.startTime)).toBe(true);
  expect(host.isAlive(process.pid, `${host.startTime}0`)).toBe(false);
});
