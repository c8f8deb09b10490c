/**
 * The last answer to each read, so that an unchanged one is the same object again, and so is an unchanged row
 * of a list: nothing is decoded, compared or drawn twice. A service that gives an ETag is asked for changes
 * alone; of any other the bytes are compared.
 */
import type {Clean} from '../http/redact.ts';
import type {RowSlices} from './slices.ts';

export type CachedAnswer<Value> = {
  readonly value: Value;
  readonly body: Buffer;
  readonly etag: string | undefined;
  /** How the credential was taken out of it. */
  readonly clean: Clean;
  /** Where the rows of a list stand in the body, once somebody had to know. */
  readonly slices?: RowSlices | undefined;
};

/** Four panes with some pages and filters each. */
const maxAnswers = 16;
/** Two of the largest answers that are read. */
const maxBytes = 16 * 1024 * 1024;

export class Recent {
  readonly #answers = new Map<string, CachedAnswer<unknown>>();
  #bytes = 0;

  /** The path names the operation, so whoever asks for it knows the type of the value. */
  find<Value>(path: string): CachedAnswer<Value> | undefined {
    return this.#answers.get(path) as CachedAnswer<Value> | undefined;
  }

  /** Forgets the answers that were kept first when there are too many. */
  keep<Value>(path: string, kept: CachedAnswer<Value>): void {
    this.#forget(path);
    this.#answers.set(path, kept);
    this.#bytes += kept.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxAnswers && this.#bytes <= maxBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(path: string): void {
    this.#bytes -= this.#answers.get(path)?.body.length ?? 0;
    this.#answers.delete(path);
  }
}
