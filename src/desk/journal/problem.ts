/** Why the journal cannot be used, in words with what to do next. Writes are refused; reading goes on. */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly problem: JournalProblem;

  constructor(problem: JournalProblem, words: string) {
    super(words);
    this.problem = problem;
  }
}

export type JournalProblem =
  | 'corrupt'
  | 'read-only'
  | 'full'
  | 'busy'
  | 'newer'
  | 'not ours'
  /** It can be used, and holds back what adds risk: a stop is set, or a limit of the account is reached. */
  | 'stopped'
  | 'beyond'
  | 'network'
  | 'replaced'
  | 'movable'
  | 'unavailable';

/** What SQLite and the file system may say; a stop and a limit have words of their own. */
type Failure = Exclude<JournalProblem, 'stopped' | 'beyond'>;

/** SQLite's primary result codes, by which its failures are told apart. */
const problems: Readonly<Record<number, Failure>> = {
  3: 'read-only',
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  11: 'corrupt',
  13: 'full',
  14: 'read-only',
  26: 'corrupt',
};
const filesystemProblems: Readonly<Record<string, Failure>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

const words: Readonly<Record<Failure, (path: string, detail: string) => string>> = {
  corrupt: path =>
    `The journal ${path} is damaged. Move it away to start a new one; what it holds may still be readable by sqlite3.`,
  'read-only': path => `The journal ${path} cannot be written. Check who owns it and its folder.`,
  full: path => `The journal ${path} cannot grow: the disk is full.`,
  busy: path => `The journal ${path} is held by another program. Try again in a moment.`,
  newer: path => `The journal ${path} was written by a newer optty. Use that one.`,
  'not ours': path => `The intent in ${path} is held by another dashboard now.`,
  network: path =>
    `The journal ${path} is on a network file system, where two hosts may both write. Set XDG_STATE_HOME to a local disk.`,
  replaced: path =>
    `The journal ${path} was deleted or replaced while optty was running. Nothing more is sent; restart optty to use the file that is there now.`,
  movable: path =>
    `The journal ${path} cannot be used: another user may replace its folder or one above it. Set XDG_STATE_HOME to a folder below your home.`,
  unavailable: (path, detail) => `The journal ${path} cannot be used: ${detail}.`,
};

export function journalError(problem: Failure, path: string, detail = ''): JournalError {
  return new JournalError(problem, words[problem](path, detail));
}

/** Any failure of SQLite or of the file system as a JournalError. */
export function toJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const {errcode, code, message} = told(error);
  // The low byte of an extended result code is the primary one.
  const problem = errcode === undefined ? filesystemProblems[code ?? ''] : problems[errcode & 0xff];
  return journalError(problem ?? 'unavailable', path, message ?? String(error));
}

/** SQLite's code for a value that a unique index holds already. */
export function isUniqueViolation(error: unknown): boolean {
  return told(error).errcode === 2067;
}

/** SQLite's code for what a trigger refuses: another intent holds the target. */
export function isLockViolation(error: unknown): boolean {
  return told(error).errcode === 1811;
}

/** What a failure of SQLite or of the file system tells of itself, whatever was thrown. */
function told(error: unknown): {errcode?: number; code?: string; message?: string} {
  const {errcode, code, message}: Readonly<Record<string, unknown>> = Object(error);
  return {
    ...(typeof errcode === 'number' && {errcode}),
    ...(typeof code === 'string' && {code}),
    ...(typeof message === 'string' && {message}),
  };
}
