/** Scripts rely on kinds and codes: their meaning never changes. */
export const exitCodes = {
  done: 0,
  /** The service refused, or the machine cannot do it. */
  failed: 1,
  /** The command line, a variable or the configuration file is wrong. */
  usage: 2,
  'not-found': 3,
  /** The credential cannot be read, may not be used, or was refused. */
  credentials: 4,
  /** No complete answer came. */
  unreachable: 5,
  /** Only a part succeeded, and the output says so. */
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

export function exitText(kinds: readonly ExitKind[]): string {
  return kinds.map(kind => `${exitCodes[kind]} ${exitWords[kind]}`).join(', ');
}

export class LineEnd extends Error {
  override readonly name = 'LineEnd';
  readonly isWrong: boolean;

  constructor(text: string, isWrong: boolean) {
    super(text);
    this.isWrong = isWrong;
  }
}

/** The message is complete sentences; nothing is added to it. */
export class Unable extends Error {
  override readonly name = 'Unable';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'failed') {
    super(message);
    this.kind = kind;
  }
}

/** A second signal has the system's default effect. */
export function signalled(host: NodeJS.Process): Promise<void> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(signal, () => resolve());
  });
}
