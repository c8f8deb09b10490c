/**
 * Runs the built program again and again in one process, each time as if it had just started: a start of its
 * own costs more than most of what is asked. `optty.ts` forks this.
 */
import {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';

export type Asked = Given & {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};
export type Given = {
  /** What the clock of the program says all the while; the real time where it is not given. */
  readonly now?: number | undefined;
  /** On standard input, which then ends. */
  readonly input?: string;
};
export type Said = {readonly code: number; readonly stdout: string; readonly stderr: string};

const main = new URL('main.js', `file://${process.argv[2]}`);
const {emitWarning} = process;
const realNow = Date.now;
const listened = ['SIGUSR1', 'SIGINT', 'SIGTERM', 'SIGHUP'];
let runs = 0;

async function run({args, env, now, input = ''}: Asked): Promise<Said> {
  const said = {stdout: '', stderr: ''};
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array, ...more: unknown[]) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      const taken = more.find(each => typeof each === 'function');
      if (taken !== undefined) process.nextTick(taken as () => void);
      return true;
    };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  Date.now = now === undefined ? realNow : () => now;
  process.argv = [process.execPath, fileURLToPath(main), ...args];
  Object.defineProperty(process, 'stdin', {value: Readable.from([input]), configurable: true});
  process.exitCode = undefined;
  await import(`${main.href}?run=${++runs}`);
  while (process.exitCode === undefined) await new Promise(resolve => setTimeout(resolve, 1));
  const code = Number(process.exitCode);
  for (const signal of listened) process.removeAllListeners(signal);
  for (const name of ['stdout', 'stderr'] as const) process[name].removeAllListeners('error');
  process.emitWarning = emitWarning;
  return {code, ...said};
}

process.on('message', async (asked: Asked) => process.send?.(await run(asked)));
// Its parent has ended.
process.on('disconnect', () => process.exit());
