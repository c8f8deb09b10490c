/** How a command ends: its exit codes, and the ends that are told in words. */
export const exitDone = 0;
export const exitFailure = 1;
export const exitUsage = 2;
/** Some of it, and that was said. */
export const exitPartial = 6;

/** Help was asked for, or the line is wrong: what to print, and which of the two. */
export class LineEnd extends Error {
  override readonly name = 'LineEnd';
  readonly isWrong: boolean;

  constructor(text: string, isWrong: boolean) {
    super(text);
    this.isWrong = isWrong;
  }
}

/** The machine cannot do what was asked; the message is a whole sentence and all that there is to say. */
export class Unable extends Error {
  override readonly name = 'Unable';
}
