/**
 * The headers that prove who asks. A signing program is run without a shell; it takes method, path and body as
 * JSON on its standard input and gives headers as JSON on its standard output: any scheme of signatures fits.
 */

import type {Credential, Signable} from '../credential.ts';
import {LinkError} from '../errors.ts';
import {givenUp} from '../given-up.ts';
import {isPlainObject, jsonIn} from '../wire/given.ts';
import {lateWords, signedBy} from './function.ts';
import {headerName, headerValue, reservedHeaders, sendableHeaders} from './headers.ts';
import {runProgram} from './program.ts';

const maxOutput = 64 * 1024;

export type SigningBounds = {
  signal: AbortSignal;
  timeoutMs: number;
};

/** @throws {LinkError} of kind `credentials`, before anything is sent */
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
      return readHeaders(await run(credential.argv, request, {signal, timeoutMs}));
    case 'sign':
      return signedBy(credential.sign, request, {signal, timeoutMs});
    default:
      return credential satisfies never;
  }
}

/** Why this credential can never be sent; undefined when it can. The message does not repeat it. */
export function credentialFault(credential: Credential): string | undefined {
  if (credential.scheme === 'none') return undefined;
  if (credential.scheme === 'command') {
    return credential.argv.length > 0 && credential.argv[0] !== ''
      ? undefined
      : 'The signing command is empty.';
  }
  if (credential.scheme === 'sign') return undefined;
  if (!headerValue.test(credential.token))
    return 'The token is empty, or holds characters that no header can bear.';
  if (
    credential.scheme === 'header' &&
    (!headerName.test(credential.name) || reservedHeaders.has(credential.name.toLowerCase()))
  ) {
    return 'The header for the token has a name that cannot be used.';
  }
  return undefined;
}

async function run(
  argv: readonly string[],
  {method, path, body}: Signable,
  {signal, timeoutMs}: SigningBounds,
): Promise<string> {
  const input = JSON.stringify({method, path, body: body ?? null});
  const ending = await runProgram({argv, input, timeoutMs, maxOutput, signal});
  switch (ending.kind) {
    case 'ended':
      if (ending.code === 0) return ending.output;
      throw fault(`ended with ${ending.code === null ? 'a signal' : `code ${ending.code}`}`);
    case 'not started':
      throw fault('could not be started');
    case 'late':
      throw fault(lateWords(timeoutMs));
    case 'too long':
      throw fault('wrote more than 64 kB');
    case 'given up': {
      const {kind, cause} = givenUp(signal);
      throw new LinkError(kind, 'no', 'The call was given up while it was signed.', undefined, cause);
    }
    default:
      return ending satisfies never;
  }
}

function readHeaders(output: string): Record<string, string> {
  const headers = jsonIn(output);
  if (!isPlainObject(headers)) throw fault('did not write a JSON object of headers');
  const sendable = sendableHeaders(headers);
  if (sendable === undefined) throw fault('wrote a header that cannot be sent');
  return sendable;
}

function fault(what: string): LinkError {
  return new LinkError('credentials', 'no', `The signing command ${what}.`);
}
