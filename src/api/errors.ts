/**
 * The three ways in which a call can fail: the service refused (ApiError), the link failed (LinkError), or the service
 * said yes with a body that makes no sense (ShapeError). What they prove about a write is decided by the desk.
 */
import type {JsonObject} from './wire/records.ts';

/** What an ApiError holds; `body` is a safe excerpt of at most 300 characters. */
export interface Refusal {
  status: number;
  code?: string | undefined;
  requestId?: string | undefined;
  details?: JsonObject | undefined;
  /** Milliseconds to wait, from Retry-After; clamped to 0 to 60,000. */
  retryAfter?: number | undefined;
  body?: string | undefined;
  /** The Date header of the answer, epoch milliseconds. */
  serverDate?: number | undefined;
  recognised: boolean;
}

/** The service answered with a status outside of 2xx. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The `error` field of the body; its values are not documented. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly details: JsonObject | undefined;
  readonly retryAfter: number | undefined;
  readonly body: string | undefined;
  readonly serverDate: number | undefined;
  /**
   * The body is the service's own: ApiErrorV1 or a JSON object with a message. Without it, a 4xx other than 401, 403
   * and 429 may have come from anything on the way and proves nothing.
   */
  readonly recognised: boolean;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.details = refusal.details;
    this.retryAfter = refusal.retryAfter;
    this.body = refusal.body;
    this.serverDate = refusal.serverDate;
    this.recognised = refusal.recognised;
  }
}

/**
 * What broke the link. `input` is a request that was refused here, before a connection; `credentials` is a signing
 * command that failed or a token that may not go to this address.
 */
export type LinkFailure = (typeof linkFailures)[number];

/** Every kind of a LinkError. */
export const linkFailures = Object.freeze([
  'refused',
  'dns',
  'tls',
  'proxy',
  'connect-timeout',
  'timeout',
  'reset',
  'cut',
  'too-large',
  'encoding',
  'aborted',
  'credentials',
  'input',
  'closed',
  'protocol',
  'unreachable',
] as const);

/** No answer, or none that could be read to its end. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly kind: LinkFailure;
  /** `no` only where it is proved that no request header was written. */
  readonly sent: 'no' | 'maybe';
  /** The status line, if one arrived before the link failed. */
  readonly status: number | undefined;

  /** @param cause what broke, without anything that a log should not hold: its `code`, such as ECONNRESET */
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

/** The service answered 2xx, but its body is not what the interface documents. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  readonly status: number;
  readonly requestId: string | undefined;
  readonly body: string | undefined;

  constructor(
    message: string,
    about: {status: number; requestId?: string | undefined; body?: string | undefined},
  ) {
    super(message);
    this.status = about.status;
    this.requestId = about.requestId;
    this.body = about.body;
  }
}

/** Says in one or two plain sentences what went wrong and what to do next. Never shows a credential. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) return explainRefusal(error);
  if (error instanceof LinkError) return `${error.message} ${nextStep(error.kind)}`;
  if (error instanceof ShapeError) {
    return `${error.message} Check that the base URL is the trading service; optty doctor shows what it answers.`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return `Something unexpected failed: ${message}. The log has the details.`;
}

function explainRefusal(error: ApiError): string {
  const {status, requestId, recognised} = error;
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const reason = recognised ? `: ${error.message.replace(/\.$/, '')}.` : '.';
  return `${verdict(status)} (status ${status}${request})${reason} ${refusalStep(error)}`;
}

function verdict(status: number): string {
  if (status >= 500) return 'The service failed';
  if (status >= 400) return 'The service refused';
  return 'The service sent us elsewhere';
}

function refusalStep({status, retryAfter}: ApiError): string {
  if (status === 401) return 'Check the token: OPTTY_TOKEN or the credential of the profile.';
  if (status === 403) return 'This account may not do that; ask whoever runs the service for the right.';
  if (status === 404) return 'Refresh, for it may be gone; if nothing is ever found, check the base URL.';
  if (status === 409) return 'Refresh to see what the service holds now.';
  if (status === 413) return 'Ask for a smaller page.';
  if (status === 429) {
    return `Wait ${retryAfter === undefined ? 'a moment' : `${Math.ceil(retryAfter / 1000)} s`} and try again.`;
  }
  if (status >= 500)
    return 'Try again in a moment; after a write, look first: it may have been done all the same.';
  if (status < 400) return 'Redirects are not followed; set the base URL to the final address.';
  return 'Change what was asked and try again.';
}

function nextStep(kind: LinkFailure): string {
  switch (kind) {
    case 'refused':
    case 'unreachable':
      return 'Check the base URL and that the service is running.';
    case 'dns':
      return 'Check the host name in the base URL and the network.';
    case 'tls':
      return "Check the address and the service's certificate; do not send a token until it is right.";
    case 'proxy':
      return 'Check HTTPS_PROXY and NO_PROXY.';
    case 'connect-timeout':
    case 'timeout':
    case 'reset':
    case 'cut':
      return 'Check the network and refresh.';
    case 'too-large':
      return 'Ask for a smaller page.';
    case 'encoding':
    case 'protocol':
      return 'Check that the base URL is the trading service and that no proxy changes its answers.';
    case 'credentials':
      return "Check the profile's credential.";
    case 'input':
      return 'Correct it and try again.';
    case 'aborted':
    case 'closed':
      return 'Try again if it is still wanted.';
    default:
      return kind satisfies never;
  }
}
