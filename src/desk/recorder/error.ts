/** A recording cannot be read, or not from here on; the message says why, and what can be done, in words. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
