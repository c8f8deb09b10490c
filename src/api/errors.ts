import type {JsonObject, Method} from './wire/values.ts';

/** A cache answered in place of the service. `by` is its own name, from the header Via or X-Cache. */
export type Cached = {
  /** At the question, at most. */
  readonly ageMs: number;
  readonly by: string | undefined;
};

type Refusal = Pick<ApiError, 'status' | 'recognised'> & Partial<Omit<ApiError, keyof Error | 'toJSON'>>;

class Failure extends Error {
  toJSON(): object {
    return {...this, message: this.message};
  }
}

/** The service answered with a status other than 2xx. */
export class ApiError extends Failure {
  override readonly name = 'ApiError';
  readonly status!: number;
  /** The `error` field of the body; its values are undocumented. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly details: JsonObject | undefined;
  /** Milliseconds to wait (Retry-After), from 0 to 60,000. */
  readonly retryAfter: number | undefined;
  /** A safe excerpt of at most 300 characters. */
  readonly body: string | undefined;
  readonly serverDate: number | undefined;
  /** True if the body is the service's own. Otherwise most 4xx may come from a proxy and prove nothing. */
  readonly recognised!: boolean;
  readonly method: Method | undefined;
  readonly hadCredential: boolean | undefined;
  /** Only if the answer was made before the question. */
  readonly cached: Cached | undefined;
  /** Ledger of the paper service (`Optty-Ledger` header). */
  readonly paperLedger: string | undefined;
  /** The next step after a 401, from the credential. */
  readonly advice: string | undefined;

  constructor(message: string, refusal: Refusal) {
    super(message);
    Object.assign(this, refusal);
  }
}

const wrongService = 'Check that the base URL is the trading service and that no proxy changes its answers.';

/** Each failure of the link, with the next step after it. */
const linkSteps = {
  refused: 'Check the base URL and that the service is running.',
  dns: 'Check the host name in the base URL and the network.',
  tls: "Check the address and the service's certificate; do not send a token until it is right.",
  'no-tls': 'Check https:// and the port in the base URL.',
  proxy: 'Check HTTPS_PROXY, ALL_PROXY and NO_PROXY.',
  'connect-timeout': 'Check the network.',
  timeout: 'Check the network.',
  reset: 'Check the network.',
  cut: 'Check the network.',
  'too-large': 'Ask for a smaller page.',
  encoding: wrongService,
  aborted: 'Try again if it is still needed.',
  credentials: 'Check the credential.',
  input: 'Correct it and try again.',
  closed: 'Try again if it is still needed.',
  protocol: wrongService,
  unreachable: 'Check the base URL and that the service is running.',
};

/** `input`: refused locally. `credentials`: signing failed, or the token must not go to this address. */
export type LinkFailure = keyof typeof linkSteps;

export const linkFailures: readonly LinkFailure[] = Object.freeze(Object.keys(linkSteps) as LinkFailure[]);

/** No answer, or an incomplete one. */
export class LinkError extends Failure {
  override readonly name = 'LinkError';
  readonly kind: LinkFailure;
  /** `no` only if it is proved that no request header was written. */
  readonly sent: 'no' | 'maybe';
  /** Set if the status line arrived before the link failed. */
  readonly status: number | undefined;

  /** @param cause reduced to what a log may contain: its `code`, such as ECONNRESET */
  constructor(
    kind: LinkFailure,
    sent: 'no' | 'maybe',
    message: string,
    status?: number | undefined,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : {cause});
    this.kind = kind;
    this.sent = sent;
    this.status = status;
  }
}

/** The service answered 2xx, but the body does not match the interface. */
export class ShapeError extends Failure {
  override readonly name = 'ShapeError';
  readonly status!: number;
  readonly requestId: string | undefined;
  readonly body: string | undefined;

  constructor(
    message: string,
    about: {status: number; requestId?: string | undefined; body?: string | undefined},
  ) {
    super(message);
    Object.assign(this, about);
  }
}

/**
 * True if a failed write may still have been done. False only if this call is proved to have done nothing: a
 * LinkError with `sent: 'no'`; 401, 403 and 429; and 400, 404, 413 and 422 with a body of the service's own
 * (`recognised`). True for everything else: 409, other statuses, a ShapeError, `sent: 'maybe'`.
 *
 * The result covers this call only. If an earlier call with the same idempotency key may have been done, a
 * later refusal does not disprove that: only a success with the same key, or the orders and trades, can.
 */
export function maySent(error: unknown): boolean {
  if (error instanceof LinkError) return error.sent !== 'no';
  if (!(error instanceof ApiError)) return true;
  return !provesNothingDone(error.status, error.recognised);
}

const refusals: readonly number[] = [400, 404, 413, 422];
const refusalsByAnybody: readonly number[] = [401, 403, 429];

/** @internal By itself: an earlier attempt may have been done all the same. */
export const provesNothingDone = (status: number, isOwnBody: boolean): boolean =>
  refusalsByAnybody.includes(status) || (isOwnBody && refusals.includes(status));

/** A symbol, so that no caller's signal has the same reason. */
export const closed = Symbol('closed');

export function givenUp({reason}: AbortSignal): {kind: LinkFailure; cause: unknown} {
  if (reason === closed) return {kind: 'closed', cause: undefined};
  const isLate = reason instanceof Error && reason.name === 'TimeoutError';
  return {kind: isLate ? 'timeout' : 'aborted', cause: reason};
}

/** Explains an error and the next step in one or two sentences. Never shows a credential. */
export function explain(error: unknown): string {
  return `${whatFailed(error)} ${nextStep(error)}`;
}

/** @internal The failure, in one sentence. */
export function whatFailed(error: unknown): string {
  if (error instanceof ApiError) return refused(error);
  if (error instanceof LinkError || error instanceof ShapeError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${message.replace(/\.$/, '')}.`;
}

/** @internal The next step, in one sentence. */
export function nextStep(error: unknown): string {
  if (error instanceof ApiError) return stepAfterRefusal(error);
  if (error instanceof LinkError) return linkSteps[error.kind];
  if (error instanceof ShapeError) return 'Check that the base URL is the trading service.';
  return 'The stack trace shows where.';
}

function refused({status, requestId, recognised, message}: ApiError): string {
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const reason = recognised ? `: ${message.replace(/\.$/, '')}.` : '.';
  return `${verdict(status)} (status ${status}${request})${reason}`;
}

function verdict(status: number): string {
  if (status >= 500) return 'The service failed';
  if (status >= 400) return 'The service refused';
  return 'The service redirected the request';
}

function stepAfterRefusal({status, retryAfter, method, hadCredential, advice}: ApiError): string {
  if (status === 401)
    return hadCredential === false ? 'No credential was sent: set one.' : (advice ?? 'Check the credential.');
  if (status === 403) return 'This account has no permission for this; ask the operator of the service.';
  if (status === 404) return 'It may be gone; if nothing is found at all, check the base URL.';
  if (status === 409) return 'Check the current state.';
  if (status === 413) return 'Ask for a smaller page.';
  if (status === 429 || (retryAfter !== undefined && method === 'GET'))
    return `Wait ${retryAfter === undefined ? 'a moment' : `${Math.ceil(retryAfter / 1000)} s`} and try again.`;
  if (status >= 500) {
    const isRead = method === 'GET';
    return `Try again in a moment${isRead ? '' : '; after a write, check first: it may have been executed'}.`;
  }
  if (status < 400) return 'Redirects are not followed; set the base URL to the final address.';
  return 'Change the request and try again.';
}

/** @internal */
export const tooManyPages = (pages: number): string =>
  `The list is longer than ${pages.toLocaleString('en')} pages: it was not read to its end.`;
