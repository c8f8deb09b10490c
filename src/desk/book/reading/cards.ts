import type {Id} from '../../../api/wire/records.ts';
import {onlyTold} from './kept.ts';
import {endRound, type ListPlan, searching} from './list.ts';

/** What cards tell of an Easy Option, its expiry above all, hardly ever changes. */
export const cardsEveryMs = 60_000;

/**
 * Cards, active or not: a list tells no total, so each is read until a page is empty or repeats another.
 * @param held those that Easy Options were opened from: they are kept, even when no list shows them any more
 */
export function cardsPlan(held: () => ReadonlySet<Id>): ListPlan<'cards'> {
  return {
    begin: (list, now) =>
      searching(
        list,
        'all',
        ['true', 'false'].map(active => ({query: {active}, sort: {field: 'id', descending: false}})),
        now,
      ),
    conclude(list, {searches, began, from}, now) {
      const unreadable = searches.reduce((sum, each) => sum + each.unreadable, 0);
      const wholeFrom = unreadable > 0 ? list.wholeFrom : began;
      const ids = held();
      const kept = onlyTold(list.kept, from, ({id}) => ids.has(id));
      return endRound(list, now, {kept, unreadable, wholeFrom});
    },
  };
}
