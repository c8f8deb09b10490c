import type {IncomingHttpHeaders} from 'node:http';
import type {Cached} from '../contract.ts';
import {headerOf} from './exchange.ts';
import {serverDate} from './refusal.ts';

/** A larger difference between Date headers and our clock means that the answer is old. */
const doubtMs = 2_000;
/** A service that sets its clock back is believed after at most twice this time. */
const windowMs = 300_000;

type Asked = {readonly askedAt: number; readonly cameAt: number};

/**
 * Finds answers that were made before the question: by their Age header, or by a Date header that lags behind
 * the newest that came. Times are of a monotonic clock, because the wall clock may be set. The paper service
 * has a clock of its own, which may stand still.
 */
export function createAges() {
  let since = 0;
  let [most, mostBefore] = [-Infinity, -Infinity];

  const note = (offset: number, at: number) => {
    if (at - since > windowMs) [since, most, mostBefore] = [at, -Infinity, most];
    most = Math.max(most, offset);
  };
  return (headers: IncomingHttpHeaders, {askedAt, cameAt}: Asked): Cached | undefined => {
    const date = headerOf(headers, 'optty-venue') === 'paper' ? undefined : serverDate(headers);
    if (date !== undefined) note(date - cameAt, cameAt);
    const behindMs = date === undefined ? 0 : askedAt + Math.max(most, mostBefore) - date;
    const ageMs = Math.max(statedMs(headerOf(headers, 'age')), behindMs > doubtMs ? Math.ceil(behindMs) : 0);
    return ageMs === 0 ? undefined : {ageMs, by: nameOf(headers)};
  };
}

/** Caches count whole seconds and cut the rest off. */
function statedMs(age = ''): number {
  const seconds = /^\d{1,9}$/.test(age.trim()) ? Number(age) : 0;
  return seconds === 0 ? 0 : (seconds + 1) * 1_000;
}

function nameOf(headers: IncomingHttpHeaders): string | undefined {
  const names = ['via', 'x-cache', 'x-served-by'].map(each => headerOf(headers, each));
  return names.find(each => each !== undefined && /^[\x20-\x7e]{1,80}$/.test(each));
}
