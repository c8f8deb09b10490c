import {describe, expect, it} from 'vitest';
import {median} from './machine.ts';
import {clockTitle, createMarket} from './market.ts';
import {aligned, ratioTo} from './report.ts';

describe('the simulated market for all programs', () => {
  it('moves exactly a fifth of the cards each second, always the clock, the same in every run', () => {
    const [one, other] = [createMarket(40, 7), createMarket(40, 7)];
    for (let second = 1; second <= 20; second += 1) {
      const before = structuredClone(one.cards());
      one.tick();
      other.tick();
      const moved = one
        .cards()
        .filter((card, index) => card.currentAskPrice !== before[index]?.currentAskPrice);
      expect(moved).toHaveLength(8);
      expect(moved[0]?.title).toBe(clockTitle);
      expect(one.cards()).toEqual(other.cards());
    }
  });
});

describe('the table of figures', () => {
  it('takes the median of the measurements', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
  });

  it('compares a figure with its goal, and only zero reaches a goal of zero', () => {
    expect(ratioTo(4, 2)).toBe(0.5);
    expect(ratioTo(0, 0)).toBe(1);
    expect(ratioTo(0, 0.5)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is aligned in columns', () => {
    expect(
      aligned([
        ['a', 'bb'],
        ['ccc', 'd'],
      ]),
    ).toBe('a    bb\nccc   d');
  });
});
