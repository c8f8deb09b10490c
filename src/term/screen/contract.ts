import type {Sighting} from '../line/handshake.ts';
import type {LineQuality} from '../line/round-trip.ts';
import type {Block} from './cite.ts';

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

export type Size = {readonly columns: number; readonly rows: number};

export type Screen = {
  /** To be handed to Ink as `stdout`, with `debug: true` and `interactive: true`. */
  stdout: NodeJS.WriteStream;
  readonly counts: ScreenCounts;
  /** Of the terminal; Ink's page may be narrower. */
  readonly size: Size;
  /** What is written before the first line, and the first after a suspension. */
  readonly opening: string;
  /** A character for Ink to place where a block of lines is to stand: Ink's time goes by the cell. */
  cite(block: Block): string;
  /** Ink lays out a page of so many columns from its next frame on. */
  setPage(columns: number): void;
  /** Writes what is typed behind what was typed; where frames are painted it is a part of them. */
  type(text: string): void;
  /** Draws the lines of a frame while Ink is not there yet. */
  show(frame: readonly string[]): void;
  resize(columns: number, rows: number): void;
  /** Transliterates from now on, or no more, and draws everything anew. */
  drawInAscii(isAscii: boolean): void;
  /** Sends the whole screen again, whatever is thought to be on it. */
  redraw(): void;
  /** The next frame answers a key: it need not wait for the pace of frames. */
  hurry(): void;
  /**
   * Resolves when the newest frame of now, or one after it, was written and the terminal has answered a status
   * query sent behind it; 500 ms after writing where no terminal has ever answered.
   * @throws when 5 s pass, or the screen is paused or closed meanwhile: then nobody knows
   */
  whenShown(): Promise<Sighting>;
  /**
   * The terminal's answer to a status query has been read. @param place the column that it names, if it does
   */
  answered(place?: number): void;
  /** A status query is on its way whose answer will still come. */
  isAsking(): boolean;
  /**
   * Sends something that is no part of the picture (bell, OSC 52, OSC 9). false: the terminal does not read.
   */
  write(raw: string): boolean;
  /** Sends nothing until `resume`, which draws everything anew. */
  pause(): void;
  resume(): void;
  close(): void;
};
