/** A child that keeps the pipe open, or a program that ignores its deadline, delays nothing. */
import type {ChildProcess} from 'node:child_process';

export type Run = {
  argv: readonly string[];
  /** Standard input. Without it, the program may prompt on the terminal. */
  input?: string | undefined;
  env?: Readonly<Record<string, string | undefined>> | undefined;
  timeoutMs: number;
  /** In characters. Without it, the output is not read. */
  maxOutput?: number | undefined;
  signal?: AbortSignal | undefined;
};

export type ProgramEnding =
  | {kind: 'ended'; code: number | null; signal: NodeJS.Signals | null; output: string}
  | {kind: 'not started'; code: string | undefined; output?: undefined}
  | {kind: 'late' | 'too long' | 'given up'; output?: undefined};

/** Follows the name of the program in a sentence: `failed with exit code 2`. */
export function troubleOf(ending: ProgramEnding, {timeoutMs, maxOutput}: Omit<Run, 'argv'>) {
  switch (ending.kind) {
    case 'ended':
      if (ending.signal !== null) return `was ended by ${ending.signal}`;
      return ending.code === 0 ? undefined : `failed with exit code ${ending.code}`;
    case 'not started':
      return ending.code === 'ENOENT' ? 'was not found' : `cannot be run (${ending.code ?? 'its name'})`;
    case 'late':
      return `did not end within ${Math.round(timeoutMs / 10) / 100} s and was stopped`;
    case 'too long':
      return `wrote more than ${maxOutput} characters`;
    case 'given up':
      return 'was given up';
    default:
      return ending satisfies never;
  }
}

const restMs = 100;

/** Never rejects. Standard error may contain the secret, so only a prompting program can show it. */
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
  // `spawn` throws for these.
  if (program === '' || argv.some(each => each.includes('\0'))) return {kind: 'not started', code: undefined};
  return new Promise(resolve => {
    let output = '';
    const child = spawn(program, args, {
      stdio: hasTerminal
        ? ['inherit', 'pipe', 'inherit']
        : ['pipe', maxOutput === undefined ? 'ignore' : 'pipe', 'ignore'],
      env: withoutOwn(env ?? process.env),
      // A separate process group, except for prompts: only the terminal's own group can read from it.
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
    // A program that ignores its input closes the pipe; only its output counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** OPTTY_ variables may contain the token. */
function withoutOwn(env: NonNullable<Run['env']>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OPTTY_')));
}

function stop(child: ChildProcess, hasTerminal: boolean): void {
  // A program that prompts gets time to restore the terminal.
  if (hasTerminal) child.kill('SIGTERM');
  else endGroup(child);
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.unref();
}

function endGroup({pid}: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
