import {describe, expect, it} from 'vitest';
import {collectGarbage, collectWhenQuiet, fitHeapToRows} from '../../../src/commands/dashboard/heap.ts';

/** Timers by hand, a person at the keyboard, and a collection that takes as long as it is told. */
function quietDesk(collectionMs = 40) {
  let time = 0;
  let cpu = 0;
  let keyCount = 0;
  const collectedAt: number[] = [];
  const timers: {at: number; then: () => void}[] = [];
  collectWhenQuiet({
    after: (ms, then) => void timers.push({at: time + ms, then}),
    keyCount: () => keyCount,
    cpuMs: () => cpu,
    collect: () => {
      collectedAt.push(time);
      cpu += collectionMs;
    },
  });
  return {
    collectedAt,
    press: () => {
      keyCount += 1;
    },
    /** Until the next timer, which runs. */
    next: () => {
      const timer = timers.shift();
      time = timer?.at ?? time;
      timer?.then();
    },
  };
}

describe('the collection of garbage', () => {
  it('comes a minute after the start, and every two minutes from then on', () => {
    const desk = quietDesk();
    for (let turn = 0; turn < 3; turn += 1) desk.next();
    expect(desk.collectedAt).toEqual([60_000, 180_000, 300_000]);
  });

  it('waits until nothing was typed for five seconds', () => {
    const desk = quietDesk();
    desk.press();
    desk.next();
    desk.press();
    desk.next();
    expect(desk.collectedAt).toEqual([]);
    desk.next();
    expect(desk.collectedAt).toEqual([70_000]);
  });

  it('takes no more than a thousandth of a core, however large the heap', () => {
    const desk = quietDesk(300);
    desk.next();
    desk.next();
    expect(desk.collectedAt).toEqual([60_000, 60_000 + 300_000]);
  });

  it('gives back what nobody holds any more', () => {
    const heapMiB = () => process.memoryUsage().heapUsed / 2 ** 20;
    collectGarbage();
    const before = heapMiB();
    let held: unknown = Array.from({length: 200_000}, (_, index) => ({index, text: `row ${index}`}));
    expect(held).toHaveLength(200_000);
    expect(heapMiB() - before).toBeGreaterThan(10);
    held = undefined;
    collectGarbage();
    expect(heapMiB() - before).toBeLessThan(3);
  });
});

describe('a heap with many rows', () => {
  it('is kept small while they are there, and shrinks once they are on the screen', () => {
    const told: string[] = [];
    const fit = fitHeapToRows({
      after: (ms, then) => {
        told.push(`after ${ms}`);
        then();
      },
      collect: () => void told.push('collect'),
      setFlag: flag => void told.push(flag),
    });
    for (const rows of [0, 40, 1_999]) fit(rows);
    expect(told).toEqual([]);
    for (const rows of [2_000, 10_000, 2_000]) fit(rows);
    const small = ['--heap-growing-percent=20', '--semi-space-growth-factor=1'];
    expect(told.splice(0)).toEqual([...small, 'after 1000', 'collect']);
    for (const rows of [40, 1_999]) fit(rows);
    expect(told).toEqual(['--heap-growing-percent=0', '--semi-space-growth-factor=2']);
  });
});
