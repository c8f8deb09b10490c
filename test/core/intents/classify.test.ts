import {afterAll, describe, expect, it} from 'vitest';
import {
  classify,
  mayStillRepeat,
  type NextStep,
  type Reason,
  reasons,
} from '../../../src/core/intents/classify.ts';
import {sentKindOf, type WriteKind} from '../../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';
import {
  alien,
  attempts,
  garbled,
  hopeless,
  later,
  lost,
  own,
  start,
  unsent,
  yes,
  yesWith,
} from './attempts.ts';

const kinds: readonly WriteKind[] = ['open', 'close', 'place', 'cancel'];
const seen = new Set<Reason>();

/** Judged right after the last attempt. */
function judge(write: WriteKind, list: [Attempt, ...Attempt[]], now = later(list.length * 1_000)): NextStep {
  const step = classify(sentKindOf({kind: write}), list, now);
  seen.add(step.reason);
  return step;
}

/** A step in one word, with what it adds. */
function word(step: NextStep): string {
  return step.step === 'done' && step.recordId !== undefined ? `done ${step.recordId}` : step.step;
}

/** Rows of the decision table: open, close, place, cancel. */
const firstAttempt: [string, Outcome, Record<WriteKind, string>][] = [
  [
    '2xx with its record',
    yesWith({status: 'CANCELED'}),
    {open: 'done', close: 'done', place: 'done 9', cancel: 'done 9'},
  ],
  [
    '2xx with a record that is not CANCELED',
    yesWith(),
    {open: 'done', close: 'done', place: 'done 9', cancel: 'read'},
  ],
  ['2xx without a record', yes, {open: 'done', close: 'done', place: 'read', cancel: 'read'}],
  ['2xx malformed or cut', garbled, {open: 'read', close: 'read', place: 'again', cancel: 'read'}],
  ...[301, 303, 307].map((status): [string, Outcome, Record<WriteKind, string>] => [
    `${status}`,
    alien(status),
    {open: 'read', close: 'read', place: 'read', cancel: 'read'},
  ]),
  ['400', own(400), {open: 'refused', close: 'refused', place: 'refused', cancel: 'refused'}],
  ['401', alien(401), {open: 'refused', close: 'refused', place: 'refused', cancel: 'refused'}],
  ['403', alien(403), {open: 'refused', close: 'refused', place: 'refused', cancel: 'refused'}],
  ['404', own(404), {open: 'refused', close: 'read', place: 'refused', cancel: 'read'}],
  ['409', own(409), {open: 'read', close: 'read', place: 'read', cancel: 'read'}],
  ['413', own(413), {open: 'refused', close: 'refused', place: 'refused', cancel: 'refused'}],
  ['422', own(422), {open: 'refused', close: 'read', place: 'refused', cancel: 'refused'}],
  ['429', alien(429), {open: 'refused', close: 'refused', place: 'refused', cancel: 'refused'}],
  ...[408, 425, 499, 418].flatMap((status): [string, Outcome, Record<WriteKind, string>][] => [
    [`${status}`, own(status), {open: 'read', close: 'read', place: 'read', cancel: 'read'}],
  ]),
  ...[400, 404, 409, 413, 422].map((status): [string, Outcome, Record<WriteKind, string>] => [
    `${status} without the service's own body`,
    alien(status),
    {open: 'read', close: 'read', place: 'read', cancel: 'read'},
  ]),
  ...[500, 502, 503, 504].flatMap((status): [string, Outcome, Record<WriteKind, string>][] => [
    [`${status}`, own(status), {open: 'read', close: 'read', place: 'again', cancel: 'read'}],
    [`${status} as HTML`, alien(status), {open: 'read', close: 'read', place: 'again', cancel: 'read'}],
  ]),
  ['no answer', lost, {open: 'read', close: 'read', place: 'again', cancel: 'read'}],
  ['proved not sent', unsent, {open: 'not sent', close: 'not sent', place: 'again', cancel: 'again'}],
  [
    'refused before it was sent',
    hopeless,
    {open: 'not sent', close: 'not sent', place: 'not sent', cancel: 'not sent'},
  ],
];

describe('the first attempt', () => {
  for (const [row, outcome, expected] of firstAttempt) {
    it(`is judged as in the table: ${row}`, () => {
      expect(Object.fromEntries(kinds.map(kind => [kind, word(judge(kind, attempts(outcome)))]))).toEqual(
        expected,
      );
    });
  }

  it('leads to a read if its process ended first', () => {
    for (const kind of kinds)
      expect(judge(kind, attempts(undefined))).toEqual({step: 'read', reason: 'cut off'});
  });

  it('of a place has a clear message if another order has its key', () => {
    expect(reasons[judge('place', attempts(own(409))).reason]).toMatch(/KEY ALREADY USED/);
  });
});

describe('a yes with its record', () => {
  it('stands although a repeat failed later, or is without an answer', () => {
    const proof = yesWith({status: 'CANCELED'});
    for (const kind of ['place', 'cancel'] as const) {
      expect(judge(kind, attempts(proof, own(409)))).toMatchObject({step: 'done', recordId: '9'});
      expect(judge(kind, attempts(proof, undefined))).toMatchObject({step: 'done', recordId: '9'});
    }
  });
});

describe('a doubt after an attempt', () => {
  const doubts = [lost, garbled, own(500), alien(408), undefined];
  const refusals = [
    own(400),
    own(401),
    own(403),
    own(404),
    own(413),
    own(422),
    own(429),
    alien(404),
    own(409),
  ];

  it('stays after the refusal of a later attempt', () => {
    for (const write of ['place', 'cancel'] as const) {
      for (const doubt of doubts) {
        for (const refusal of refusals) expect(word(judge(write, attempts(doubt, refusal)))).toBe('read');
      }
    }
  });

  it('stays if a later attempt was not sent', () => {
    expect(word(judge('place', attempts(lost, hopeless)))).toBe('read');
    expect(word(judge('place', attempts(lost, unsent, unsent)))).toBe('read');
    expect(word(judge('cancel', attempts(lost, unsent, unsent)))).toBe('read');
  });

  it('ends with an acceptance of the same key', () => {
    expect(word(judge('place', attempts(lost, yesWith())))).toBe('done 9');
    expect(word(judge('cancel', attempts(lost, yesWith({status: 'CANCELED'}))))).toBe('done 9');
  });

  it('does not arise from attempts that were provably not sent', () => {
    expect(word(judge('place', attempts(unsent, own(422))))).toBe('refused');
    expect(word(judge('cancel', attempts(unsent, unsent, own(422))))).toBe('refused');
  });
});

describe('an automatic repeat', () => {
  it('comes after a growing pause, and at most twice', () => {
    expect(judge('place', attempts(lost))).toMatchObject({step: 'again', afterMs: 500});
    expect(judge('place', attempts(lost, lost))).toMatchObject({step: 'again', afterMs: 1_000});
    expect(word(judge('place', attempts(lost, lost, lost)))).toBe('read');
    expect(word(judge('place', attempts(unsent, unsent, unsent)))).toBe('not sent');
    expect(word(judge('cancel', attempts(own(500), own(500), own(500))))).toBe('read');
  });

  it('never comes more than 30 s after the first byte', () => {
    expect(word(judge('place', attempts(lost), later(29_500)))).toBe('again');
    expect(word(judge('place', attempts(lost), later(29_501)))).toBe('read');
    expect(word(judge('cancel', attempts(lost), later(29_501)))).toBe('read');
    expect(mayStillRepeat(attempts(lost), later(30_000))).toBe(true);
    expect(mayStillRepeat(attempts(lost), later(30_001))).toBe(false);
    expect(mayStillRepeat([], start)).toBe(false);
  });

  it('counts the 30 s by the clock that advanced more, so that a sleep counts', () => {
    const awake = {mono: start.mono + 2_000, wall: start.wall + 40_000};
    expect(word(judge('place', attempts(lost), awake))).toBe('read');
  });

  it('is never sent by a process other than the first sender', () => {
    const list = attempts(lost).map(each => ({...each, process: 'earlier' as const})) as [Attempt];
    expect(word(judge('place', list))).toBe('read');
    expect(word(judge('cancel', list))).toBe('read');
    const unsentThen = attempts(unsent).map(each => ({...each, process: 'earlier' as const})) as [Attempt];
    expect(word(judge('place', unsentThen))).toBe('not sent');
  });

  it('is never sent for open and close, whatever their outcome', () => {
    for (const [, outcome] of firstAttempt) {
      for (const write of ['open', 'close'] as const) {
        const step = judge(write, attempts(outcome));
        expect(step.step).not.toBe('again');
      }
    }
  });
});

afterAll(() => {
  expect([...seen].sort()).toEqual(Object.keys(reasons).sort());
});
