import {readFileSync} from 'node:fs';
import {afterAll, describe, expect, it} from 'vitest';
import {ApiError, maySent} from '../../../src/api/errors.ts';
import {
  classify,
  mayStillRepeat,
  type NextStep,
  type Reason,
  reasons,
} from '../../../src/core/intents/classify.ts';
import {sentKindOf, type WriteKind} from '../../../src/core/intents/kinds/kinds.ts';
import type {Attempt, Outcome} from '../../../src/core/intents/outcome.ts';
import {steps, writeKinds} from '../../helpers/write-kinds.ts';
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

type Row = readonly [string, Outcome, ReturnType<typeof steps>];

/** Rows of the decision table. */
const firstAttempt: readonly Row[] = [
  ['2xx with its record', yesWith({status: 'CANCELED'}), steps('done', {place: 'done 9', cancel: 'done 9'})],
  ['2xx with a record that is not CANCELED', yesWith(), steps('done', {place: 'done 9', cancel: 'read'})],
  ['2xx without a record', yes, steps('done', {place: 'read', cancel: 'read'})],
  ['2xx malformed or cut', garbled, steps('read', {place: 'again'})],
  ...[301, 303, 307].map((status): Row => [`${status}`, alien(status), steps('read')]),
  ['400', own(400), steps('refused')],
  ['401', alien(401), steps('refused')],
  ['403', alien(403), steps('refused')],
  ['404', own(404), steps('refused', {close: 'read', cancel: 'read'})],
  ['409', own(409), steps('read')],
  ['413', own(413), steps('refused')],
  ['422', own(422), steps('refused', {close: 'read'})],
  ['429', alien(429), steps('refused')],
  ...[408, 425, 499, 418].flatMap((status): readonly Row[] => [[`${status}`, own(status), steps('read')]]),
  ...[400, 404, 409, 413, 422].map(
    (status): Row => [`${status} without the service's own body`, alien(status), steps('read')],
  ),
  ...[500, 502, 503, 504].flatMap((status): readonly Row[] => [
    [`${status}`, own(status), steps('read', {place: 'again'})],
    [`${status} as HTML`, alien(status), steps('read', {place: 'again'})],
  ]),
  ['no answer', lost, steps('read', {place: 'again'})],
  ['proved not sent', unsent, steps('not sent', {place: 'again', cancel: 'again'})],
  ['refused before it was sent', hopeless, steps('not sent')],
];

describe('the first attempt', () => {
  for (const [row, outcome, expected] of firstAttempt) {
    it(`is judged as in the table: ${row}`, () => {
      expect(
        Object.fromEntries(writeKinds.map(kind => [kind, word(judge(kind, attempts(outcome)))])),
      ).toEqual(expected);
    });
  }

  it('is a refusal by no other status than those that the client calls one', () => {
    const all = Array.from({length: 300}, (_, at) => 300 + at);
    const refusedBy = (of: (status: number) => Outcome, kind: WriteKind) =>
      all.filter(status => judge(kind, attempts(of(status))).step === 'refused');
    const byAnybody = [401, 403, 429];
    for (const kind of writeKinds) {
      const {readFirst} = sentKindOf({kind});
      const isRead = (status: number) => Object.keys(readFirst).includes(String(status));
      const byOwn = [400, 401, 403, 404, 413, 422, 429].filter(status => !isRead(status));
      expect([kind, refusedBy(own, kind), refusedBy(alien, kind)]).toEqual([kind, byOwn, byAnybody]);
    }
    const sentBy = (recognised: boolean) =>
      all.filter(status => !maySent(new ApiError('no', {status, recognised})));
    expect([sentBy(true), sentBy(false)]).toEqual([[400, 401, 403, 404, 413, 422, 429], byAnybody]);
  });

  it('of a place has a clear message if another order has its key', () => {
    expect(reasons[judge('place', attempts(own(409))).reason]).toMatch(/KEY ALREADY USED/);
  });
});

/** For each row of docs/outcomes.md, by its first words: answers that the row judges. */
const documented: Readonly<Record<string, readonly (Outcome | undefined)[]>> = {
  '2xx as documented': [yesWith({status: 'CANCELED'})],
  '2xx that cannot be read': [garbled],
  '400, 401, 403, 413, 429': [400, 401, 403, 413, 429].map(own),
  '404': [own(404)],
  '409': [own(409)],
  '422': [own(422)],
  '3xx, other 4xx': [alien(301), own(408), own(418), alien(400), alien(404), alien(409), alien(422)],
  '5xx, or no complete answer': [own(500), alien(502), lost],
  'proved not sent': [unsent],
  'process gone while SENDING': [undefined],
};

const stepsByWords: readonly (readonly [begins: RegExp, step: NextStep['step']])[] = [
  [/^CONFIRMED/, 'done'],
  [/^REJECTED/, 'refused'],
  [/^NOT SENT/, 'not sent'],
  [/^(same key|again), then/, 'again'],
  [/^read/, 'read'],
];

it('is judged as the page of outcomes says', () => {
  const page = readFileSync(new URL('../../../docs/outcomes.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split(/## What an answer proves|After a 429/);
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
  expect(rows).toHaveLength(Object.keys(documented).length);
  for (const [, answer = '', ...cells] of rows) {
    const [, outcomes = []] = Object.entries(documented).find(([begins]) => answer.startsWith(begins)) ?? [];
    const said = cells.map(words => stepsByWords.find(([begins]) => begins.test(words))?.[1]);
    for (const outcome of outcomes)
      expect([answer, ...writeKinds.map(kind => judge(kind, attempts(outcome)).step)]).toEqual([
        answer,
        ...said,
      ]);
    expect(outcomes, answer).not.toHaveLength(0);
  }
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
});

afterAll(() => {
  expect([...seen].sort()).toEqual(Object.keys(reasons).sort());
});
