/**
 * Runs a program of the user's that gives a secret, signs a request or is told of an event, and waits for no
 * more than what it writes. A child of it that keeps the pipe open, or a program that ignores its deadline,
 * holds nobody up.
 */
import type {ChildProcess} from 'node:child_process';
import {kill, env as ownEnvironment} from 'node:process';

export type Run = {
  argv: readonly string[];
  /** What it reads on its standard input; without it, it may ask its user on the terminal. */
  input?: string | undefined;
  /** Ours unless given. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  timeoutMs: number;
  /** Characters; without it nobody reads what it writes. */
  maxOutput?: number | undefined;
  signal?: AbortSignal | undefined;
};

export type ProgramEnding =
  | {kind: 'ended'; code: number | null; signal: NodeJS.Signals | null; output: string}
  | {kind: 'not started'; code: string | undefined}
  | {kind: 'late' | 'too long' | 'given up'};

/** What is still in the pipe when the program has ended is read within this time. */
const restMs = 100;

/** Never rejects. Its standard error is kept only where it may ask its user, for it could hold the secret. */
export async function runProgram({
  argv,
  input,
  env,
  timeoutMs,
  maxOutput,
  signal,
}: Run): Promise<ProgramEnding> {
  const {spawn} = await import('node:child_process');
  const [program = '', ...args] = argv;
  const hasTerminal = input === undefined;
  if (signal?.aborted) return {kind: 'given up'};
  // What spawn would throw at.
  if (program === '' || argv.some(each => each.includes('\0'))) return {kind: 'not started', code: undefined};
  return new Promise(resolve => {
    let output = '';
    const child = spawn(program, args, {
      stdio: hasTerminal
        ? ['inherit', 'pipe', 'inherit']
        : ['pipe', maxOutput === undefined ? 'ignore' : 'pipe', 'ignore'],
      env: withoutOwn(env ?? ownEnvironment),
      // A group of its own, with all that it starts; but only the terminal's own group can ask there.
      detached: !hasTerminal,
      windowsHide: true,
    });
    let rest: NodeJS.Timeout | undefined;
    const end = (ending: ProgramEnding) => {
      clearTimeout(deadline);
      clearTimeout(rest);
      signal?.removeEventListener('abort', giveUp);
      stop(child, hasTerminal);
      resolve(ending);
    };
    const giveUp = () => end({kind: 'given up'});
    const deadline = setTimeout(() => end({kind: 'late'}), timeoutMs);
    signal?.addEventListener('abort', giveUp);
    child.on('error', (error: NodeJS.ErrnoException) => end({kind: 'not started', code: error.code}));
    child.on('exit', (code, killedBy) => {
      const ended = () => end({kind: 'ended', code, signal: killedBy, output});
      if (!hasTerminal) endGroup(child);
      child.on('close', ended);
      rest = setTimeout(() => setImmediate(ended), restMs);
    });
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (output.length > (maxOutput ?? Infinity)) end({kind: 'too long'});
    });
    // A program that does not read its input closes the pipe; what it answers is what counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Our own variables may hold the token, and are meant for nobody else. */
function withoutOwn(env: NonNullable<Run['env']>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OPTTY_')));
}

/** Ends what still runs, and lets go of it: neither its pipes nor its end keep us waiting. */
function stop(child: ChildProcess, hasTerminal: boolean): void {
  // One that asks on the terminal gets the time to leave it as it was.
  if (hasTerminal) child.kill('SIGTERM');
  else endGroup(child);
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.unref();
}

function endGroup({pid}: ChildProcess): void {
  if (pid === undefined) return;
  try {
    kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left in it.
  }
}
