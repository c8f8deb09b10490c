import {readdirSync, readFileSync} from 'node:fs';
import {cpus, loadavg} from 'node:os';

/** Where and how busy: no figure means anything without it. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown';
  const load = Math.round((loadavg()[0] ?? 0) * 100) / 100;
  return `${model}, ${cpus().length} cores, Node ${process.version}, load average ${load} at the start`;
}

/** CPU time of a process and of the children it has waited for, in seconds. */
export function cpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field] ?? 0), 0) / 100;
}

/** CPU time of all threads of a process in ms, as fine as the kernel counts it. */
export function threadsMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ran = (thread: string) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return threads.reduce((sum, thread) => sum + ran(thread), 0) / 1e6;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
