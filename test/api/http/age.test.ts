import {expect, it} from 'vitest';
import {createAges} from '../../../src/api/http/transport.ts';

/** The service's clock is two hours ahead of ours, which counts from the start of the process. */
const aheadMs = Date.parse('2026-11-21T02:00:00Z');
const dateAt = (mono: number) => new Date(aheadMs + mono).toUTCString();

/** Answers come 100 ms after the question. */
function service() {
  const ageOf = createAges();
  return (askedAt: number, headers: Record<string, string>) =>
    ageOf(headers, {askedAt, cameAt: askedAt + 100});
}

it('an answer of the service itself is never old, however late it is and whatever its clock says', () => {
  const ages = createAges();
  for (let at = 0; at < 400_000; at += 1_234) {
    const cameAt = at + (at % 9_000);
    const made = at + (at % 700);
    expect(
      ages({date: dateAt(made), age: '0'}, {askedAt: at, cameAt: Math.max(cameAt, made)}),
    ).toBeUndefined();
  }
});

it('an answer with an Age is as old as that says, and one more second that caches cut off', () => {
  const ask = service();
  expect(ask(0, {age: '32', via: '1.1 varnish'})).toEqual({ageMs: 33_000, by: '1.1 varnish'});
  expect(ask(0, {age: '3', 'x-cache': 'HIT'})).toEqual({ageMs: 4_000, by: 'HIT'});
  for (const age of ['', '0', '0, 0']) expect(ask(0, {age})).toBeUndefined();
  expect(ask(0, {age: '1', 'optty-venue': 'paper'})).toMatchObject({ageMs: 2_000});
});

it('the largest of several Ages counts, and one that cannot be read or counts no further is old', () => {
  const ask = service();
  for (const age of ['60, 60', '0,60']) expect(ask(0, {age})).toMatchObject({ageMs: 61_000});
  for (const age of ['2147483648', '99999999999', '-1', 'x', '1e9', '0, x'])
    expect(ask(0, {age})).toMatchObject({ageMs: 2_147_483_649_000});
});

it('an answer without an Age is old by its Date, which no newer answer has', () => {
  const ask = service();
  const old = {date: dateAt(10_000)};
  expect(ask(10_000, old)).toBeUndefined();
  expect(ask(11_500, old)).toBeUndefined();
  expect(ask(13_000, old)).toEqual({ageMs: 2_900, by: undefined});
  expect(ask(42_000, old)).toMatchObject({ageMs: 31_900});
  expect(ask(42_000, {date: dateAt(42_000)})).toBeUndefined();
});

it('the clock of a paper service may stand still', () => {
  const ask = service();
  const headers = {date: dateAt(0), 'optty-venue': 'paper'};
  for (const at of [0, 60_000, 600_000]) expect(ask(at, headers)).toBeUndefined();
});

it('a service that sets its clock back is believed after some minutes', () => {
  const ask = service();
  const back = (at: number) => ask(at, {date: dateAt(at - 3_600_000)});
  ask(0, {date: dateAt(0)});
  expect(back(1_000)).toMatchObject({ageMs: expect.any(Number)});
  let at = 1_000;
  while (back(at) !== undefined) at += 1_000;
  expect(at).toBeLessThanOrEqual(700_000);
});
