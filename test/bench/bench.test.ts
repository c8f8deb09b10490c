import {describe, expect, it} from 'vitest';
import {type Cells, leastBytes, leastMove} from './least.ts';
import {median} from './machine.ts';
import {clockTitle, createMarket} from './market.ts';
import {aligned, ratioTo} from './report.ts';

const screen = (...rows: string[]): Cells => rows.map(row => [...row]);

describe('the minimum of bytes for a change', () => {
  it('is zero if nothing changed', () => {
    const same = screen('abc', 'def');
    expect(leastBytes(same, same, {row: 0, column: 0})).toEqual({characters: 0, moves: 0});
  });

  it('is the changed characters if the cursor is already there', () => {
    const seen = leastBytes(screen('abc'), screen('xyc'), {row: 0, column: 0});
    expect(seen).toEqual({characters: 2, moves: 0});
  });

  it('repeats a short gap instead of moving the cursor over it', () => {
    const seen = leastBytes(screen('abcd'), screen('xbcy'), {row: 0, column: 0});
    expect(seen).toEqual({characters: 2, moves: 2});
  });

  it('counts the bytes of a character, and a full cursor position if the cursor is unknown', () => {
    const seen = leastBytes(screen('  ', '  '), screen('  ', ' ▲'), undefined);
    expect(seen).toEqual({characters: 3, moves: '\x1b[2;2H'.length});
  });

  it.each([
    ['one row down in the same column', {row: 3, column: 7}, {row: 4, column: 7}, 1],
    ['two columns back', {row: 3, column: 7}, {row: 3, column: 5}, 2],
    ['the edge', {row: 3, column: 70}, {row: 3, column: 0}, 1],
    ['far away', {row: 3, column: 70}, {row: 30, column: 20}, '\x1b[31;21H'.length],
    ['up a row', {row: 3, column: 7}, {row: 2, column: 7}, '\x1b[A'.length],
  ])('moves the cursor with the fewest bytes: %s', (_, from, to, bytes) => {
    expect(leastMove(from, to)).toBe(bytes);
  });
});

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
