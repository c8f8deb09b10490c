import type {CallOptions} from './contract.ts';
import {LinkError} from './errors.ts';
import {type Credential, headerName, headerValue, reservedHeaders} from './signing/credentials.ts';
import {inputError, mustBe} from './wire/given.ts';

export function readCallOptions(
  {signal, timeoutMs, headers, holdBack}: CallOptions,
  credential: Credential,
): CallOptions {
  const own = credential.scheme === 'header' ? credential.name.toLowerCase() : 'authorization';
  return {
    signal,
    timeoutMs,
    headers: headers === undefined ? undefined : readHeaders(headers, own),
    holdBack: holdBack === undefined ? undefined : checkedHoldBack(holdBack),
  };
}

/** A promise would count as a reason and hold back every call. */
function checkedHoldBack(holdBack: () => unknown): CallOptions['holdBack'] {
  return () => {
    let reason: unknown;
    try {
      reason = holdBack();
    } catch (error) {
      throw new LinkError('input', 'no', 'The holdBack function failed.', undefined, error);
    }
    if (reason === undefined || typeof reason === 'string') return reason;
    throw mustBe('What holdBack gives', 'a reason in words or undefined, and no promise', reason);
  };
}

/** Set by the client itself. Callers may override only `user-agent`. */
const ownHeaders = new Set([
  ...reservedHeaders,
  'accept',
  'accept-encoding',
  'cache-control',
  'content-type',
  'content-encoding',
  'if-none-match',
]);

function readHeaders(headers: object, credentialHeader: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => {
      const lower = name.toLowerCase();
      if (!headerName.test(name))
        throw inputError(`This is not a valid header name: ${JSON.stringify(name)}.`);
      if (ownHeaders.has(lower) || lower === credentialHeader)
        throw inputError(`The header ${lower} is set by the client: leave it out.`);
      // The value may be a secret, so the message omits it.
      if (typeof value !== 'string' || !headerValue.test(value))
        throw inputError(`The header ${lower} must be text that is valid in a header.`);
      return [lower, value];
    }),
  );
}
