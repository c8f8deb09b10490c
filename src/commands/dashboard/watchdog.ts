/**
 * Ends a dashboard whose main thread hangs, and restores its terminal. Such a program handles neither keys nor
 * signals; SIGKILL alone would leave the terminal raw and on the alternate screen.
 *
 * The watchdog is a shell process: a Node worker costs 17 MiB, the shell well under one. The program sends a
 * beat every tick, and the shell counts its own ticks between two beats, so a suspended laptop or a stopped and
 * continued job is not taken for a hang. The shell ends when its standard input closes.
 */
import {type ChildProcessByStdio, spawn} from 'node:child_process';
import type {Writable} from 'node:stream';

export type WatchedTerminal = {
  readonly pid: number;
  /** PATH. No other variable is passed on, since one may hold a token. */
  readonly path: string | undefined;
  readonly closing: string;
  readonly log: string;
  readonly advice?: string;
  /** Six missed beats end the program. */
  readonly tickSeconds?: number;
};

const words = 'optty did not answer for 10 s and was ended.';
const usualAdvice = 'What was being sent is in the journal: start optty again.';

/**
 * Arguments: pid, closing bytes, words, log, tick. The shell merges beats and its own ticks. It copies the
 * beats itself: busybox's cat locks the pipe while it waits, so that no tick would pass. Writing to the
 * terminal gets one second, since a terminal that does not read would block for ever. The stty flags are those
 * that raw mode changes; an interactive shell also restores its own.
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

/** Without a shell the dashboard runs unwatched. */
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
