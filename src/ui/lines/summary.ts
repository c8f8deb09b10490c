import {optionTotals} from '../../desk/model/figures.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import type {Feed, State} from '../../desk/model/state.ts';
import type {FeedPane} from '../../desk/model/vocabulary.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, number, signed, width} from '../format.ts';
import type {Paint} from '../theme.ts';

/** What the page adds up to, and which page of what it is. */
export function summaryLine(state: State, paint: Paint): string {
  const {pane} = state;
  const {columns} = state.viewport;
  if (pane === 'activity') return paint('dim', ' newest first');
  const place = placeOf(state, pane);
  const totals = pane === 'easyOptions' ? totalsOf(state) : '';
  const room = columns - 2 - width(totals);
  const shown = place.find(each => width(each) + (totals === '' ? 0 : 2) <= room) ?? '';
  if (totals === '') return ` ${paint('dim', shown)}`;
  return ` ${paint('strong', totals)}${' '.repeat(Math.max(1, room - width(shown)))}${paint('dim', shown)}`;
}

function totalsOf(state: State): string {
  const totals = optionTotals(state.feeds.easyOptions.rows);
  const {columns} = state.viewport;
  const long = totals.map(
    each =>
      `${sanitize(each.currency || 'no currency')}: ${each.active} active, invested ${number(each.invested)}, open P/L ${signed(each.open)}, closed P/L ${signed(each.closed)}`,
  );
  const brief = totals.map(
    each => `${sanitize(each.currency)} P/L ${signed(each.open)} open ${signed(each.closed)} closed`,
  );
  const whole = totals.length === 0 ? '' : `${long.join(' · ')} (this page)`;
  if (width(whole) <= columns - 2) return whole;
  const short = brief.join(' · ');
  return width(short) <= columns - 2 ? short : cut(brief[0] ?? '', columns - 2);
}

/** From the fullest to the briefest, for whatever room there is. */
function placeOf(state: State, pane: FeedPane): string[] {
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return [''];
  const page = `page ${feed.page + 1}${lastPage(feed)}`;
  const rows =
    feed.total === undefined ? `${feed.rows.length} rows` : `${feed.rows.length} of ${feed.total} rows`;
  const notes = [unreadable(feed), sorted(state, pane), clash(feed)].filter(Boolean);
  return [[page, rows, ...notes].join(' · '), [page, ...notes].join(' · '), page];
}

function lastPage({total, pageSize}: Feed): string {
  return total === undefined || pageSize < 1 ? '' : ` of ${Math.max(1, Math.ceil(total / pageSize))}`;
}

const unreadable = (feed: Feed) =>
  feed.unreadable.length === 0 ? '' : `${feed.unreadable.length} unreadable`;

/** Totals that disagree with the items are the service's; they are said, not mended. */
function clash({rows, total, page, pageSize}: Feed): string {
  return total !== undefined && rows.length > 0 && page * pageSize + rows.length > total
    ? 'the total is less than the rows'
    : '';
}

function sorted(state: State, pane: FeedPane): string {
  const {sort} = state.feeds[pane];
  if (sort === undefined) return '';
  const where = isSortedByService(state.settings.sortable, pane, sort) ? '' : ', this page only';
  return `by ${sort.field} ${sort.descending ? '▼' : '▲'}${where}`;
}
