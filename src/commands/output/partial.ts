import {isSortedByService, type Sortable} from '../../desk/model/sorting.ts';
import {feedPanes, paneSlugs} from '../../desk/model/vocabulary.ts';
import type {PortfolioRows} from '../../desk/portfolio/rows.ts';
import {grouped} from '../../desk/words/amounts.ts';

/** `PARTIAL: 4,000 of 9,120 records of easy-options`; empty if the list is complete. */
export function partialLines(rows: PortfolioRows): string[] {
  return feedPanes.flatMap(pane => {
    const {isWhole, unreadable, read, total} = rows[pane];
    const of = (records: number) => `${records === 1 ? 'record' : 'records'} of ${paneSlugs[pane]}`;
    const lost = unreadable > 0 ? [`PARTIAL: ${count(unreadable)} ${of(unreadable)} cannot be read`] : [];
    const all = total === undefined ? '?' : count(total);
    return isWhole || unreadable > 0 ? lost : [`PARTIAL: ${count(read)} of ${all} ${of(total ?? 0)}`];
  });
}

/** Unless the service sorts by id, a record may move between pages during the read. */
export function unsortedLines(sortable: Sortable): string[] {
  const lists = (['cards', 'easyOptions'] as const).filter(pane => !isSortedByService(sortable, pane, 'id'));
  if (lists.length === 0) return [];
  const named = lists.map(pane => paneSlugs[pane]).join(' and ');
  return [`Read in default order, because dialect.sort has no id: ${named}`];
}

const count = (of: number) => grouped(String(of));
