/** Whether a read that failed is asked again. Writes never are. */
import {ApiError, LinkError} from '../errors.ts';

/** In all, the first included. */
export const maxAttempts = 3;

/**
 * Milliseconds to wait before the next attempt; undefined when there is to be none.
 * @param attempt how many have been made
 * @param random 0 to 1, spreads clients that failed together
 */
export function retryDelay(error: unknown, attempt: number, random: number): number | undefined {
  if (attempt >= maxAttempts) return undefined;
  const backOff = 100 * 2 ** (attempt - 1) * (0.5 + random);
  if (error instanceof LinkError) return isSafeToRepeat(error) ? backOff : undefined;
  if (error instanceof ApiError && isTemporary(error.status)) return error.retryAfter ?? backOff;
  return undefined;
}

/**
 * Failures that pass: a service that starts again refuses, resets and cuts, and a crowded line connects late. A
 * name, a certificate, a proxy's or an answer's fault stays what it is, and a deadline is used up.
 */
function isSafeToRepeat({kind}: LinkError): boolean {
  return kind === 'refused' || kind === 'reset' || kind === 'cut' || kind === 'connect-timeout';
}

/**
 * 429 asks to wait; 502 to 504 come from what stands before a service that starts again or is slow. A 500 is of
 * the service itself, and the same question would bring it again.
 */
function isTemporary(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}
