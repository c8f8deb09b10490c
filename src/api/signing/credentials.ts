/** A signing program reads the request as JSON on stdin and writes headers as JSON, for any scheme. */

import type {Credential, Sign, Signable} from '../credential.ts';
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
