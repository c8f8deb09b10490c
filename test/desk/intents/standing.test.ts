import {expect, it} from 'vitest';
import {type Intent, initialIntents} from '../../../src/desk/intents/intent.ts';
import {standingOf} from '../../../src/desk/intents/possible.ts';
import {lostOrder} from '../../helpers/desk.ts';

const sent = lostOrder.askedAt;
const at = (seconds: number) => ({mono: sent.mono + seconds * 1_000, wall: sent.wall + seconds * 1_000});
const look = {
  ...{number: 6, isReading: false, since: sent, timed: 6, askedAt: at(58), goodReads: 6},
  ...{firstGood: at(14), failure: undefined, reason: 'No new order or trade like it is listed.'},
};
const standing = (intent: Intent) =>
  standingOf(intent, {
    ...{intents: {...initialIntents, list: [intent], looks: {i1: look}}, now: at(60), resendKey: 'R'},
  });

it('an order in doubt is told with age, reads, what is safe, and when that changes', () => {
  expect(standing({...lostOrder, noTrace: false} as Intent)).toEqual({
    sent: 'Sent 60 s ago.',
    reads: '6 reads, last 2 s ago: No new order or trade like it is listed.',
    likely: 'Too early to tell: lists may lag.',
    safe: 'Do not enter it again: it could then be executed twice.',
    next: 'In at most 80 s R can resend.',
  });
});

it('without a trace the same key is safe, and nothing changes by waiting', () => {
  expect(standing(lostOrder)).toMatchObject({
    likely: 'Likely never executed.',
    safe: 'R resends with the same key, which cannot duplicate it.',
    next: '',
  });
});
