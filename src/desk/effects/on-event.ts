import {type ProgramEnding, runProgram} from '../../api/signing/program.ts';
import type {LoggedEvent} from '../journal/log/contract.ts';
import {JournalError} from '../journal/problem.ts';

/** Runs the user's program for events, one at a time, each at most once. */
export type EventRunner = {
  /** Those that this process was the first to log. */
  run(events: readonly LoggedEvent[]): void;
  /** Resolves when nothing runs any more; what waits is left, and counted. */
  stop(): Promise<void>;
};

type Given = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether this process may run it for that event; nobody else will. */
  readonly claim: (id: string) => boolean;
  /** A failure in a sentence; the same one is not told again until the program has worked. */
  readonly tell: (text: string) => void;
};

const timeoutMs = 5_000;
const mostWaiting = 100;

export function createEventRunner({argv, env, claim, tell}: Given): EventRunner {
  const waiting: LoggedEvent[] = [];
  let running: Promise<void> | undefined;
  let isStopped = false;
  let left = 0;
  let told: string | undefined;

  const say = (text: string) => {
    if (text !== told) tell(text);
    told = text;
  };
  const runOne = async ({id, line}: LoggedEvent) => {
    try {
      if (!claim(id)) return;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      return say(`on_event was not run for ${id}: ${error.message}`);
    }
    const trouble = troubleOf(await runProgram({argv, env, input: `${line}\n`, timeoutMs}));
    if (trouble === undefined) told = undefined;
    else say(`on_event (${argv[0]}) ${trouble}`);
  };
  const runAll = async () => {
    for (let next = waiting.shift(); next !== undefined && !isStopped; next = waiting.shift())
      await runOne(next);
    running = undefined;
    tellLeft();
  };
  const tellLeft = () => {
    if (left > 0) tell(`on_event was not run for ${left} events: ${mostWaiting} were waiting already.`);
    left = 0;
  };

  return {
    run(events) {
      const room = Math.max(0, mostWaiting - waiting.length);
      waiting.push(...events.slice(0, room));
      left += Math.max(0, events.length - room);
      running ??= waiting.length === 0 ? undefined : runAll();
    },
    async stop() {
      isStopped = true;
      const rest = waiting.length;
      await running;
      if (rest > 0) tell(`on_event was not run for ${rest} events that were waiting.`);
    },
  };
}

/** What became of it, unless it went well. */
function troubleOf(ending: ProgramEnding): string | undefined {
  switch (ending.kind) {
    case 'ended':
      if (ending.signal !== null) return `was ended by ${ending.signal}.`;
      return ending.code === 0 ? undefined : `failed with exit code ${ending.code}.`;
    case 'not started':
      return ending.code === 'ENOENT'
        ? 'is no program that there is.'
        : `cannot be run (${ending.code ?? 'its name'}).`;
    case 'late':
      return `did not end within ${timeoutMs / 1000} s and was stopped.`;
    case 'too long':
    case 'given up':
      return 'was given up.';
    default:
      return ending satisfies never;
  }
}
