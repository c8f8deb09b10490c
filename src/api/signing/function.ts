/** The headers of a signing function: the same bounds as for a signing program, in the caller's own process. */
import type {Sign, Signable} from '../credential.ts';
import {LinkError} from '../errors.ts';
import {givenUp} from '../given-up.ts';
import {isPlainObject} from '../wire/given.ts';
import {sendableHeaders} from './headers.ts';

/**
 * Asks the function once; it is not awaited behind its deadline or the end of the call.
 * @throws {LinkError} of kind `credentials`, before anything is sent; its cause is what the function threw
 */
export async function signedBy(
  sign: Sign,
  request: Signable,
  {signal, timeoutMs}: {signal: AbortSignal; timeoutMs: number},
): Promise<Record<string, string>> {
  const {promise: ended, reject} = Promise.withResolvers<never>();
  const giveUp = () => {
    const {kind, cause} = givenUp(signal);
    reject(new LinkError(kind, 'no', 'The call was given up while it was signed.', undefined, cause));
  };
  const timer = setTimeout(() => reject(fault(lateWords(timeoutMs))), timeoutMs);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    return readSigned(await Promise.race([ended, called(sign, request)]));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

async function called(sign: Sign, {method, path, body}: Signable): Promise<unknown> {
  try {
    return await sign(Object.freeze({method, path, body}));
  } catch (error) {
    throw fault('failed', error);
  }
}

function readSigned(given: unknown): Record<string, string> {
  if (!isPlainObject(given)) throw fault('did not give an object of headers');
  const headers = sendableHeaders(given);
  if (headers === undefined) throw fault('gave a header that cannot be sent');
  return headers;
}

/** Also of what was left of a call's own time, which is no round number. */
export function lateWords(timeoutMs: number): string {
  return `did not answer within ${Math.round(timeoutMs / 10) / 100} s`;
}

function fault(what: string, cause?: unknown): LinkError {
  return new LinkError('credentials', 'no', `The signing function ${what}.`, undefined, cause);
}
