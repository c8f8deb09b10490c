import {execFile} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {execPath, kill} from 'node:process';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {type ProgramEnding, type Run, runProgram} from '../../../src/api/signing/program.ts';
import {patienceMs, until} from '../../helpers/patience.ts';

/** Far longer than any test waits. */
const lingering = 'sleep 600';
const shell = (script: string, more: Partial<Run> = {}): Promise<ProgramEnding> =>
  runProgram({argv: ['sh', '-c', script], input: '', timeoutMs: patienceMs, maxOutput: 65_536, ...more});

/** Whether it runs: one that nobody has waited for yet does not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const outputOf = (ending: ProgramEnding) => (ending.kind === 'ended' ? ending.output : ending.kind);

describe('an external program', () => {
  it('returns its whole output and its exit code', async () => {
    const script = 'head -c 60000 /dev/zero | tr "\\0" x; exit 3';
    expect(await shell(script)).toEqual({kind: 'ended', code: 3, signal: null, output: 'x'.repeat(60_000)});
    expect(await shell('cat', {input: 'read'})).toMatchObject({code: 0, output: 'read'});
    expect(await shell('kill -9 $$')).toMatchObject({code: null, signal: 'SIGKILL'});
  });

  it('is over when it exits, even if a child keeps the pipe; the child ends too', async () => {
    const child = Number(outputOf(await shell(`${lingering} & echo $!`)));
    expect(child).toBeGreaterThan(1);
    await until(() => !isRunning(child));
  });

  it('is over when it exits, even if a child is in its own process group', async () => {
    const child = Number(outputOf(await shell(`setsid sh -c 'echo $$; exec ${lingering}' & sleep 0.5`)));
    expect(isRunning(child)).toBe(true);
    kill(child);
  });

  it('is killed at its deadline with all its children, whatever signals they ignore', async () => {
    const ending = await shell(`trap '' TERM; ${lingering} & ${lingering}`, {timeoutMs: 200});
    expect(ending).toEqual({kind: 'late'});
  });

  it('is killed if it is aborted, and does not start if it was aborted before', async () => {
    const controller = new AbortController();
    const ending = shell(lingering, {signal: controller.signal});
    controller.abort();
    expect(await ending).toEqual({kind: 'given up'});
    expect(await shell(lingering, {signal: controller.signal})).toEqual({kind: 'given up'});
  });

  it('leaves no file descriptor and no process behind', async () => {
    const before = readdirSync('/proc/self/fd').length;
    for (let round = 0; round < 10; round++) await shell(`${lingering} & ${lingering}`, {timeoutMs: 50});
    await until(() => readdirSync('/proc/self/fd').length <= before);
  });

  it('does not keep the calling process alive', async () => {
    const module = new URL('../../../src/api/signing/program.ts', import.meta.url).href;
    const script = `const {runProgram} = await import('${module}');
      const ask = input => runProgram({argv: ['sh', '-c', '${lingering} & ${lingering}'], input, timeoutMs: 100, maxOutput: 99});
      console.log((await ask('')).kind);`;
    const {stdout} = await promisify(execFile)(execPath, ['--input-type=module', '-e', script]);
    expect(stdout).toBe('late\n');
  });

  it('does not receive our own environment variables', async () => {
    const env = {PATH: process.env.PATH, OPTTY_TOKEN: 'canary', OPTTY_PROFILE: 'live', OTHER: 'kept'};
    const told = outputOf(await shell('env', {env}));
    expect(told).toContain('OTHER=kept\n');
    expect(told).not.toContain('OPTTY_');
    process.env.OPTTY_TOKEN = 'canary';
    try {
      expect(outputOf(await shell('env'))).not.toContain('canary');
    } finally {
      delete process.env.OPTTY_TOKEN;
    }
  });

  it.each([[''], ['/nowhere/to/be/found'], ['a\0b']])(
    'does not start if it does not exist: %j',
    async program => {
      const ending = await runProgram({argv: [program], input: '', timeoutMs: patienceMs, maxOutput: 1});
      expect(ending.kind).toBe('not started');
    },
  );

  it('is killed if it never stops writing', async () => {
    expect(await shell('yes')).toEqual({kind: 'too long'});
  });
});
