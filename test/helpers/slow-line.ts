import {createEmulator, type Emulator, writeSync} from './emulator.ts';

export type SlowLineOptions = {
  columns: number;
  rows: number;
  /** What the line carries to the terminal. */
  bytesPerSecond: number;
  /** One way. */
  delayMs: number;
  /** Bytes that reach the program from the terminal: answers and keys. */
  onInput: (bytes: string) => void;
};

/**
 * A line as SSH makes one, by timers that a test may fake: it takes in all it is given, carries it at one
 * speed, and shows nothing of a packet until it is whole. While the far end sleeps everything stays in its
 * buffers.
 */
export class SlowLine {
  readonly emulator: Emulator;
  readonly #options: SlowLineOptions;
  #queue = '';
  #isCarrying = false;
  #isAsleep = false;
  #onAwake: (() => void)[] = [];
  /** Whether what the terminal answers reaches anybody; what it does not is lost. */
  isHeard = true;

  constructor(options: SlowLineOptions) {
    this.#options = options;
    this.emulator = createEmulator(options.columns, options.rows);
    this.emulator.onData(answer => this.press(answer));
  }

  get backlog(): number {
    return Buffer.byteLength(this.#queue);
  }

  write(bytes: string): void {
    this.#queue += bytes;
    // What is written in one turn of the loop is read together, and so becomes one packet.
    setImmediate(() => this.#carry());
  }

  /** The terminal sends keys, or an answer. */
  press(keys: string): void {
    if (this.isHeard)
      setTimeout(() => this.#whenAwake(() => this.#options.onInput(keys)), this.#options.delayMs);
  }

  sleep(): void {
    this.#isAsleep = true;
  }

  wake(): void {
    this.#isAsleep = false;
    for (const goOn of this.#onAwake.splice(0)) goOn();
  }

  #whenAwake(action: () => void): void {
    if (this.#isAsleep) this.#onAwake.push(action);
    else action();
  }

  #carry(): void {
    if (this.#isCarrying || this.#queue === '') return;
    this.#isCarrying = true;
    const packet = this.#queue;
    this.#queue = '';
    const {bytesPerSecond, delayMs} = this.#options;
    this.#whenAwake(() =>
      setTimeout(
        () => {
          this.#isCarrying = false;
          this.#carry();
          setTimeout(() => this.#whenAwake(() => writeSync(this.emulator, packet)), delayMs);
        },
        (Buffer.byteLength(packet) / bytesPerSecond) * 1000,
      ),
    );
  }
}
