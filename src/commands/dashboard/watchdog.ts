/**
 * Ends a dashboard whose main thread no longer answers, and gives its terminal back: no key and no signal
 * reaches such a program, only SIGKILL, which leaves the terminal raw and on the alternate screen.
 *
 * It is a shell beside the program rather than a thread in it: a worker of Node costs 17 MiB, this well under
 * one. The program sends a beat every tick, and the shell counts its own ticks between two beats, so that
 * neither a laptop that slept nor a job that was stopped and continued is taken for a hang. The shell ends with
 * the program, for its standard input does.
 */
import {type ChildProcessByStdio, spawn} from 'node:child_process';
import type {Writable} from 'node:stream';

export type WatchedTerminal = {
  readonly pid: number;
  /** Where programs are found; nothing else of the environment is handed on, for a token may be in it. */
  readonly path: string | undefined;
  /** The bytes that close the terminal's modes. */
  readonly closing: string;
  /** The log's file; '' where there is none. */
  readonly log: string;
  /** What to do next, as a sentence. */
  readonly advice?: string;
  /** Seconds between two beats; six of them without one are the end. */
  readonly tickSeconds?: number;
};

const words = 'optty did not answer for 10 s and was ended.';
const usualAdvice = 'What was being sent is in the journal: start optty again.';

/**
 * Arguments: pid, closing bytes, words, log, tick. Beats come in, ticks are put between them. The shell copies
 * the beats itself: busybox's cat locks the pipe while it waits for one, and no tick passes. The terminal and
 * the words get a second, for a terminal that does not read would hold them for ever. The flags are those
 * that raw mode takes away; an interactive shell puts its own back besides.
 */
const script = `
{ while sleep "$5"; do echo tick || exit; done & while read -r beat; do echo "$beat"; done; echo end; kill $!; } | {
  late=0
  while read -r line; do
    case $line in
      beat) late=0; continue ;;
      end) exit ;;
    esac
    late=$((late + 1))
    [ $late -lt 3 ] && continue
    read -r stat <"/proc/$1/stat" && stat=\${stat##*) } || stat=$(ps -o stat= -p "$1")
    case $stat in [Tt]*) late=0 ;; esac
    [ $late -lt 6 ] && continue
    { printf %s "$2"; stty icrnl ixon icanon isig iexten echo; printf '%s\\n' "$3"; } </dev/tty >/dev/tty &
    [ -n "$4" ] && printf '%s %s\\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$3" >>"$4"
    sleep 1
    kill -9 $! "$1"
    exit
  done
}`;

/** Watches until `stop` or the program's end. Without a shell nothing is watched, and nothing else missing. */
export function startWatchdog(watched: WatchedTerminal): {stop(): void} {
  const {pid, path = '', closing, log, advice = usualAdvice, tickSeconds = 2} = watched;
  const child: ChildProcessByStdio<Writable, null, null> = spawn(
    'sh',
    ['-c', script, 'optty-watchdog', String(pid), closing, `${words} ${advice}`, log, String(tickSeconds)],
    {stdio: ['pipe', 'ignore', 'ignore'], env: {PATH: path}, cwd: '/'},
  );
  const beats = setInterval(() => child.stdin.write('beat\n'), tickSeconds * 1_000);
  const stop = () => {
    clearInterval(beats);
    child.stdin.end();
  };
  child.on('error', stop);
  child.stdin.on('error', stop);
  beats.unref();
  child.unref();
  (child.stdin as Writable & {unref?: () => void}).unref?.();
  return {stop};
}
