import {setTimeout as pause} from 'node:timers/promises';
import type {Moment} from '../model/moment.ts';

/** How much and how fast a list is read that has no end, or seems to have none. */

/** What a review or a position asks for: 5,000 rows. A longer list is told as not read to its end. */
export const mostPagesAsked = 50;
/** What has to be whole: the evidence of a write, and what several writes are made of. */
export const mostPagesWhole = 200;
/** A stop goes further: FLAT is proved by all trades that the account ever made. */
export const mostPagesOfStop = 1_000;

const mostInAWhile = 20;
const whileMs = 1_000;

/** Resolves when the next request may go out; rejects when the signal ends. */
export type Pace = (signal?: AbortSignal) => Promise<void>;

/**
 * At most 20 requests in any second: the first 20 wait for nothing.
 * @param after how it waits; a timer that the signal ends, unless given
 */
export function createPace(clock: () => Moment, after?: (ms: number, then: () => void) => void): Pace {
  const starts: number[] = [];
  return async signal => {
    const now = clock().mono;
    const earliest = starts.length < mostInAWhile ? now : (starts.shift() ?? now) + whileMs;
    starts.push(Math.max(now, earliest));
    if (earliest <= now) return;
    const ms = earliest - now;
    await (after === undefined
      ? pause(ms, undefined, {signal})
      : new Promise<void>(resolve => after(ms, resolve)));
  };
}
