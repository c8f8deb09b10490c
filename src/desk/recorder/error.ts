/** A recording cannot be read, or not from here on; the message gives the reason and the remedy. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/** The time slice is used up. The same call continues. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

export const turnMs = 12;

/** Repeats a read until it is finished, letting keys and timers run in between. */
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
