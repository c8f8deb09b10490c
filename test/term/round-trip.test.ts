import {describe, expect, it} from 'vitest';
import {measured, noRoundTrip, type RoundTrip} from '../../src/term/terminal-line.ts';

const after = (times: readonly number[], start: RoundTrip = noRoundTrip(false)) =>
  times.reduce(measured, start);

describe('the link quality to the terminal', () => {
  it('is reported in coarse steps after a few answers', () => {
    expect(after([310, 305]).quality.answerMs).toBeUndefined();
    expect(after([310, 305, 320]).quality.answerMs).toBe(500);
    expect(after([30, 35, 40]).quality.answerMs).toBe(100);
    expect(after([7000, 8000, 9000]).quality.answerMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('does not flip if the answers are near a step', () => {
    let trip = after([480, 480, 480, 480, 480]);
    const {quality} = trip;
    for (let answer = 0; answer < 200; answer += 1) trip = measured(trip, answer % 2 === 0 ? 440 : 560);
    expect(trip.quality).toBe(quality);
  });

  it('follows answers that are far outside its step, but not a single delayed one', () => {
    const trip = after([310, 310, 310, 310, 310]);
    expect(measured(trip, 60_000).quality).toBe(trip.quality);
    expect(after([1500, 1500, 1500], trip).quality.answerMs).toBe(2000);
    expect(after([30, 30, 30], trip).quality.answerMs).toBe(100);
  });

  it('is remote when five answers in a row took over 100 ms, and stays remote', () => {
    expect(after([400, 400, 400, 400]).quality.isRemote).toBe(false);
    expect(after([400, 400, 2, 400, 400]).quality.isRemote).toBe(false);
    const trip = after([150, 150, 150, 150, 150]);
    expect(trip.quality.isRemote).toBe(true);
    expect(after([1, 1, 1, 1, 1, 1, 1], trip).quality.isRemote).toBe(true);
  });
});
