/** How a command ends: its exit codes, one table for every command, and the ends that are told in words. */

/** Kinds and codes are what a script goes by: neither ever changes its meaning. */
export const exitCodes = {
  done: 0,
  /** The service said no, or the machine cannot do it. */
  failed: 1,
  /** The command line, a variable or the configuration file is wrong. */
  usage: 2,
  /** It was looked for, and it is not there. */
  'not-found': 3,
  /** The credential cannot be had, may not be used, or was refused. */
  credentials: 4,
  /** No whole answer came. */
  unreachable: 5,
  /** Some of it, and that was said. */
  partial: 6,
} as const;

export type ExitKind = keyof typeof exitCodes;
export type FailureKind = Exclude<ExitKind, 'done'>;

export const exitDone = exitCodes.done;

const exitWords: Readonly<Record<ExitKind, string>> = {
  done: 'done',
  failed: 'failed',
  usage: 'usage or configuration',
  'not-found': 'not found',
  credentials: 'credentials',
  unreachable: 'the service cannot be reached',
  partial: 'partial',
};

/** `0 done, 1 failed`: what help says of the ends that a command knows. */
export function exitText(kinds: readonly ExitKind[]): string {
  return kinds.map(kind => `${exitCodes[kind]} ${exitWords[kind]}`).join(', ');
}

/** Help was asked for, or the line is wrong: what to print, and which of the two. */
export class LineEnd extends Error {
  override readonly name = 'LineEnd';
  readonly isWrong: boolean;

  constructor(text: string, isWrong: boolean) {
    super(text);
    this.isWrong = isWrong;
  }
}

/** What was asked cannot be done, or not all of it; the message is whole sentences, and all there is to say. */
export class Unable extends Error {
  override readonly name = 'Unable';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'failed') {
    super(message);
    this.kind = kind;
  }
}
