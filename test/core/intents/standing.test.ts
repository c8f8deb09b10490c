import {expect, it} from 'vitest';
import {standingOf} from '../../../src/core/intents/findings.ts';
import {type Intent, initialIntents} from '../../../src/core/intents/intent.ts';
import type {WriteDraft} from '../../../src/core/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/core/intents/outcome.ts';
import {lostOrder} from '../../helpers/desk.ts';

const at = {mono: 0, wall: 1_000_000};
const cancel: WriteDraft = {kind: 'cancel', orderId: '10', symbol: 'BTC-C', size: '2'};
const close: WriteDraft = {kind: 'close', easyOptionId: '20'};
const lost: Outcome = {kind: 'lost', words: 'The link failed (reset).'};

function unknownAfter(draft: WriteDraft, ...outcomes: readonly (Outcome | undefined)[]): Intent {
  return {
    ...{id: 'a', draft, idempotencyKey: 'k-1', askedAt: at, changedAt: at.wall, reason: 'No answer.'},
    ...{state: 'UNKNOWN', candidates: [], noTrace: false, offsetAtSend: 0},
    attempts: outcomes.map((outcome, index) => ({
      ...{number: index + 1, by: 'user', process: 'this', startedAt: at},
      result: outcome && {at, outcome},
    })),
  };
}

const sent = lostOrder.askedAt;
const later = (seconds: number) => ({mono: sent.mono + seconds * 1_000, wall: sent.wall + seconds * 1_000});
const look = {
  ...{number: 6, isReading: false, since: sent, timed: 6, askedAt: later(58), goodReads: 6},
  ...{firstGood: later(14), failure: undefined, reason: 'No new order or trade like it is listed.'},
};
const standing = (intent: Intent, seconds = 60) =>
  standingOf(intent, {
    ...{intents: {...initialIntents, list: [intent], looks: {i1: look}}, now: later(seconds), resendKey: 'R'},
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

it('no time is promised once it is over', () => {
  const waiting = {...lostOrder, noTrace: false} as Intent;
  expect(standing(waiting, 150).next).toBe('');
});

it('a possible match is not called unseen', () => {
  const candidates = [{recordId: '7', words: '#7 ACTIVE 60', isTaken: false}];
  const found = {...lostOrder, candidates} as Intent;
  const looks = {i1: {...look, goodReads: 0, failure: 'The service is busy.'}};
  const seen = {intents: {...initialIntents, list: [found], looks}, now: later(60), resendKey: 'R'};
  expect(standingOf(found, seen)).toMatchObject({reads: 'The service is busy.'});
});

it('a close in doubt may be asked for anew once the reads find no trace, since it cannot be done twice', () => {
  const closing: Intent = {...unknownAfter(close, lost), state: 'UNKNOWN', candidates: [], noTrace: true};
  expect(standing({...closing, noTrace: false}).safe).toBe(
    'A new close waits until the reads find no trace.',
  );
  expect(standing(closing).safe).toMatch(/^A new close is safe: /);
});

it('a cancel whose order is gone is not called never executed', () => {
  const canceling: Intent = {...unknownAfter(cancel, lost), state: 'UNKNOWN', candidates: [], noTrace: true};
  expect(standing(canceling).likely).toBe('');
});

it('without a trace the same key is safe, and nothing changes by waiting', () => {
  expect(standing(lostOrder)).toMatchObject({
    likely: 'Likely never executed.',
    safe: 'R resends with the same key, which cannot duplicate it.',
    next: '',
  });
});
