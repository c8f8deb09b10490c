import {describe, expect, it} from 'vitest';
import {noLatency, withAnswer} from '../../../src/desk/feeds/way.ts';

const after = (times: readonly number[], start = noLatency) => times.reduce(withAnswer, start);

describe('the latency of the service', () => {
  it('stands still while answers are about as fast, though they cross a step of what is shown', () => {
    const first = after([18]);
    const shown = Array.from({length: 100}, (_, poll) => (poll % 2 === 0 ? 24 : 16)).map(
      (_, poll, times) => after(times.slice(0, poll + 1), first).latencyMs,
    );
    expect(new Set(shown)).toEqual(new Set([18]));
  });

  it('is not moved by one or two answers that were held up', () => {
    expect(after([10, 10, 900, 10, 900, 10]).latencyMs).toBe(10);
  });

  it('follows a way that became slow, and one that became fast again', () => {
    const slow = after([10, 10, 10, 300, 300, 300, 300, 300]);
    expect(slow.latencyMs).toBe(300);
    expect(after([10, 10, 10, 10, 10], slow).latencyMs).toBe(10);
  });
});
