import {Writable} from 'node:stream';

/** Mode switches that Ink sends by itself: cursor, paste, keyboard protocol. The session owns all of these. */
const controls = /^(?:\x1b\[(?:\?\d+[hl]|[<>?]\d*u))+$/;

/**
 * What Ink takes for the terminal's output. In its debug mode Ink writes every frame whole, and mode switches
 * in the same stream; this tells them apart and keeps the frames.
 */
export class InkOutput extends Writable {
  readonly isTTY = true;
  rows: number;
  /** Of the terminal; of Ink's page where that is narrower. */
  #columns: number;
  #page: number | undefined;
  readonly #onFrame: (frame: string) => void;

  constructor(columns: number, rows: number, onFrame: (frame: string) => void) {
    super({decodeStrings: false});
    this.#columns = columns;
    this.rows = rows;
    this.#onFrame = onFrame;
  }

  /** What Ink lays out its frames for. */
  get columns(): number {
    return this.#page ?? this.#columns;
  }

  /** Ink lays out a page of so many columns from its next frame on, whatever the terminal has. */
  setPage(columns: number): void {
    this.#page = columns;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const done = rest.find(each => typeof each === 'function') as (() => void) | undefined;
    // An empty write with a callback is Ink waiting for its frames to be taken; without one it is an empty
    // frame.
    if (chunk !== '' || done === undefined) this.#take(String(chunk));
    if (done !== undefined) queueMicrotask(done);
    return true;
  }

  resize(columns: number, rows: number): void {
    this.#columns = columns;
    this.rows = rows;
    this.emit('resize');
  }

  #take(text: string): void {
    if (!controls.test(text)) this.#onFrame(text);
  }
}
