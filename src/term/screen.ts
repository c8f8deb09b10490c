import {blankRow, type Row} from './cells.ts';
import {Citations} from './cite.ts';
import {diff, type Shown} from './diff.ts';
import {Flow} from './flow.ts';
import {FrameReader} from './frames.ts';
import {Handshake, type Seen} from './handshake.ts';
import {InkOutput} from './output.ts';
import {beginSynchronized, clearScreen, endSynchronized} from './sequences.ts';

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
};

export type ScreenCounts = {
  /** Frames that Ink drew. */
  frames: number;
  /** Frames of which something was sent. */
  painted: number;
  /** UTF-8 bytes sent, queries and raw writes included. */
  bytes: number;
};

export type Screen = {
  /** To be handed to Ink as `stdout`, with `debug: true` and `interactive: true`. */
  stdout: NodeJS.WriteStream;
  readonly counts: ScreenCounts;
  /** A character for Ink to place where the whole line is to stand: Ink's time goes by the character. */
  cite(line: string): string;
  resize(columns: number, rows: number): void;
  /** Transliterates from now on, or no more, and draws everything anew. */
  drawInAscii(isAscii: boolean): void;
  /** Sends the whole screen again, whatever is thought to be on it. */
  redraw(): void;
  /** The next frame answers a key: it need not wait for the pace of frames. */
  hurry(): void;
  /**
   * Resolves when the newest frame of now, or one after it, was written and the terminal has answered a status query
   * sent behind it; 500 ms after writing where no terminal has ever answered.
   * @throws when 5 s pass, or the screen is paused or closed meanwhile: then nobody knows
   */
  whenShown(): Promise<Seen>;
  /** The terminal's answer to the status query has been read. */
  answered(): void;
  /** A status query is on its way whose answer will still come. */
  isAsking(): boolean;
  /** Sends something that is no part of the picture (bell, OSC 52, OSC 9). false: the terminal does not read. */
  write(raw: string): boolean;
  /** Sends nothing until `resume`, which draws everything anew. */
  pause(): void;
  resume(): void;
  close(): void;
};

/** 30 frames a second. */
const frameMs = 1000 / 30;
/** How long after a key a frame still counts as its answer. */
const hurryMs = 100;
/** A terminal shows less than this before anyone could see it half drawn. */
const synchronizedFrom = 1024;
const rawCap = 256 * 1024;

/**
 * The screen behind Ink: takes whole frames, keeps the newest, and sends what differs from the cells already shown.
 * At most one write is under way; while the terminal does not take it, newer frames replace older ones and nothing
 * queues up.
 */
export const createScreen = (options: ScreenOptions): Screen => new DifferenceScreen(options);

class DifferenceScreen implements Screen {
  readonly stdout: NodeJS.WriteStream;
  readonly counts: ScreenCounts = {frames: 0, painted: 0, bytes: 0};
  readonly #options: ScreenOptions;
  readonly #output: InkOutput;
  #reader: FrameReader;
  #isAscii: boolean;
  readonly #citations = new Citations();
  readonly #handshake: Handshake;
  readonly #flow = new Flow();
  #columns: number;
  #rows: number;
  #frame = '';
  /** Counts what there is to show; `#writtenVersion` is the last that was written in full. */
  #version = 0;
  #writtenVersion = 0;
  /** undefined while nobody knows what the terminal shows. */
  #shown: Shown | undefined;
  #raw = '';
  #isWriting = false;
  /** Why nothing is sent; undefined while the screen is open. */
  #shut: string | undefined;
  /** No ordinary frame is painted before. */
  #nextFrameAt = 0;
  #hurriedAt = Number.NEGATIVE_INFINITY;
  #turn: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#columns = options.columns;
    this.#rows = options.rows;
    this.#isAscii = options.ascii ?? false;
    this.#reader = this.#readerOf(this.#isAscii);
    this.#handshake = new Handshake(options.now);
    this.#output = new InkOutput(options.columns, options.rows, frame =>
      this.#take(this.#citations.expand(frame)),
    );
    // Ink asks for a tty.WriteStream and uses of it what InkOutput has.
    this.stdout = this.#output as unknown as NodeJS.WriteStream;
  }

  cite(line: string): string {
    return this.#citations.cite(line);
  }

  resize(columns: number, rows: number): void {
    this.#columns = Math.max(1, columns);
    this.#rows = Math.max(1, rows);
    this.redraw();
    this.#output.resize(this.#columns, this.#rows);
  }

  drawInAscii(isAscii: boolean): void {
    if (isAscii === this.#isAscii) return;
    this.#isAscii = isAscii;
    this.#reader = this.#readerOf(isAscii);
    this.redraw();
  }

  redraw(): void {
    this.#shown = undefined;
    this.#touch();
  }

  hurry(): void {
    this.#hurriedAt = this.#options.now();
  }

  whenShown(): Promise<Seen> {
    if (this.#shut !== undefined) return Promise.reject(new Error(this.#shut));
    const shown = this.#handshake.wait(this.#version);
    this.#schedule();
    return shown;
  }

  answered(): void {
    const query = this.#handshake.answered();
    if (query !== undefined) this.#flow.answered(this.#options.now(), query.sentAt, query.bytes);
    if (this.#version > this.#writtenVersion) this.#schedule();
  }

  isAsking(): boolean {
    return this.#handshake.isAsking;
  }

  write(raw: string): boolean {
    if (this.#shut !== undefined || this.#raw.length + raw.length > rawCap) return false;
    this.#raw += raw;
    this.#schedule();
    return true;
  }

  pause(): void {
    this.#close('the screen was left');
  }

  resume(): void {
    this.#shut = undefined;
    this.redraw();
  }

  close(): void {
    this.#close('the screen was closed');
  }

  #readerOf(isAscii: boolean): FrameReader {
    return new FrameReader({ascii: isAscii, color: this.#options.color ?? true});
  }

  #close(reason: string): void {
    this.#shut = reason;
    clearImmediate(this.#turn);
    clearTimeout(this.#timer);
    this.#turn = undefined;
    this.#handshake.abandon(reason);
  }

  #take(frame: string): void {
    this.counts.frames += 1;
    if (frame === this.#frame && this.#shown !== undefined) return;
    this.#frame = frame;
    this.#touch();
  }

  #touch(): void {
    this.#version += 1;
    this.#schedule();
  }

  /** What several renders of one turn of the event loop draw goes out once, at its end. */
  #schedule(): void {
    if (this.#isWriting || this.#shut !== undefined || this.#turn !== undefined) return;
    clearTimeout(this.#timer);
    const wait = this.#version > this.#writtenVersion ? this.#untilNextFrame() : 0;
    if (wait <= 0) this.#turn = setImmediate(() => this.#next());
    else this.#timer = setTimeout(() => this.#schedule(), Math.ceil(wait));
  }

  #untilNextFrame(): number {
    const time = this.#options.now();
    const pause = this.#nextFrameAt - time;
    // The answer to a key borrows the time of the frame after it.
    const isHurried = time - this.#hurriedAt < hurryMs && pause <= frameMs;
    return Math.max(isHurried ? 0 : pause, this.#flow.holdMs(time));
  }

  #next(): void {
    this.#turn = undefined;
    if (this.#isWriting || this.#shut !== undefined) return;
    const bytes = (this.#version > this.#writtenVersion ? this.#paint() : '') + this.#raw;
    this.#raw = '';
    const isNeeded = this.#flow.sent(Buffer.byteLength(bytes));
    this.#send(bytes + this.#query(isNeeded), this.#version);
  }

  #query(isNeeded: boolean): string {
    if (!isNeeded && !this.#handshake.isWanted) return '';
    return this.#handshake.query(this.#version, this.#flow.asked(this.#options.now()), isNeeded);
  }

  #paint(): string {
    const isAnew = this.#shown === undefined;
    const before = this.#shown ?? blankScreen(this.#columns, this.#rows);
    const {bytes, shown} = diff(before, this.#reader.read(this.#frame, this.#columns, this.#rows));
    this.#shown = shown;
    this.#hurriedAt = Number.NEGATIVE_INFINITY;
    const all = isAnew ? clearScreen + bytes : bytes;
    if (all === '') return '';
    this.#nextFrameAt = Math.max(this.#options.now(), this.#nextFrameAt) + frameMs;
    this.counts.painted += 1;
    return all.length > synchronizedFrom ? beginSynchronized + all + endSynchronized : all;
  }

  #send(bytes: string, upTo: number): void {
    if (bytes === '') {
      this.#writtenVersion = upTo;
      return;
    }
    this.#isWriting = true;
    this.counts.bytes += Buffer.byteLength(bytes);
    this.#options.write(bytes, () => {
      this.#isWriting = false;
      this.#writtenVersion = upTo;
      const hasMore = this.#version > upTo || this.#raw !== '' || this.#handshake.isWanted;
      if (hasMore) this.#schedule();
    });
  }
}

const blankScreen = (columns: number, rows: number): Shown => ({
  rows: Array<Row>(rows).fill(blankRow(columns)),
  cursor: {row: 0, column: 0},
  style: 0,
});
