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

type WatchedTerminal = {
  /** Only PATH is passed on, since other variables may hold a token. */
  readonly host: Pick<NodeJS.Process, 'pid' | 'env'>;
  readonly closing: string;
  readonly log: string;
  readonly advice?: string;
  /** Six missed beats end the program. */
  readonly tickSeconds?: number;
};

const words = 'optty did not answer for 10 s and was ended.';
const usualAdvice = 'What was being sent is in the journal: start optty again.';

/**
 * Arguments: pid, closing bytes, words, log, tick, and half a tick in hundredths of a second. The shell copies
 * the beats itself: busybox's cat locks the pipe while it waits, so that no tick would pass. Writing to the
 * terminal gets one second, since a terminal that does not read would block for ever. The stty flags are those
 * that raw mode changes; an interactive shell also restores its own.
 *
 * A tick without a beat counts if the main thread has used another half tick of processor time, or slept
 * through it: one that is ready to run and gets no processor does not hang. Linux's `stat` has, behind the
 * name, the state, and 11 and 12 fields later the time used. Elsewhere each tick counts unless the program is
 * stopped.
 */
const script = `
{ while sleep "$5"; do echo tick || exit; done & while read -r beat; do echo "$beat"; done; echo end; kill $!; } | {
  late=0
  while read -r line; do
    case $line in
      beat) late=0; counted=; continue ;;
      end) exit ;;
    esac
    late=$((late + 1))
    if read -r stat <"/proc/$1/task/$1/stat"; then
      set -- "$1" "$2" "$3" "$4" "$5" "$6" \${stat##*) }
      used=$((\${18} + \${19}))
      : \${counted:=\${last:-0}}
      case $7,$((used - counted >= $6)),$((used == last)) in
        [Tt]*) late=0 ;;
        *,1,*) counted=$used ;;
        R,* | *,0) late=$((late - 1)) ;;
      esac
      last=$used
    elif [ $late -gt 2 ]; then
      case $(ps -o stat= -p "$1") in T*) late=0 ;; esac
    fi
    [ $late -lt 6 ] && continue
    { printf %s "$2"; stty icrnl ixon icanon isig iexten echo; printf '%s\\n' "$3"; } </dev/tty >/dev/tty &
    [ -n "$4" ] && [ ! -L "$4" ] && printf '%s %s\\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$3" >>"$4"
    sleep 1
    kill -9 $! "$1"
    exit
  done
}`;

/** Without a shell the dashboard runs unwatched. */
export function startWatchdog(watched: WatchedTerminal): {stop(): void} {
  const {host, closing, log, advice = usualAdvice, tickSeconds = 2} = watched;
  const child: ChildProcessByStdio<Writable, null, null> = spawn(
    'sh',
    [
      ...['-c', script, 'optty-watchdog', String(host.pid), closing, `${words} ${advice}`, log],
      ...[String(tickSeconds), String(tickSeconds * 50)],
    ],
    {stdio: ['pipe', 'ignore', 'ignore'], env: {PATH: host.env.PATH ?? ''}, cwd: '/'},
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
