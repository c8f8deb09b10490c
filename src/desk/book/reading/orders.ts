import type {Moment} from '../../model/moment.ts';
import {onlyTold} from './kept.ts';
import type {ListReading} from './known.ts';
import {endRound, type ListPlan, searching} from './list.ts';
import {areAlike, isWholeSearch} from './search.ts';

/**
 * Orders that work, all pages each time. Of one page an answer shows all of them at one instant. Of several
 * none does: an order that ends moves those behind it up, and one of them may pass between two pages unseen,
 * while another that is placed keeps the total as it was. So the pages are read again until two readings in a
 * row are alike: then what they show was there between the end of the one and the beginning of the other.
 */
export const ordersPlan: ListPlan<'orders'> = {
  begin: ask,
  conclude(list, {searches}, now) {
    const [last, before] = [searches.at(-1), searches.at(-2)];
    if (last === undefined) return list;
    const isAlike = last.asked === 1 || (before !== undefined && areAlike(before, last));
    const {from, unreadable, began} = last;
    if (isWholeSearch(last) && isAlike)
      return endRound(list, now, {
        kept: onlyTold(list.kept, from),
        unreadable,
        wholeFrom: unreadable > 0 ? list.wholeFrom : ((last.asked > 1 ? before?.began : began) ?? began),
      });
    if (last.lastTotal !== undefined && searches.length < mostReadings) return ask(list, now);
    return endRound(list, now, {unreadable}, last.lastTotal === undefined ? hasNoTotal : movesOn);
  },
  shown: {
    isMeant: () => true,
    end: (list, {began, from}, now) =>
      endRound(list, now, {kept: onlyTold(list.kept, from), wholeFrom: began}),
  },
};

const mostReadings = 4;
const movesOn = 'The list of orders changed each time it was read.';
const hasNoTotal = 'The service does not say how many orders work.';

function ask(list: ListReading<'orders'>, now: Moment): ListReading<'orders'> {
  return searching(list, 'all', [{query: {}}], now);
}
