import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type RowMarks, withChanges} from '../../../src/account/model/marks.ts';
import {fieldOf, fieldsOf, mergeRows, rowId} from '../../../src/account/model/rows.ts';
import type {EasyOptionCard} from '../../../src/api/wire/records.ts';

const seed = 20261122;

const card = ([id, ask, note]: readonly [number, number, number]): EasyOptionCard => ({
  id: id === 0 ? '' : String(id),
  type: 'T',
  underlying: 'BTC',
  direction: 'UP',
  targetPrice: '1',
  expiryDate: 'd',
  title: 't',
  currentAskPrice: ask === 0 ? undefined : `${ask}`,
  also: note === 0 ? undefined : {note: `${note}`},
});

/** Lists of one answer after the other, out of few cards: many of them stay the same object at their place. */
const polls = fc
  .array(fc.tuple(fc.nat(5), fc.nat(2), fc.nat(1)), {minLength: 1, maxLength: 8})
  .map(all => all.map(card))
  .chain(pool =>
    fc
      .array(fc.array(fc.nat(7), {maxLength: 8}), {minLength: 2, maxLength: 6})
      .map(all => all.map(order => order.map(index => pool[index % pool.length] as EasyOptionCard))),
  );

/** Nothing of them is the same object as anything before. */
const copies = (rows: readonly EasyOptionCard[]) => rows.map(row => ({...row}));
const ids = (rows: readonly EasyOptionCard[]) => rows.map((row, index) => rowId('cards', row, index));
const isSingle = (rows: readonly EasyOptionCard[]) => new Set(ids(rows)).size === rows.length;

/** The same by the plain rule, row by row. */
function marksByRule(
  old: readonly EasyOptionCard[],
  fresh: readonly EasyOptionCard[],
  marks: ReadonlyMap<string, RowMarks>,
): Map<string, RowMarks> {
  const next = new Map<string, RowMarks>();
  for (const [index, row] of fresh.entries()) {
    const id = rowId('cards', row, index);
    const before = old[ids(old).indexOf(id)];
    if (before === undefined) continue;
    const changes = [...fieldsOf.cards, 'also']
      .map(field => ({field, before: fieldOf(before, field), after: fieldOf(row, field)}))
      .filter(change => JSON.stringify(change.before) !== JSON.stringify(change.after));
    const known = marks.get(id);
    if (changes.length > 0) next.set(id, withChanges(known, changes, 0));
    else if (known !== undefined) next.set(id, known);
  }
  return next;
}

describe('rows of a poll next to the rows on screen', () => {
  it('are the new rows, with a mark for each change, in any order', () => {
    fc.assert(
      fc.property(polls, fc.boolean(), (all, isAnew) => {
        let shown: readonly EasyOptionCard[] = [];
        let marks: ReadonlyMap<string, RowMarks> = new Map();
        for (const each of all.filter(isSingle)) {
          const fresh = isAnew ? copies(each) : each;
          const merged = mergeRows('cards', shown, fresh, marks, 0);
          expect(merged.rows).toEqual(fresh);
          const isSame = JSON.stringify(shown) === JSON.stringify(fresh);
          expect(merged.rows === shown).toBe(isSame);
          expect(merged.marks).toEqual(isSame ? marks : marksByRule(shown, fresh, marks));
          ({rows: shown, marks} = merged);
        }
      }),
      {seed, numRuns: 2_000},
    );
  });

  it('keep the row object of a row that is unchanged', () => {
    const [one, two] = [card([1, 1, 1]), card([2, 1, 0])];
    const {rows} = mergeRows('cards', [one, two], [{...two}, {...one}, card([3, 1, 0])], new Map(), 0);
    expect(rows[0]).toBe(two);
    expect(rows[1]).toBe(one);
  });
});
