import {placeRow} from '../sequences.ts';
import {type LineQuality, type LineQuery, TerminalLine} from '../terminal-line.ts';
import type {StyledLine} from './cells.ts';
import {InkOutput, Page} from './ink.ts';
import {Painter} from './painter.ts';

const frameMs = 1000 / 30;
/** Time after a key in which a frame counts as its answer. */
const hurryMs = 100;
const rawCap = 256 * 1024;

/** Sends the newest frame as a difference. At most one write is pending, so nothing queues. */
export class DifferenceScreen {
  /** Pass to Ink as `stdout`, with `debug: true` and `interactive: true`. */
  readonly stdout: NodeJS.WriteStream;
  readonly #options: ScreenOptions;
  readonly #output: InkOutput;
  #painter: Painter;
  /** What Ink lays out. */
  readonly page = new Page(frame => this.show(frame));
  readonly #line: TerminalLine;
  #columns: number;
  #rows: number;
  #frame: readonly StyledLine[] = [];
  /** `#writtenVersion` is the last version written in full. */
  #version = 0;
  #writtenVersion = 0;
  /** Written before the first line, and again after a suspension. */
  readonly opening: string = '';
  readonly type: (text: string) => void = () => {};
  readonly #waiters: WrittenWaiters;
  #answersKey = false;
  #raw = '';
  #isWriting = false;
  #isShut = false;
  #nextFrameAt = 0;
  #hurriedAt = Number.NEGATIVE_INFINITY;
  #turn: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ScreenOptions) {
    this.#options = options;
    this.#columns = options.columns;
    this.#rows = options.rows;
    this.#painter = new Painter(options.ascii ?? false);
    this.#line = new TerminalLine(options);
    this.#waiters = new WrittenWaiters(options.now);
    this.#output = new InkOutput(options.columns, options.rows, text => this.page.write(text));
    // Ink asks for a tty.WriteStream but uses only the members of InkOutput.
    this.stdout = this.#output as unknown as NodeJS.WriteStream;
  }

  get size(): Size {
    return {columns: this.#columns, rows: this.#rows};
  }

  resize(columns: number, rows: number): void {
    this.#columns = Math.max(1, columns);
    this.#rows = Math.max(1, rows);
    this.redraw();
    this.#output.resize(this.#columns, this.#rows);
  }

  drawInAscii(isAscii: boolean): void {
    if (isAscii === this.#painter.isAscii) return;
    this.#painter = new Painter(isAscii);
    this.redraw();
  }

  redraw(): void {
    this.#line.doubt();
    this.#anew();
  }

  /** The next frame answers a key and ignores the frame rate. */
  hurry(): void {
    this.#hurriedAt = this.#options.now();
    this.#line.keyPressed();
    if (this.#line.isStuck) this.#schedule();
  }

  /** Resolves with the time at which the newest frame is written; after a pause, when it is written again. */
  whenWritten(): Promise<number> {
    return this.#waiters.wait(this.#version, this.#writtenVersion);
  }

  answered(place?: number): void {
    if (this.#line.answered(place)) this.#anew();
    else if (this.#hasMore()) this.#schedule();
  }

  isAsking(): boolean {
    return this.#line.isAsking;
  }

  /** Output outside the picture (bell, OSC 52). Returns false if the terminal does not read. */
  write(raw: string): boolean {
    if (this.#isShut || this.#raw.length + raw.length > rawCap) return false;
    this.#raw += raw;
    this.#schedule();
    return true;
  }

  pause(): void {
    this.#isShut = true;
    clearImmediate(this.#turn);
    clearTimeout(this.#timer);
    this.#turn = undefined;
  }

  resume(): void {
    this.#isShut = false;
    this.redraw();
  }

  show(frame: readonly StyledLine[]): void {
    if (this.#painter.isKnown && isSame(frame, this.#frame)) return;
    this.#frame = frame;
    this.#answersKey ||= this.#options.now() - this.#hurriedAt < hurryMs;
    this.#touch();
  }

  #anew(): void {
    this.#painter.forget();
    this.#touch();
  }

  #touch(): void {
    this.#version += 1;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWriting || this.#isShut || this.#turn !== undefined) return;
    clearTimeout(this.#timer);
    const wait = this.#isHeld() ? this.#untilAsked() : this.#isBehind ? this.#untilNextFrame() : 0;
    if (wait <= 0) this.#turn = setImmediate(() => this.#next());
    else if (wait < Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#schedule(), Math.ceil(wait));
  }

  get #isBehind(): boolean {
    return this.#version > this.#writtenVersion;
  }

  #hasMore(): boolean {
    return this.#isBehind || this.#raw !== '';
  }

  #isHeld(): boolean {
    return this.#line.isStuck || (this.#isBehind && this.#line.holdMs > 0);
  }

  /** A stuck line is held even if its window is open; a terminal that never answered, only briefly. */
  #untilAsked(): number {
    const {isStuck, askAgainMs, holdMs} = this.#line;
    return isStuck ? askAgainMs : Math.min(askAgainMs, holdMs);
  }

  #untilNextFrame(): number {
    const time = this.#options.now();
    const pause = this.#nextFrameAt - time;
    // The answer to a key uses the time of the next frame.
    const isHurried = time - this.#hurriedAt < hurryMs && pause <= frameMs;
    const pace = this.#painter.isPartway && !this.#answersKey ? this.#line.paceMs : 0;
    return Math.max(isHurried ? 0 : pause, pace);
  }

  #next(): void {
    this.#turn = undefined;
    if (this.#isWriting || this.#isShut) return;
    if (this.#isHeld()) {
      this.#askAgain();
      return;
    }
    const bytes = (this.#isBehind ? this.#paint() : '') + this.#raw;
    this.#raw = '';
    const upTo = this.#painter.isPartway ? this.#writtenVersion : this.#version;
    const query = this.#ask(this.#line.send(Buffer.byteLength(bytes), this.#places));
    this.#send(bytes + query, upTo);
  }

  #askAgain(): void {
    const query = this.#ask(this.#line.askAgain(this.#places));
    if (query === '') this.#schedule();
    else this.#send(query, this.#writtenVersion);
  }

  get #places(): number {
    return this.#rows < placeRow ? 0 : this.#columns;
  }

  #ask({query, place}: LineQuery): string {
    if (place !== undefined) this.#painter.moved({row: placeRow - 1, column: place - 1});
    return query;
  }

  #paint(): string {
    const isAnew = !this.#painter.isKnown;
    const bytes = this.#painter.paint(this.#frame, this.size, this.#line.pieceBytes, this.#answersKey);
    this.#hurriedAt = Number.NEGATIVE_INFINITY;
    this.#answersKey = false;
    if (bytes === '') return '';
    // A full redraw is followed at once by pending updates.
    if (!isAnew) this.#nextFrameAt = Math.max(this.#options.now(), this.#nextFrameAt) + frameMs;
    return bytes;
  }

  #send(bytes: string, upTo: number): void {
    if (bytes === '') {
      this.#written(upTo);
      return;
    }
    this.#isWriting = true;
    this.#options.write(bytes, () => {
      this.#isWriting = false;
      this.#written(upTo);
      if (this.#hasMore()) this.#schedule();
    });
  }

  #written(upTo: number): void {
    this.#writtenVersion = upTo;
    this.#waiters.written(upTo);
  }
}

export class WrittenWaiters {
  readonly #now: () => number;
  #waiting: {readonly version: number; readonly resolve: (at: number) => void}[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  wait(version: number, writtenVersion: number): Promise<number> {
    return new Promise(resolve => {
      this.#waiting.push({version, resolve});
      this.written(writtenVersion);
    });
  }

  written(upTo: number): void {
    const {done = [], left = []} = Object.groupBy(this.#waiting, ({version}) =>
      version <= upTo ? 'done' : 'left',
    );
    this.#waiting = left;
    for (const {resolve} of done) resolve(this.#now());
  }
}

const isSame = (one: readonly StyledLine[], other: readonly StyledLine[]) =>
  one.length === other.length && one.every((line, row) => isSameLine(line, other[row] ?? []));

const isSameLine = (one: StyledLine, other: StyledLine) =>
  one === other ||
  (one.length === other.length &&
    one.every(({text, style}, at) => text === other[at]?.text && style === other[at]?.style));

export type ScreenOptions = {
  /** Non-blocking; calls `written` when the terminal has taken all bytes. */
  write: (bytes: string, written: () => void) => void;
  columns: number;
  rows: number;
  now: () => number;
  ascii?: boolean;
  isRemote?: boolean;
  onQuality?: (quality: LineQuality) => void;
};

export type Size = {readonly columns: number; readonly rows: number};

export type Screen = Pick<DifferenceScreen, keyof DifferenceScreen>;
