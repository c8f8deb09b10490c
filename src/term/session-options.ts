import type {LineQuality} from './line/round-trip.ts';
import type {TerminalReport} from './probe.ts';

/** What of the process a session needs; commands pass `process` itself. */
export type SessionHost = Pick<
  NodeJS.Process,
  'stdin' | 'stdout' | 'stderr' | 'env' | 'pid' | 'kill' | 'exit' | 'on' | 'off'
>;

/** Why a session ended other than by `close`. */
export type SessionEnding =
  | {kind: 'signal'; signal: NodeJS.Signals}
  | {kind: 'crash'; error: unknown}
  /** The terminal is gone: closed, or its line dead. */
  | {kind: 'lost'};

export type SessionOptions = {
  host: SessionHost;
  /** Monotonic milliseconds. */
  now: () => number;
  title?: string;
  /** Ink's screen-reader mode: its own writer, no alternate screen, a visible cursor. */
  screenReader?: boolean;
  ascii?: boolean;
  color?: boolean;
  /** Runs first when the session ends by itself; it must be quick: a dead terminal is left within a second. */
  onEnding?: (ending: SessionEnding) => void;
  /** What a person reads after a crash; one line, no secrets. */
  explain?: (error: unknown) => string;
  onFocus?: (gained: boolean) => void;
  /** After a suspension: time has passed and nothing is known of what happened meanwhile. */
  onResume?: () => void;
  /** The terminal has told what it is, or will not: after the opening, and again whenever it may be another. */
  onProbed?: (probed: TerminalReport) => void;
  /** What is known of the way to the terminal is not what the environment told, or what was known before. */
  onWay?: (way: LineQuality) => void;
  /** Somebody seems to look at another terminal now, of the same size. */
  onAnother?: () => void;
};
