import {explainHere} from '../../account/words/advice.ts';
import {ApiError, LinkError, type LinkFailure, ShapeError} from '../../api/errors.ts';
import {ConfigError, CredentialError} from '../../config/error.ts';
import {JournalError} from '../../core/journal/problem.ts';
import {jsonText, say} from '../output.ts';

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

type ExitKind = keyof typeof exitCodes;
export type FailureKind = Exclude<ExitKind, 'done'>;

export const exitText = Object.entries(exitCodes)
  .map(([kind, code]) => `${code} ${kind}`)
  .join('\n  ');

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

export function reportEnd(error: unknown, {stderr, argv}: Pick<NodeJS.Process, 'stderr' | 'argv'>): number {
  const kind = failureKind(error);
  const exitCode = exitCodes[kind];
  // Parsing may be what failed, so the flag is looked up in the raw arguments.
  if (argv.includes('--json')) {
    const isAnswer = error instanceof ApiError || error instanceof ShapeError;
    const requestId = isAnswer ? error.requestId : undefined;
    stderr.write(`${jsonText({error: {kind, message: textOf(error), exitCode, requestId}})}\n`);
  } else say(stderr, `${textOf(error).replace(/^/gm, 'optty: ')}\n`);
  return exitCode;
}

export function failureKind(error: unknown): FailureKind {
  if (error instanceof Unable) return error.kind;
  if (error instanceof CredentialError) return 'credentials';
  if (error instanceof ConfigError) return 'usage';
  // A 404 on a list means a wrong base URL; only the request of one record can tell more.
  if (error instanceof ApiError)
    return error.status === 401 || error.status === 403 ? 'credentials' : 'failed';
  return error instanceof LinkError ? (linkKinds[error.kind] ?? 'unreachable') : 'failed';
}

const linkKinds: Readonly<Partial<Record<LinkFailure, FailureKind>>> = {
  credentials: 'credentials',
  input: 'usage',
  'too-large': 'failed',
  encoding: 'failed',
  aborted: 'failed',
  closed: 'failed',
};

function textOf(error: unknown): string {
  const inWords = [ConfigError, Unable, JournalError];
  return error instanceof Error && inWords.some(each => error instanceof each)
    ? error.message
    : explainHere(error);
}
