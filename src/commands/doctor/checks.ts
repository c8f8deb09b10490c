import {clockOffset} from '../../account/model/moment.ts';
import {explainHere} from '../../account/words/advice.ts';
import type {Answer} from '../../api/client.ts';
import {ApiError} from '../../api/errors.ts';
import type {Seen} from './find-dialect.ts';

export type Check = {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'wrong' | 'skipped';
  readonly found: string;
  readonly more?: string | undefined;
};

const checkOf =
  (result: Check['result']) =>
  (name: string, found: string, more?: string): Check => ({name, result, found, more});

export const ok = checkOf('ok');
export const skipped = checkOf('skipped');
export const warning = checkOf('warning');
export const wrong = checkOf('wrong');

const shownReasons = 5;

export function checkList(name: string, seen: Seen): Check {
  if (!seen.ok) {
    const isRefused = seen.error instanceof ApiError;
    const found = isRefused ? `refused with status ${seen.error.status}` : 'answer not as documented';
    return wrong(name, found, explainHere(seen.error));
  }
  const {rows, total, unreadable, answer} = seen;
  const of = total === undefined ? '' : ` of ${total}`;
  const found = `${rows.length}${of} rows in ${Math.round(answer.latencyMs)} ms`;
  if (unreadable.length === 0) return ok(name, found);
  const reasons = unreadable.map(({index, reason}) => `row ${index + 1}: ${reason}`);
  const others = reasons.length > shownReasons ? [`and ${reasons.length - shownReasons} more`] : [];
  const more = [...reasons.slice(0, shownReasons), ...others].join('; ');
  return wrong(name, `${found}, ${unreadable.length} unreadable`, `${more}.`);
}

/** Signatures and day orders depend on the time; the dashboard uses the service's clock. */
export function checkClock(answer: Answer<unknown>, now: number): Check {
  const name = 'clock';
  const offsetMs = clockOffset(answer, now);
  if (offsetMs === undefined) return skipped(name, 'no Date header');
  const seconds = Math.abs(offsetMs) / 1000;
  const found = `${seconds.toFixed(1)} s ${offsetMs < 0 ? 'ahead of' : 'behind'} the service`;
  if (seconds <= 2) return ok(name, found);
  if (answer.venue === 'PAPER') return ok(name, `${found}: the paper service has its own clock`);
  const more =
    'Set the clock of this machine, or find out which one is wrong: expiries and ages depend on it.';
  return seconds <= 30 ? warning(name, found, more) : wrong(name, found, more);
}

/** Reads that a cache answers prove nothing: no halt ends by them, and no write in doubt. */
export function checkCache(answers: readonly Answer<unknown>[]): Check {
  const name = 'cache';
  const old = answers.flatMap(({cached}) => cached ?? []);
  if (old.length === 0) return ok(name, 'answers come from the service');
  const by = old.find(each => each.by !== undefined)?.by;
  const seconds = Math.ceil(Math.max(...old.map(each => each.ageMs)) / 1_000);
  const found = `answers up to ${seconds} s old${by === undefined ? '' : `, from ${by}`}`;
  return wrong(name, found, 'Let the proxy or cache before the service pass the reads of its API on.');
}

export const checkVenue = ({venue}: Answer<unknown>): Check =>
  ok('environment', venue === 'PAPER' ? 'PAPER, proved by the service' : 'LIVE: not proved to be paper');
