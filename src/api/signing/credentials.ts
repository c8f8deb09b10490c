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
  {signal, timeoutMs}: SigningBounds,
): Promise<Record<string, string>> {
  switch (credential.scheme) {
    case 'none':
      return {};
    case 'bearer':
      return {authorization: `Bearer ${credential.token}`};
    case 'header':
      return {[credential.name.toLowerCase()]: credential.token};
    case 'command':
      return readHeaders('command', jsonIn(await run(credential.argv, request, {signal, timeoutMs})));
    case 'sign':
      return signedBy(credential.sign, request, {signal, timeoutMs});
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
  if (credential.scheme === 'sign') return undefined;
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
  if (trouble !== undefined) throw fault('command', trouble);
  return ending.output ?? '';
}

type Signer = 'command' | 'function';

function readHeaders(signer: Signer, given: unknown): Record<string, string> {
  const isCommand = signer === 'command';
  if (!isPlainObject(given))
    throw fault(signer, `did not ${isCommand ? 'write a JSON object' : 'give an object'} of headers`);
  const headers = sendableHeaders(given);
  if (headers === undefined)
    throw fault(signer, `${isCommand ? 'wrote' : 'gave'} a header that cannot be sent`);
  return headers;
}

function fault(signer: Signer, what: string, cause?: unknown): LinkError {
  return new LinkError('credentials', 'no', `The signing ${signer} ${what}.`, undefined, cause);
}

/** Calls the function once and stops waiting at the deadline or the end of the call. */
async function signedBy(
  sign: Sign,
  request: Signable,
  {signal, timeoutMs}: SigningBounds,
): Promise<Record<string, string>> {
  const {promise: ended, reject} = Promise.withResolvers<never>();
  const giveUp = () => reject(unsigned(signal));
  const timer = setTimeout(() => reject(fault('function', lateWords(timeoutMs))), timeoutMs);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return readHeaders('function', await Promise.race([ended, called(sign, request)]));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

async function called(sign: Sign, {method, path, body}: Signable): Promise<unknown> {
  try {
    return await sign(Object.freeze({method, path, body}));
  } catch (error) {
    throw fault('function', 'failed', error);
  }
}

function unsigned(signal: AbortSignal): LinkError {
  const {kind, cause} = givenUp(signal);
  return new LinkError(kind, 'no', 'The call was given up while it was signed.', undefined, cause);
}

function lateWords(timeoutMs: number): string {
  return `did not answer within ${Math.round(timeoutMs / 10) / 100} s`;
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
  | {readonly scheme: 'command'; readonly argv: readonly string[]}
  /** A function that signs each request. `keyId` distinguishes signers in `service.fingerprint`. */
  | {readonly scheme: 'sign'; readonly sign: Sign; readonly keyId?: string | undefined};

export type Token = {
  readonly token: string;
  /** Asked after a 401 for the token that is valid now, at most every 10 s if it is the refused one. */
  readonly renew?: (() => Promise<string>) | undefined;
  /** The next step after a 401, for `explain`. */
  readonly advice?: string | undefined;
};

export type Signable = {readonly method: string; readonly path: string; readonly body?: string | undefined};

export type Sign = (
  request: Signable,
) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

const hidden = ['name', 'token', 'renew', 'advice', 'argv', 'sign', 'keyId'] as const;

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
  return createHash('sha256')
    .update(JSON.stringify([credential.scheme, secretOf(credential)]))
    .digest('hex')
    .slice(0, 16);
}

function secretOf(credential: Exclude<Credential, {scheme: 'none'}>): unknown {
  if (credential.scheme === 'command') return credential.argv;
  return credential.scheme === 'sign' ? (credential.keyId ?? '') : credential.token;
}
