/** A bucket of requests for each account, refilled steadily. */
import type {Rate} from '../options.ts';

export type RateLimit = {
  /** Seconds to wait, at least 1; undefined when the request may pass. */
  take(account: number): number | undefined;
  /** Fills every bucket. */
  forget(): void;
};

/** @param now epoch milliseconds */
export function createRateLimit({perSecond, burst}: Rate, now: () => number): RateLimit {
  const buckets = new Map<number, {left: number; at: number}>();
  return {
    take(account) {
      const at = now();
      const bucket = buckets.get(account) ?? {left: burst, at};
      const left = Math.min(burst, bucket.left + (Math.max(0, at - bucket.at) / 1000) * perSecond);
      buckets.set(account, {left: left < 1 ? left : left - 1, at});
      return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : undefined;
    },
    forget: () => buckets.clear(),
  };
}
