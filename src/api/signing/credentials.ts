/** A signing program reads the request as JSON on stdin and writes headers as JSON, for any scheme. */

import {createHash} from 'node:crypto';
import {givenUp, LinkError} from '../errors.ts';
import {isPlainObject, jsonIn} from '../wire/given.ts';
import {runProgram, troubleOf} from './program.ts';

const maxOutput = 64 * 1024;

type SigningBounds = {signal: AbortSignal; timeoutMs: number};

export async function credentialHeaders(
  credential: Credential,
  request: Signable,
  bounds: SigningBounds,
): Promise<Record<string, string>> {
  switch (credential.scheme) {
    case 'none':
      return {};
    case 'bearer':
      return {authorization: `Bearer ${credential.token}`};
    case 'header':
      return {[credential.name.toLowerCase()]: credential.token};
    case 'command':
      return headersIn(await run(credential.argv, request, bounds));
    default:
      return credential satisfies never;
  }
}

export function credentialFault(credential: Credential): string | undefined {
  if (credential.scheme === 'none') return undefined;
  if (credential.scheme === 'command')
    return credential.argv.length > 0 && credential.argv[0] !== ''
      ? undefined
      : 'The signing command is empty.';
  if (!headerValue.test(credential.token))
    return 'The token is empty or contains characters that are not valid in a header.';
  if (
    credential.scheme === 'header' &&
    (!headerName.test(credential.name) || reservedHeaders.has(credential.name.toLowerCase()))
  ) {
    return 'The name of the header for the token is not valid.';
  }
  return undefined;
}

async function run(
  argv: readonly string[],
  {method, path, body}: Signable,
  {signal, timeoutMs}: SigningBounds,
): Promise<string> {
  const input = JSON.stringify({method, path, body: body ?? null});
  const given = {argv, input, timeoutMs, maxOutput, signal};
  const ending = await runProgram(given);
  if (ending.kind === 'given up') throw unsigned(signal);
  const trouble = troubleOf(ending, given);
  if (trouble !== undefined) throw fault(trouble);
  return ending.output ?? '';
}

function headersIn(output: string): Record<string, string> {
  const given = jsonIn(output);
  if (!isPlainObject(given)) throw fault('did not write a JSON object of headers');
  const headers = sendableHeaders(given);
  if (headers === undefined) throw fault('wrote a header that cannot be sent');
  return headers;
}

function fault(what: string): LinkError {
  return new LinkError('credentials', 'no', `The signing command ${what}.`);
}

function unsigned(signal: AbortSignal): LinkError {
  const {kind, cause} = givenUp(signal);
  return new LinkError(kind, 'no', 'The call was given up while it was signed.', undefined, cause);
}

export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
export const headerValue = /^[\x20-\x7e]+$/;

export const reservedHeaders: ReadonlySet<string> = new Set(
  'host content-length transfer-encoding connection upgrade expect te trailer'.split(' '),
);

function sendableHeaders(given: object): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const isFit = headerName.test(name) && !reservedHeaders.has(name.toLowerCase());
    if (!isFit || typeof value !== 'string' || !headerValue.test(value)) return undefined;
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

export type Credential =
  | {readonly scheme: 'none'}
  | ({readonly scheme: 'bearer'} & Token)
  /** `name` is the header that carries the token unchanged. */
  | ({readonly scheme: 'header'; readonly name: string} & Token)
  /** A signing program and its arguments, run without a shell. */
  | {readonly scheme: 'command'; readonly argv: readonly string[]};

export type Token = {
  readonly token: string;
  /** Asked after a 401 for the token that is valid now, at most every 10 s if it is the refused one. */
  readonly renew?: (() => Promise<string>) | undefined;
  /** The next step after a 401, for `explain`. */
  readonly advice?: string | undefined;
};

type Signable = {readonly method: string; readonly path: string; readonly body: string | undefined};

const hidden = ['name', 'token', 'renew', 'advice', 'argv'] as const;

class Sealed {
  readonly scheme: Credential['scheme'];
  readonly #plain: Readonly<Record<string, unknown>>;

  static {
    for (const name of hidden)
      Object.defineProperty(Sealed.prototype, name, {
        get(this: Sealed) {
          return this.#plain[name];
        },
      });
  }

  constructor(plain: Credential) {
    this.scheme = plain.scheme;
    const given = plain as Readonly<Record<string, unknown>>;
    this.#plain = Object.fromEntries(hidden.map(name => [name, given[name]]));
    if (plain.scheme === 'command') this.#plain = {argv: Object.freeze([...plain.argv])};
    Object.freeze(this);
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Credential(${this.scheme})`;
  }
}

/** Returns the same credential with a hidden secret: printing or serializing it shows only the scheme. */
export function sealCredential(plain: Credential): Credential {
  return new Sealed(plain) as unknown as Credential;
}

/** Distinguishes credentials without revealing them: first 16 hex digits of a SHA-256, or `none`. */
export function fingerprint(credential: Credential): string {
  if (credential.scheme === 'none') return 'none';
  const secret = credential.scheme === 'command' ? credential.argv : credential.token;
  return createHash('sha256')
    .update(JSON.stringify([credential.scheme, secret]))
    .digest('hex')
    .slice(0, 16);
}
