import {counted} from '../../account/words/text.ts';

export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly problem: JournalProblem;
  /** Nothing is unresolved in a file that cannot be used. */
  readonly isSettled: boolean;

  constructor(problem: JournalProblem, words: string, isSettled = false) {
    super(words);
    this.problem = problem;
    this.isSettled = isSettled;
  }
}

/** Any other error is a bug, and must not look like a failure of the journal. */
export function orRefused<T>(work: () => T, refused: (reason: string) => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof JournalError) return refused(error.message);
    throw error;
  }
}

/** The content of the file must not be shown as this account's. */
export const isOfAnother = ({problem}: JournalError): boolean =>
  problem === 'barred' || problem === 'unproved';

/** Nothing will change it but a person: once records were read, they do not show the account. */
export const isLasting = ({problem}: JournalError, isRead: boolean): boolean =>
  problem === 'barred' || (problem === 'unproved' && isRead);

type JournalProblem =
  | Failure
  | 'older'
  /** A proposal that has ended. */
  | 'not ours'
  /** It can be used, and holds one write back. */
  | 'held'
  /** It can be used, and this process does not have the controls. */
  | 'viewer'
  /** It is of another account, or the journal of an older build has to end first. */
  | 'barred'
  /** It may be of another account: a record, or a person, says it. */
  | 'unproved'
  /** It is the last one at the address, where nothing has answered. */
  | 'unanswered';

/** The file or its place. */
type Failure = keyof typeof words;

const problems: Readonly<Record<number, Failure>> = {
  3: 'read-only',
  5: 'busy',
  6: 'busy',
  8: 'read-only',
  11: 'corrupt',
  13: 'full',
  14: 'unopened',
  26: 'corrupt',
};
/**
 * I/O errors of files that grow: write, fsync, truncate, and the three of the `-shm` file. SQLite says so for a
 * quota, a limit on the size of files, and for the `-shm` file on a full disk.
 */
const growthErrors: ReadonlySet<number> = new Set([778, 1034, 1546, 4618, 4874, 5386]);
const filesystemProblems: Readonly<Record<string, Failure>> = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ELOOP: 'link',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
};

const words = {
  corrupt: path =>
    `The journal ${path} is damaged. Move it away with its -wal and -shm, start again, and halt again if it was halted; sqlite3 may still read it.`,
  'read-only': path => `The journal ${path} cannot be written. Check who owns it and its folder.`,
  full: path =>
    `The journal ${path} cannot grow: the disk is full, a quota or size limit is reached, or the disk fails.`,
  unopened: path =>
    `The journal ${path} and the files beside it cannot be opened. Check free space and inodes, and who owns its folder.`,
  busy: path => `The journal ${path} is locked by another program. Try again in a moment.`,
  newer: path => `The journal ${path} was written by a newer optty. Use that one.`,
  link: path => `The journal ${path} is a symbolic link. Move it to its place, or link its folder.`,
  network: path =>
    `The journal ${path} is on a network file system, where two hosts may both write. Set XDG_STATE_HOME to a local disk.`,
  replaced: path =>
    `The journal ${path} was deleted or replaced while optty was running. Nothing more is sent; restart optty to use the file that is there now.`,
  movable: path =>
    `The journal ${path} cannot be used: another user may replace its folder or one above it. Set XDG_STATE_HOME to a folder below your home.`,
  unread: path => `The journal ${path} cannot be read.`,
  unavailable: (path, detail) => `The journal ${path} cannot be used: ${detail}.`,
} satisfies Readonly<Record<string, (path: string, detail: string) => string>>;

export function olderJournal(
  path: string,
  unresolved: readonly string[],
  halts: readonly string[],
): JournalError {
  const count = unresolved.length;
  const words = [
    `The journal at ${path} was written by an older build of optty and cannot be used.`,
    count > 0 && `It holds ${counted(count, 'unresolved write')}: ${unresolved.join('; ')}.`,
    count > 0 && 'Check them at the service.',
    'Move its folder away, then start optty again.',
    ...halts.map(each => `It is ${each}: run optty halt after that.`),
  ];
  return new JournalError('older', words.filter(Boolean).join(' '), count + halts.length === 0);
}

export function journalError(problem: Failure, path: string, detail = ''): JournalError {
  return new JournalError(problem, words[problem](path, detail));
}

export function toJournalError(error: unknown, path: string): JournalError {
  if (error instanceof JournalError) return error;
  const {code, message}: Readonly<Record<string, unknown>> = Object(error);
  const errcode = errcodeOf(error);
  const problem = errcode === undefined ? filesystemProblems[String(code)] : problemOf(errcode);
  return journalError(problem ?? 'unavailable', path, String(message ?? error));
}

/** The low byte of an extended result code is the primary code. */
function problemOf(errcode: number): Failure | undefined {
  return growthErrors.has(errcode) ? 'full' : problems[errcode & 0xff];
}

/** True if free space may cure it. A file that cannot be made for want of space "cannot be opened". */
export function mayLackSpace({problem}: JournalError): boolean {
  return problem === 'full' || problem === 'unopened';
}

export function isUniqueViolation(error: unknown): boolean {
  return errcodeOf(error) === 2067;
}

function errcodeOf(error: unknown): number | undefined {
  const {errcode}: Readonly<Record<string, unknown>> = Object(error);
  return typeof errcode === 'number' ? errcode : undefined;
}
