/**
 * The last answer to each read, so that an unchanged one is the same object again: nothing is decoded, compared
 * or drawn twice. A service that gives an ETag is asked for changes alone; of any other the bytes are compared.
 */
export type CachedAnswer<Value> = {
  value: Value;
  body: Buffer;
  etag: string | undefined;
};

/** Four panes with some pages and filters each. */
const maxAnswers = 16;
const maxBodyBytes = 1024 * 1024;

export class Recent {
  readonly #answers = new Map<string, CachedAnswer<unknown>>();

  /** The path names the operation, so whoever asks for it knows the type of the value. */
  find<Value>(path: string): CachedAnswer<Value> | undefined {
    return this.#answers.get(path) as CachedAnswer<Value> | undefined;
  }

  /** Forgets the answer that was kept first when there are too many. */
  keep<Value>(path: string, kept: CachedAnswer<Value>): void {
    this.#answers.delete(path);
    if (kept.body.length > maxBodyBytes) return;
    this.#answers.set(path, kept);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest);
  }
}
