/**
 * The three ways in which a call can fail: the service refused (ApiError), the link failed (LinkError), or the
 * service said yes with a body that makes no sense (ShapeError). What they prove about a write is decided by
 * the desk.
 */
import type {JsonObject} from './wire/records.ts';

/** What an ApiError holds; `body` is a safe excerpt of at most 300 characters. */
export type Refusal = {
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
  method?: 'GET' | 'POST' | 'DELETE' | undefined;
  hadCredential?: boolean | undefined;
};

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
   * The body is the service's own: ApiErrorV1 or a JSON object with a message. Without it, a 4xx other than
   * 401, 403 and 429 may have come from anything on the way and proves nothing.
   */
  readonly recognised: boolean;
  /** Of the request that was refused. */
  readonly method: 'GET' | 'POST' | 'DELETE' | undefined;
  /** Whether a credential went with the request. */
  readonly hadCredential: boolean | undefined;

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
    this.method = refusal.method;
    this.hadCredential = refusal.hadCredential;
  }

  toJSON(): object {
    return {...this, message: this.message};
  }
}

/**
 * What broke the link. `input` is a request that was refused here, before a connection; `credentials` is a
 * signing command that failed or a token that may not go to this address.
 */
export type LinkFailure = (typeof linkFailures)[number];

/** Every kind of a LinkError. */
export const linkFailures = Object.freeze([
  'refused',
  'dns',
  'tls',
  'no-tls',
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

  toJSON(): object {
    return {...this, message: this.message};
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

  toJSON(): object {
    return {...this, message: this.message};
  }
}
