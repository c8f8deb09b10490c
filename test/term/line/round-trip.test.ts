import {describe, expect, it} from 'vitest';
import {measured, noRoundTrip, type RoundTrip} from '../../../src/term/line/line.ts';

const after = (times: readonly number[], start: RoundTrip = noRoundTrip(false)) =>
  times.reduce(measured, start);

describe('the quality to the terminal', () => {
  it('is told in coarse steps once a few answers have come', () => {
    expect(after([310, 305]).quality.answerMs).toBeUndefined();
    expect(after([310, 305, 320]).quality.answerMs).toBe(500);
    expect(after([30, 35, 40]).quality.answerMs).toBe(100);
    expect(after([7000, 8000, 9000]).quality.answerMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not flip where the answers are about a step', () => {
    let trip = after([480, 480, 480, 480, 480]);
    const {quality} = trip;
    for (let answer = 0; answer < 200; answer += 1) trip = measured(trip, answer % 2 === 0 ? 440 : 560);
    expect(trip.quality).toBe(quality);
  });

  it('follows where they are far outside of it, and not a single one that was held up', () => {
    const trip = after([310, 310, 310, 310, 310]);
    expect(measured(trip, 60_000).quality).toBe(trip.quality);
    expect(after([1500, 1500, 1500], trip).quality.answerMs).toBe(2000);
    expect(after([30, 30, 30], trip).quality.answerMs).toBe(100);
  });

  it('is remote once five answers in a row took over 100 ms, and stays so', () => {
    expect(after([400, 400, 400, 400]).quality.isRemote).toBe(false);
    expect(after([400, 400, 2, 400, 400]).quality.isRemote).toBe(false);
    const trip = after([150, 150, 150, 150, 150]);
    expect(trip.quality.isRemote).toBe(true);
    expect(after([1, 1, 1, 1, 1, 1, 1], trip).quality.isRemote).toBe(true);
  });
});
