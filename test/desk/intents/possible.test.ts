import {describe, expect, it} from 'vitest';
import {type Intent, initialIntents} from '../../../src/desk/intents/intent.ts';
import type {Draft} from '../../../src/desk/intents/kinds/kinds.ts';
import type {Outcome} from '../../../src/desk/intents/outcome.ts';
import {possibleOutcomes, standingOf, waysToTell} from '../../../src/desk/intents/possible.ts';
import {lostOrder} from '../../helpers/desk.ts';

const at = {mono: 0, wall: 1_000_000};
const place: Draft = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'};
const cancel: Draft = {kind: 'cancel', orderId: '10', symbol: 'BTC-C', size: '2'};
const close: Draft = {kind: 'close', easyOptionId: '20'};
const lost: Outcome = {kind: 'lost', words: 'The link failed (reset).'};
const refused = (status: number): Outcome => ({kind: 'status', status, ownBody: true, words: 'No.'});

function unknownAfter(draft: Draft, ...outcomes: readonly (Outcome | undefined)[]): Intent {
  return {
    ...{id: 'a', draft, idempotencyKey: 'k-1', askedAt: at, changedAt: at.wall, reason: 'No answer.'},
    ...{state: 'UNKNOWN', candidates: [], noTrace: false, offsetAtSend: 0},
    attempts: outcomes.map((outcome, index) => ({
      ...{number: index + 1, by: 'user', process: 'this', startedAt: at},
      result: outcome && {at, outcome},
    })),
  };
}

const kinds = (intent: Intent) => possibleOutcomes(intent).map(each => each.kind);

describe('the possible outcomes of an UNKNOWN intent', () => {
  it('are all three if no answer came', () => {
    expect(kinds(unknownAfter(place, lost))).toEqual(['done', 'on its way', 'not done']);
    expect(kinds(unknownAfter(place, undefined))).toEqual(['done', 'on its way', 'not done']);
  });

  it('are only one if the service accepted an open', () => {
    const open: Draft = {kind: 'open', cardId: '7', investmentAmount: '100'};
    expect(kinds(unknownAfter(open, {kind: 'yes'}))).toEqual(['done']);
  });

  it('keep what a first attempt may have done, even if the second is refused', () => {
    expect(kinds(unknownAfter(place, lost, refused(422)))).toEqual(['done', 'on its way', 'not done']);
  });

  it('exclude a delayed write that the service itself has answered', () => {
    expect(kinds(unknownAfter(close, refused(404)))).toEqual(['done', 'not done', 'ended otherwise']);
  });

  it('exclude an open order that the service calls final', () => {
    expect(kinds(unknownAfter(cancel, refused(409)))).toEqual(['done', 'ended otherwise']);
    expect(kinds(unknownAfter(cancel, lost, refused(409)))).toEqual([
      'done',
      'on its way',
      'ended otherwise',
    ]);
  });

  it('name each record that may belong to it, but not one that resolved another intent', () => {
    const candidates = [
      {recordId: '11', words: '', isTaken: false},
      {recordId: '12', words: '', isTaken: true},
    ];
    const listed = possibleOutcomes({
      ...unknownAfter(place, lost),
      state: 'UNKNOWN',
      candidates,
      noTrace: false,
    });
    const records = listed.flatMap(each => (each.kind === 'done' ? [each.recordId] : []));
    expect(records).toEqual(['11', undefined]);
  });

  it('are shown with how to find out: the read, from which time, by which fields, and whom to ask', () => {
    const intent = unknownAfter(place, lost);
    const words = possibleOutcomes(intent).map(each => each.words);
    expect(words[0]).toBe('Executed, not listed yet.');
    const shown = (instant: number) => `T${instant}`;
    expect(waysToTell(initialIntents, intent, {shown, resendKey: 'R', now: at})).toEqual([
      'Orders of BUY BTC-C, from T1000000 on, by orderId, symbol, side, price, size, timestamp: executed.',
      'Trades of BUY BTC-C, from T1000000 on, by orderId, asset, strikePrice, type, tradeSide, filledSizeContracts, openDate: executed.',
      'No other check is available: ask the service with key k-1.',
    ]);
  });

  it('are checked from the time of the service at the send, else from that of now', () => {
    const clock = {offsetMs: -5_000, seenAt: at};
    const told = (offsetAtSend: number | undefined) =>
      waysToTell(
        {...initialIntents, clock},
        {...unknownAfter(place, lost), offsetAtSend},
        {shown: String, resendKey: undefined, now: at},
      ).join();
    expect(told(7_000)).toContain('from 1007000 on');
    expect(told(undefined)).toContain('from 995000 on');
  });

  it('can be checked by sending again if a repeat cannot execute the write twice', () => {
    const intent: Intent = {...unknownAfter(place, lost), state: 'UNKNOWN', candidates: [], noTrace: true};
    const told = waysToTell(initialIntents, intent, {shown: String, resendKey: 'R', now: at});
    expect(told).toContain('R: resent, which cannot duplicate it; the response shows the outcome.');
  });
});

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

it('no time is promised once it is over, nor for what may be of another account', () => {
  const waiting = {...lostOrder, noTrace: false} as Intent;
  expect(standing(waiting, 150).next).toBe('');
  const unsure = 'Sent with another credential: the account is unknown, so no read resolves it.';
  expect(standing({...waiting, credential: 'other'})).toMatchObject({next: '', reads: unsure});
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
