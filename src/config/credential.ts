/** Chooses the token's source without reading it; the token is read once, when it is needed. */
import {createHash} from 'node:crypto';
import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';
import {runProgram} from '../api/signing/program.ts';
import {CredentialError} from './error.ts';
import type {Environment} from './paths.ts';

/** `why` and `source` never hold the secret. `sourceKey` is lazy, because hashing takes long to load. */
export type ChosenCredential =
  | {readonly kind: 'none'; readonly why: string}
  | {
      readonly kind: 'token';
      readonly source: string;
      readonly sourceKey: () => string;
      readonly read: () => Promise<string>;
    }
  | {readonly kind: 'signing'; readonly source: string; readonly sourceKey: () => string};

const longestToken = 16_384;
const commandTimeoutMs = 30_000;

/** The key depends on the token itself: another token in the variable may belong to another account. */
export function variableToken(variable: string, token: string): ChosenCredential {
  return tokenCredential('environment', token, variable, async () => usable(token, variable));
}

export function fileToken(path: string): ChosenCredential {
  return tokenCredential('file', path, `token_file ${path}`, async () => usable(readTokenFile(path), path));
}

export function commandToken(argv: readonly string[], env: Environment): ChosenCredential {
  const source = `token_command ${argv[0]}`;
  const read = async () => usable(await runTokenCommand(argv, env, source), source);
  return tokenCredential('command', argv, source, read);
}

function tokenCredential(
  kind: string,
  key: string | readonly string[],
  source: string,
  read: () => Promise<string>,
): ChosenCredential {
  let token: Promise<string> | undefined;
  return {kind: 'token', source, sourceKey: () => sourceKey(kind, key), read: () => (token ??= read())};
}

/** First 16 hex digits of a SHA-256; hashed because a command's arguments may be private. */
export function sourceKey(kind: string, source: string | readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, source]))
    .digest('hex')
    .slice(0, 16);
}

/** Its errors never show any part of the token. */
function usable(text: string, source: string): string {
  const wrong = (expectation: string) => new CredentialError({source, expectation});
  const token = text.replace(/\r?\n$/, '');
  if (token.trim() === '') throw wrong('the token is empty.');
  if (/[\r\n]/.test(token)) throw wrong('the token contains a line break; it must be one line.');
  const at = token.search(/[^\x21-\x7e]/);
  if (at === -1) return token;
  throw wrong(`the token contains a character that is not valid in a header, at position ${at + 1}.`);
}

function readTokenFile(path: string): string {
  const wrong = (expectation: string) => new CredentialError({source: path, key: 'token_file', expectation});
  const file = openFile(path, wrong);
  try {
    const {mode, size} = fstatSync(file);
    if (isKind(mode, constants.S_IFDIR)) throw wrong('it is a folder; a file is expected.');
    if (!isKind(mode, constants.S_IFREG)) throw wrong('it is not a regular file.');
    if ((mode & 0o077) !== 0)
      throw wrong(
        `other users can access it (mode ${(mode & 0o777).toString(8).padStart(4, '0')}). Run chmod 600 on it.`,
      );
    if (size > longestToken) throw wrong(`it holds ${size} bytes; a token has at most ${longestToken}.`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function openFile(path: string, wrong: (expectation: string) => CredentialError): number {
  try {
    // Opening a named pipe would otherwise block until someone writes to it.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw wrong(code === 'ENOENT' ? 'there is no such file.' : `it cannot be opened (${code}).`);
  }
}

function isKind(mode: number, kind: number): boolean {
  return (mode & constants.S_IFMT) === kind;
}

/** The program may prompt on the terminal, so only its standard output is captured. */
async function runTokenCommand(argv: readonly string[], env: Environment, source: string): Promise<string> {
  const wrong = (expectation: string) => new CredentialError({source, expectation});
  const ending = await runProgram({argv, env, timeoutMs: commandTimeoutMs, maxOutput: longestToken});
  switch (ending.kind) {
    case 'ended':
      if (ending.signal !== null) throw wrong(`it was killed by ${ending.signal}.`);
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
