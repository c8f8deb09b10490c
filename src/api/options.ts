import type {CallOptions, ClientOptions} from './contract.ts';
import {LinkError} from './errors.ts';
import {type Credential, headerName, headerValue, reservedHeaders} from './signing/credentials.ts';
import {inputError, isPlainObject, isText, membersIn, mustBe} from './wire/given.ts';

type OptionCheck = readonly [expected: string, isSo: (value: unknown) => boolean];

const aFunction: OptionCheck = ['a function', value => typeof value === 'function'];
const anObject: OptionCheck = ['an object', isPlainObject];
const someText: OptionCheck = ['text', isText];
const maxTimeoutMs = 2 ** 31 - 1;
const aTimeout: OptionCheck = [
  'milliseconds above 0',
  value => typeof value === 'number' && value > 0 && value <= maxTimeoutMs,
];
const aCount: OptionCheck = ['an integer from 1', value => Number.isSafeInteger(value) && Number(value) >= 1];
const aSignal: OptionCheck = ['an AbortSignal', value => value instanceof AbortSignal];

const clientChecks: Record<keyof ClientOptions, OptionCheck> = {
  baseUrl: someText,
  dialect: ['an object', () => true],
  credential: anObject,
  fetchOptions: anObject,
  readsOnly: ['true or false', value => typeof value === 'boolean'],
  env: anObject,
  onRequest: aFunction,
  onAnswer: aFunction,
  clock: aFunction,
  wallClock: aFunction,
  random: aFunction,
};

const fetchChecks: Record<keyof NonNullable<ClientOptions['fetchOptions']>, OptionCheck> = {
  connect: ['an object or a function', value => typeof value === 'function' || isPlainObject(value)],
  lookup: aFunction,
  connectTimeoutMs: aTimeout,
  readTimeoutMs: aTimeout,
  writeTimeoutMs: aTimeout,
  signTimeoutMs: aTimeout,
  connections: aCount,
};

const callChecks: Record<keyof CallOptions, OptionCheck> = {
  signal: aSignal,
  timeoutMs: aTimeout,
  headers: anObject,
  holdBack: aFunction,
};

export function readClientOptions(options: unknown): ClientOptions {
  const read = checked(options, 'The options of the client', clientChecks);
  if (read.baseUrl === undefined) throw mustBe('baseUrl', 'text', undefined);
  if (read.fetchOptions !== undefined) checked(read.fetchOptions, 'fetchOptions', fetchChecks);
  if (read.credential !== undefined) checkCredential(read.credential);
  return read as ClientOptions;
}

export function readCallOptions(options: unknown, credential: Credential): CallOptions {
  if (options === undefined) return {};
  const {signal, timeoutMs, headers, holdBack} = checked(options, 'The options of the call', callChecks);
  const own = credential.scheme === 'header' ? credential.name.toLowerCase() : 'authorization';
  const given = headers === undefined ? undefined : readHeaders(headers as object, own);
  return {signal, timeoutMs, headers: given, holdBack: checkedHoldBack(holdBack)} as CallOptions;
}

/** A promise would count as a reason and hold back every call. */
function checkedHoldBack(holdBack: unknown): CallOptions['holdBack'] {
  if (holdBack === undefined) return undefined;
  return () => {
    let reason: unknown;
    try {
      reason = (holdBack as () => unknown)();
    } catch (error) {
      throw new LinkError('input', 'no', 'The holdBack function failed.', undefined, error);
    }
    if (reason === undefined || typeof reason === 'string') return reason;
    throw mustBe('What holdBack gives', 'a reason in words or undefined, and no promise', reason);
  };
}

function checked<Name extends string>(value: unknown, what: string, checks: Record<Name, OptionCheck>) {
  const names = Object.keys(checks) as Name[];
  const members = membersIn(value, what, names);
  for (const name of names) {
    const [expected, isSo] = checks[name];
    const member = members[name];
    if (member !== undefined && !isSo(member)) throw mustBe(name, expected, member);
  }
  return members;
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

const isString = (value: unknown) => typeof value === 'string';
const isToken = ({token, renew, advice = ''}: Given) =>
  isString(token) && isString(advice) && (renew === undefined || typeof renew === 'function');

type Given = Readonly<Record<string, unknown>>;

const credentialChecks: Record<
  Credential['scheme'],
  readonly [needs: string, isWhole: (given: Given) => boolean]
> = {
  none: ['nothing', () => true],
  bearer: ['token as text', given => isToken(given)],
  header: ['name and token as text', given => isToken(given) && isString(given.name)],
  command: ['argv, a list of texts', ({argv}) => Array.isArray(argv) && argv.every(isString)],
};

const isScheme = (scheme: unknown): scheme is Credential['scheme'] =>
  typeof scheme === 'string' && Object.hasOwn(credentialChecks, scheme);

/** Checks only the shape. Messages never contain the credential. */
function checkCredential(credential: unknown): void {
  const given = credential as Given;
  const {scheme} = given;
  if (!isScheme(scheme))
    throw inputError(
      `The scheme of the credential must be one of ${Object.keys(credentialChecks).join(', ')}.`,
    );
  const [needs, isWhole] = credentialChecks[scheme];
  if (!isWhole(given))
    throw inputError(`The credential of scheme ${scheme} does not hold what it needs: ${needs}.`);
}
