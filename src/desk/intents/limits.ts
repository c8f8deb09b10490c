import type {Moment} from '../model/moment.ts';
import {type Intent, type Intents, isExit, type Outcome} from './intent.ts';
import {writeOf} from './replace/write.ts';

/** What a Retry-After can ask for at the least and the most, and what holds without one. */
const leastWaitMs = 1_000;
const longestWaitMs = 60_000;
const waitsMs = [1_000, 2_000, 4_000] as const;

/**
 * What an answer says about later writes of its kind: to wait (429), or that they are forbidden (403). An exit
 * is never disabled, and a 403 without the service's own body may come from anything on the way.
 */
export function withLimits(intents: Intents, intent: Intent, outcome: Outcome, now: Moment): Intents {
  const {kind} = writeOf(intent).draft;
  if (outcome.kind !== 'status' || outcome.status !== 429) {
    const rested = intents.rateStreak[kind]
      ? {...intents, rateStreak: {...intents.rateStreak, [kind]: 0}}
      : intents;
    const isForbidden = outcome.kind === 'status' && outcome.status === 403 && outcome.ownBody;
    if (!isForbidden || isExit({kind})) return rested;
    return {...rested, disabled: {...rested.disabled, [kind]: forbidden(outcome.words)}};
  }
  const streak = intents.rateStreak[kind] ?? 0;
  const ownMs = waitsMs[Math.min(streak, waitsMs.length - 1)] ?? longestWaitMs;
  const waitMs = Math.min(longestWaitMs, Math.max(leastWaitMs, outcome.retryAfterMs ?? ownMs));
  return {
    ...intents,
    rateStreak: {...intents.rateStreak, [kind]: streak + 1},
    blockedUntil: {...intents.blockedUntil, [kind]: now.mono + waitMs},
  };
}

function forbidden(words: string): string {
  return `The service forbids this to the account (403${words === '' ? '' : `: ${words}`}). Press r to try again.`;
}
