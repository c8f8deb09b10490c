import type {LineQuality} from '../line/round-trip.ts';

export type ScreenOptions = {
  /** Writes to the terminal without blocking; calls `written` when the terminal has taken all of it. */
  write: (bytes: string, written: () => void) => void;
  columns: number;
  rows: number;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Transliterates all that is not ASCII. */
  ascii?: boolean;
  /** false drops every colour and keeps bold, underline and inverse. */
  color?: boolean;
  /** The terminal is known not to be on this machine. */
  isRemote?: boolean;
  /** What is known of the way to the terminal reads differently from now on. */
  onWay?: (way: LineQuality) => void;
};

export type ScreenCounts = {
  /** Frames that Ink drew. */
  frames: number;
  /** Frames of which something was sent. */
  painted: number;
  /** UTF-8 bytes sent, queries and raw writes included. */
  bytes: number;
};
