import {Writable} from 'node:stream';

/** Mode switches that Ink sends (cursor, paste, keyboard protocol). The session owns these modes. */
const controls = /^(?:\x1b\[(?:\?\d+[hl]|[<>?]\d*u))+$/;

/** In debug mode Ink writes whole frames, mixed with mode switches; this keeps the frames only. */
export class InkOutput extends Writable {
  readonly isTTY = true;
  rows: number;
  #columns: number;
  #page: number | undefined;
  readonly #onFrame: (frame: string) => void;

  constructor(columns: number, rows: number, onFrame: (frame: string) => void) {
    super({decodeStrings: false});
    this.#columns = columns;
    this.rows = rows;
    this.#onFrame = onFrame;
  }

  get columns(): number {
    return this.#page ?? this.#columns;
  }

  setPage(columns: number): void {
    this.#page = columns;
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const done = rest.find(each => typeof each === 'function') as (() => void) | undefined;
    // An empty write with a callback is Ink waiting for its frames; without one it is an empty frame.
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
