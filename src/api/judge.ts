/**
 * Questions about whatever a call threw, so that nobody has to know statuses by heart. Which numeric status the
 * service gives is documented for some operations only; these are the ones that it lists and the usual ones.
 */
import {ApiError, LinkError, type LinkFailure} from './errors.ts';

/** 404: no such card, Easy Option, order or trade. */
export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** 409: an order in its final state, or an idempotency key that was used for another order. */
export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409);
}

/** 401 or 403: the credential is missing, wrong or not enough. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasStatus(error, 401) || hasStatus(error, 403);
}

/** 400, 413 or 422: what was asked cannot be done as it was asked. */
export function isInvalid(error: unknown): error is ApiError {
  return hasStatus(error, 400) || hasStatus(error, 413) || hasStatus(error, 422);
}

/** 429: `retryAfter` tells how long to wait, where the service said. */
export function isRateLimited(error: unknown): error is ApiError {
  return hasStatus(error, 429);
}

/** 5xx: a write may have been done all the same. */
export function isServiceFailure(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 500;
}

/** Whether the link failed, in one of these ways where some are given. */
export function isLinkFailure(error: unknown, ...kinds: readonly LinkFailure[]): error is LinkError {
  return error instanceof LinkError && (kinds.length === 0 || kinds.includes(error.kind));
}

/** Proved that no byte of the request left: to send it again cannot do it twice. */
export function isUnsent(error: unknown): error is LinkError {
  return error instanceof LinkError && error.sent === 'no';
}

function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}
