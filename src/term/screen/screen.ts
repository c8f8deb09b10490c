import type {Sighting} from '../line/handshake.ts';
import {type LineQuery, TerminalLine} from '../line/line.ts';
import {placeRow} from '../sequences.ts';
import type {CellLook} from './cells.ts';
import {type Block, Citations} from './cite.ts';
import type {Screen, ScreenCounts, ScreenOptions, Size} from './contract.ts';
import {InkOutput} from './output.ts';
import {Painter} from './painter.ts';

export type {Screen, ScreenCounts, ScreenOptions, Size} from './contract.ts';

/** 30 frames a second. */
const frameMs = 1000 / 30;
/** How long after a key a frame still counts as its answer. */
const hurryMs = 100;
const rawCap = 256 * 1024;

/**
 * The screen behind Ink: takes whole frames, keeps the newest, and sends what differs from the cells already
 * shown. At most one write is under way; while the terminal does not take it, newer frames replace older ones
 * and nothing queues up.
 */
export const createScreen = (options: ScreenOptions): Screen => new DifferenceScreen(options);

class DifferenceScreen implements Screen {
  readonly stdout: NodeJS.WriteStream;
  readonly counts: ScreenCounts = {frames: 0, painted: 0, bytes: 0};
  readonly #options: ScreenOptions;
  readonly #output: InkOutput;
  #isAscii: boolean;
  readonly #painter: Painter;
  readonly #citations = new Citations();
  readonly #line: TerminalLine;
  #columns: number;
  #rows: number;
  #frame: readonly string[] = [];
  /** Counts what there is to show; `#writtenVersion` is the last that was written in full. */
  #version = 0;
  #writtenVersion = 0;
  readonly opening = '';
  readonly type = () => {};
  /** The frame to paint answers a key. */
  #answersKey = false;
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
    this.#painter = new Painter(this.#look);
    this.#line = new TerminalLine(options);
    this.#output = new InkOutput(options.columns, options.rows, frame =>
      this.#take(this.#citations.expand(frame)),
    );
    // Ink asks for a tty.WriteStream and uses of it what InkOutput has.
    this.stdout = this.#output as unknown as NodeJS.WriteStream;
  }

  get size(): Size {
    return {columns: this.#columns, rows: this.#rows};
  }

  cite(block: Block): string {
    return this.#citations.cite(block);
  }

  setPage(columns: number): void {
    this.#output.setPage(columns);
  }

  show(frame: readonly string[]): void {
    this.#take(frame);
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
    this.#painter.look(this.#look);
    this.redraw();
  }

  redraw(): void {
    this.#line.doubt();
    this.#anew();
  }

  hurry(): void {
    this.#hurriedAt = this.#options.now();
    this.#line.keyPressed();
    if (this.#line.isStuck) this.#schedule();
  }

  whenShown(): Promise<Sighting> {
    if (this.#shut !== undefined) return Promise.reject(new Error(this.#shut));
    const shown = this.#line.wait(this.#version);
    this.#schedule();
    return shown;
  }

  answered(place?: number): void {
    if (this.#line.answered(place)) this.#anew();
    else if (this.#hasMore()) this.#schedule();
  }

  isAsking(): boolean {
    return this.#line.isAsking;
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

  get #look(): CellLook {
    return {ascii: this.#isAscii, color: this.#options.color ?? true};
  }

  #close(reason: string): void {
    this.#shut = reason;
    clearImmediate(this.#turn);
    clearTimeout(this.#timer);
    this.#turn = undefined;
    this.#line.abandon(reason);
  }

  #take(frame: readonly string[]): void {
    this.counts.frames += 1;
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

  /** What several renders of one turn of the event loop draw goes out once, at its end. */
  #schedule(): void {
    if (this.#isWriting || this.#shut !== undefined || this.#turn !== undefined) return;
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
    return this.#isBehind || this.#raw !== '' || this.#line.isWanted;
  }

  /** Nothing but a query may go: what goes now would stand in a queue. */
  #isHeld(): boolean {
    return this.#line.isStuck || (this.#isBehind && this.#line.holdMs > 0);
  }

  /**
   * A line that is stuck is held though there is room on it. A terminal that never answered is not asked again,
   * and not held for long.
   */
  #untilAsked(): number {
    const {isStuck, askAgainMs, holdMs} = this.#line;
    return isStuck ? askAgainMs : Math.min(askAgainMs, holdMs);
  }

  #untilNextFrame(): number {
    const time = this.#options.now();
    const pause = this.#nextFrameAt - time;
    // The answer to a key borrows the time of the frame after it.
    const isHurried = time - this.#hurriedAt < hurryMs && pause <= frameMs;
    const pace = this.#painter.isPartway && !this.#answersKey ? this.#line.paceMs : 0;
    return Math.max(isHurried ? 0 : pause, pace);
  }

  #next(): void {
    this.#turn = undefined;
    if (this.#isWriting || this.#shut !== undefined) return;
    if (this.#isHeld()) {
      this.#askAgain();
      return;
    }
    const bytes = (this.#isBehind ? this.#paint() : '') + this.#raw;
    this.#raw = '';
    const upTo = this.#painter.isPartway ? this.#writtenVersion : this.#version;
    const query = this.#ask(this.#line.send(Buffer.byteLength(bytes), upTo, this.#places));
    this.#send(bytes + query, upTo);
  }

  #askAgain(): void {
    const query = this.#ask(this.#line.askAgain(this.#writtenVersion, this.#places));
    if (query === '') this.#schedule();
    else this.#send(query, this.#writtenVersion);
  }

  /** The columns that queries can be told apart by. */
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
    // What fills an empty screen is followed at once by what was asked for meanwhile.
    if (!isAnew) this.#nextFrameAt = Math.max(this.#options.now(), this.#nextFrameAt) + frameMs;
    this.counts.painted += 1;
    return bytes;
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
      if (this.#hasMore()) this.#schedule();
    });
  }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, row) => line === other[row]);
