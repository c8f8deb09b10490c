/** A recording cannot be read, or not from here on; the message says why, and what can be done, in words. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/** The time for reading at once is up. The same call reads on. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

/** Repeats what reads until it is finished. In between come keys, timers and all else. */
export async function untilRead<Value>(read: () => Value): Promise<Value> {
  for (;;) {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unfinished)) throw error;
      await new Promise(resolve => setImmediate(resolve));
    }
  }
}
