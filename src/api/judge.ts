/**
 * Questions about whatever a call threw, so that nobody has to know statuses by heart. Which numeric status the
 * service gives is documented for some operations only; these are the ones that it lists and the usual ones.
 */
import {ApiError, LinkError, type LinkFailure} from './errors.ts';

/** Narrower than ApiError, so that an ApiError of another status stays one where the answer is no. */
type Refused<Status extends number> = ApiError & {readonly status: Status};

/** 404: no such card, Easy Option, order or trade. */
export function isNotFound(error: unknown): error is Refused<404> {
  return hasStatus(error, 404);
}

/** 409: an order in its final state, or an idempotency key that was used for another order. */
export function isConflict(error: unknown): error is Refused<409> {
  return hasStatus(error, 409);
}

/** 401 or 403: the credential is missing, wrong or not enough. */
export function isUnauthorized(error: unknown): error is Refused<401 | 403> {
  return hasStatus(error, 401, 403);
}

/** 400, 413 or 422: what was asked cannot be done as it was asked. */
export function isInvalid(error: unknown): error is Refused<400 | 413 | 422> {
  return hasStatus(error, 400, 413, 422);
}

/** 429: `retryAfter` tells how long to wait, where the service said. */
export function isRateLimited(error: unknown): error is Refused<429> {
  return hasStatus(error, 429);
}

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type ServiceFailure = `5${Digit}${Digit}` extends `${infer Status extends number}` ? Status : never;

/** 5xx: a write may have been done all the same. */
export function isServiceFailure(error: unknown): error is Refused<ServiceFailure> {
  return error instanceof ApiError && error.status >= 500 && error.status <= 599;
}

/** Whether the link failed, in one of these ways where some are given. */
export function isLinkFailure<Kind extends LinkFailure>(
  error: unknown,
  ...kinds: readonly Kind[]
): error is LinkError & {readonly kind: Kind} {
  return error instanceof LinkError && (kinds.length === 0 || kinds.some(kind => kind === error.kind));
}

/** Proved that no byte of the request left: to send it again cannot do it twice. */
export function isUnsent(error: unknown): error is LinkError & {readonly sent: 'no'} {
  return error instanceof LinkError && error.sent === 'no';
}

/**
 * Whether a write that failed may have been done all the same. False only where this call is proved to have
 * done nothing: a LinkError with `sent: 'no'`; 401, 403 and 429; and 400, 404, 413 and 422 in the service's own
 * words (`recognised`). True for everything else: 409, other statuses, a ShapeError, `sent: 'maybe'`.
 *
 * It is about one call. Once a call with the same idempotency key may have been done, a later refusal takes
 * nothing back: only a yes to the same key, or a look at the orders and trades, tells.
 */
export function maySent(error: unknown): boolean {
  if (isUnsent(error) || isUnauthorized(error) || isRateLimited(error)) return false;
  return !(hasStatus(error, 400, 404, 413, 422) && error.recognised);
}

function hasStatus<Status extends number>(
  error: unknown,
  ...statuses: readonly Status[]
): error is Refused<Status> {
  return error instanceof ApiError && statuses.some(status => status === error.status);
}
