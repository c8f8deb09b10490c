/** Where the token comes from, told without reading it; and the reading itself, which happens once and late. */
import {createHash} from 'node:crypto';
import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {runProgram} from '../api/signing/program.ts';
import {CredentialError, type Problem} from './error.ts';
import type {Environment} from './paths.ts';

export type TokenSource =
  | {readonly kind: 'environment'; readonly variable: 'OPTTY_TOKEN'; readonly token: string}
  | {readonly kind: 'file'; readonly path: string}
  | {readonly kind: 'command'; readonly argv: readonly string[]; readonly env: Environment};

/**
 * Which credential goes with the requests. `why` and `source` are for people and never hold the secret.
 * `sourceKey` tells one source from another, also in the journal: a file or a command stays the same when it
 * gives another token. It is made when it is asked for, since hashes take long to load.
 */
export type ChosenCredential =
  | {readonly kind: 'none'; readonly why: string}
  | {
      readonly kind: 'token';
      readonly source: string;
      readonly sourceKey: () => string;
      readonly read: () => Promise<string>;
    }
  /** The program of `dialect.auth.command` signs each request; the client runs it. */
  | {readonly kind: 'signing'; readonly source: string; readonly sourceKey: () => string};

const longestToken = 16_384;
const commandTimeoutMs = 30_000;

export function tokenCredential(from: TokenSource): ChosenCredential {
  let token: Promise<string> | undefined;
  return {
    kind: 'token',
    source: describe(from),
    sourceKey: () => sourceKey(from.kind, sourceOf(from)),
    read: () => (token ??= readToken(from)),
  };
}

/** A variable names no source that lasts: another token in it may be anybody's. */
function sourceOf(from: TokenSource): string | readonly string[] {
  switch (from.kind) {
    case 'environment':
      return from.token;
    case 'file':
      return from.path;
    case 'command':
      return from.argv;
    default:
      return from satisfies never;
  }
}

/** The first 16 hex digits of a SHA-256: a command's arguments may hold what is nobody's business. */
export function sourceKey(kind: string, source: string | readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, source]))
    .digest('hex')
    .slice(0, 16);
}

function describe(from: TokenSource): string {
  switch (from.kind) {
    case 'environment':
      return from.variable;
    case 'file':
      return `token_file ${from.path}`;
    case 'command':
      return `token_command ${from.argv[0]}`;
    default:
      return from satisfies never;
  }
}

async function readToken(from: TokenSource): Promise<string> {
  switch (from.kind) {
    case 'environment':
      return usable(from.token, {source: from.variable});
    case 'file':
      return usable(readTokenFile(from.path), {source: from.path});
    case 'command':
      return usable(await runTokenCommand(from.argv, from.env), {source: `token_command ${from.argv[0]}`});
    default:
      return from satisfies never;
  }
}

/**
 * A token as it can stand in a header.
 * @throws {CredentialError} saying what is wrong with it without showing any of it
 */
function usable(text: string, at: Pick<Problem, 'source' | 'key'>): string {
  const token = text.replace(/\r?\n$/, '');
  if (token.trim() === '') throw new CredentialError({...at, expectation: 'the token is empty.'});
  if (/[\r\n]/.test(token))
    throw new CredentialError({...at, expectation: 'the token holds a line break; it must be one line.'});
  if (/[^\x21-\x7e]/.test(token)) {
    const where = token.search(/[^\x21-\x7e]/) + 1;
    throw new CredentialError({
      ...at,
      expectation: `the token holds a character that no header may hold, at place ${where}.`,
    });
  }
  return token;
}

/** Mode and content are read from one open file, so that nothing can be swapped between the two. */
function readTokenFile(path: string): string {
  const wrong = (expectation: string) => new CredentialError({source: path, key: 'token_file', expectation});
  const file = openFile(path, wrong);
  try {
    const {mode, size} = fstatSync(file);
    if (isKind(mode, constants.S_IFDIR)) throw wrong('it is a folder; a file is expected.');
    if (!isKind(mode, constants.S_IFREG)) throw wrong('it is no ordinary file.');
    if ((mode & 0o077) !== 0) {
      throw wrong(
        `others may use it (mode ${(mode & 0o777).toString(8).padStart(4, '0')}). Run chmod 600 on it.`,
      );
    }
    if (size > longestToken) throw wrong(`it holds ${size} bytes; a token has at most ${longestToken}.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function openFile(path: string, wrong: (expectation: string) => CredentialError): number {
  try {
    // Without waiting: a named pipe would otherwise hold the start until someone writes to it.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw wrong(code === 'ENOENT' ? 'there is no such file.' : `it cannot be opened (${code}).`);
  }
}

function isKind(mode: number, kind: number): boolean {
  return (mode & constants.S_IFMT) === kind;
}

/** The program may ask its user on the terminal: only its standard output is ours. */
async function runTokenCommand(argv: readonly string[], env: Environment): Promise<string> {
  const wrong = (expectation: string) =>
    new CredentialError({source: `token_command ${argv[0]}`, expectation});
  const ending = await runProgram({argv, env, timeoutMs: commandTimeoutMs, maxOutput: longestToken});
  switch (ending.kind) {
    case 'ended':
      if (ending.signal !== null) throw wrong(`it was ended by ${ending.signal}.`);
      if (ending.code !== 0) throw wrong(`it failed with exit code ${ending.code}.`);
      return ending.output;
    case 'not started':
      throw wrong(
        ending.code === 'ENOENT' ? 'there is no such program.' : `it cannot be run (${ending.code}).`,
      );
    case 'too long':
      throw wrong(`it printed more than ${longestToken} characters.`);
    case 'late':
    case 'given up':
      throw wrong(`it did not end within ${commandTimeoutMs / 1000} s.`);
    default:
      return ending satisfies never;
  }
}
