import {isWholeList} from '../../desk/model/rows.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import {type FeedPane, feedPanes, type Pane, paneTitles} from '../../desk/model/vocabulary.ts';
import {markedOn} from '../../desk/order/several/rows.ts';
import {figureInView, indexInList, portfolioLines, rowsListed} from '../../desk/portfolio/pane/move.ts';
import {isPartial, type PortfolioRows} from '../../desk/portfolio/rows.ts';
import {type OptionTotals, optionTotals} from '../../desk/resources/easy-options.ts';
import {percentShown, rounded} from '../../desk/resources/figures.ts';
import {headingOf} from '../../desk/resources/resources.ts';
import type {Feed, State} from '../../desk/state.ts';
import {number, signed} from '../../desk/words/text.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, type Line, width} from '../format.ts';

/** @param below rows of the page below the visible ones */
export function summaryLine(state: State, below = 0): Line {
  const {pane, viewport} = state;
  const room = viewport.columns - 2;
  const places = placesOn(state, pane, below);
  const [totals, left] =
    pane === 'easyOptions' ? totalsIn(state, room, width(places.at(-1) ?? '')) : ['', room];
  const place = places.find(each => width(each) <= left) ?? '';
  if (totals === '') return [{text: ` ${place}`, tone: 'dim'}];
  const gap = ' '.repeat(Math.max(1, left + 2 - width(place)));
  return [
    {text: ` ${totals}`, tone: 'strong'},
    {text: gap + place, tone: 'dim'},
  ];
}

function placesOn(state: State, pane: Pane, below: number): string[] {
  switch (pane) {
    case 'activity':
      return placesInActivity(state, below);
    case 'portfolio':
      return portfolioPlaces(state, below);
    default:
      return placesOf(state, pane, below);
  }
}

/** The longest totals that leave space for the shortest position text. */
function totalsIn(state: State, room: number, place: number): [totals: string, left: number] {
  const feed = state.feeds.easyOptions;
  const totals = optionTotals(feed.rows);
  const ofPage = isWholeList(feed) ? '' : ' (this page)';
  const [first] = totals;
  if (first === undefined) return ['', room];
  const all = [whole, counted, brief, gainOnly].map(say => totals.map(say).join(' · '));
  const others = totals.length === 1 ? '' : ` +${totals.length - 1} more`;
  const texts = [...all, `${gainOnly(first)}${others}`].map(each => each + ofPage);
  const beside = texts.find(each => width(each) + 2 + place <= room);
  const text = beside ?? texts.find(each => width(each) <= room) ?? cut(texts.at(-1) ?? '', room);
  return [text, room - width(text) - 2];
}

type Say = (totals: OptionTotals) => string;

const named: Say = ({currency}) => sanitize(currency || 'no currency');
const states: Say = each =>
  [...each.states].map(([state, count]) => `${count} ${sanitize(state)}`).join(', ') || 'none open';
const percent: Say = each => (each.openPercent ? ` (${signed(percentShown(each.openPercent))} %)` : '');
const gained: Say = each => `P/L ${signed(rounded(each.open, each.currency))}`;
const closed: Say = each => signed(rounded(each.closed, each.currency));
const open: Say = each =>
  `invested ${number(rounded(each.invested, each.currency))}, ${gained(each)}${percent(each)}`;
const countOf = (each: OptionTotals) => [...each.states.values()].reduce((sum, count) => sum + count, 0);

const whole: Say = each => `${named(each)}: ${states(each)}: ${open(each)}; closed P/L ${closed(each)}`;
const counted: Say = each =>
  `${named(each)}: ${countOf(each)} open: ${open(each)}; closed P/L ${closed(each)}`;
const brief: Say = each => `${named(each)} open ${gained(each)}${percent(each)}, closed ${closed(each)}`;
const gainOnly: Say = each => `${named(each)} ${gained(each)}`;

function placesOf(state: State, pane: FeedPane, below: number): string[] {
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return [''];
  const page = pageWords(feed, lastPage(feed));
  const count = feed.total ?? `${feed.first + feed.rows.length}${feed.beyond?.isMore ? '+' : ''}`;
  const rows =
    feed.total === undefined ? `${feed.rows.length} rows` : `${feed.rows.length} of ${feed.total} rows`;
  const row = feed.selected === undefined ? undefined : feed.first + feed.selectedIndex + 1;
  const notes = [unreadable(feed), sorted(state, pane), clash(feed)].filter(Boolean);
  const {size} = markedOn(state, pane);
  const from = feed.filtered?.narrowedFrom;
  const all =
    from === undefined
      ? places(row, count, below, rows, [page, ...notes])
      : places(undefined, count, below, `${feed.rows.length} of ${from} on this page`, [page, ...notes]);
  return size === 0 ? all : all.map(each => joined([`${size} marked`, each]));
}

/** `page 2 of 9`; `page 1 of 9, not 2 as asked` */
export function pageWords({page, otherPage}: Feed, of = ''): string {
  return otherPage === undefined
    ? `page ${page + 1}${of}`
    : `page ${otherPage + 1}${of}, not ${page + 1} as asked`;
}

function placesInActivity({activity, activitySelected}: State, below: number): string[] {
  const at = activity.findIndex(each => each.id === activitySelected);
  return places(at < 0 ? undefined : at + 1, activity.length, below, '', ['newest first']);
}

function places(
  row: number | undefined,
  count: number | string,
  below: number,
  rows: string,
  notes: readonly string[],
): string[] {
  const place = row === undefined ? rows : `row ${row} of ${count}`;
  const more = below > 0 ? `↓ ${below} below` : '';
  const brief = [row === undefined ? '' : `${row}/${count}`, below > 0 ? `↓${below}` : ''];
  return [
    joined([place, more, ...notes]),
    joined([place, below > 0 ? `↓ ${below}` : '', ...notes]),
    joined([place, below > 0 ? `↓ ${below}` : '', notes[0] ?? '']),
    brief.filter(Boolean).join(' '),
  ];
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ');

function lastPage({total, pageSize, filtered}: Feed): string {
  if (filtered?.pages !== undefined) return ` of ${filtered.pages}`;
  return total === undefined || pageSize < 1 ? '' : ` of ${Math.max(1, Math.ceil(total / pageSize))}`;
}

const unreadable = (feed: Feed) =>
  feed.unreadable.length === 0 ? '' : `${feed.unreadable.length} unreadable`;

/** Reports the service's inconsistent totals without correcting them. */
function clash({rows, total, first}: Feed): string {
  return total !== undefined && rows.length > 0 && first + rows.length > total
    ? 'total below the row count'
    : '';
}

function sorted(state: State, pane: FeedPane): string {
  const feed: Feed = state.feeds[pane];
  const {sort, disorder, filtered} = feed;
  if (sort === undefined) return '';
  const isHere = !isSortedByService(state.settings.sortable, pane, sort.field);
  const isOfMany = (filtered?.searches ?? 1) > 1 && !isWholeList(feed);
  const where = isHere || isOfMany || disorder !== undefined ? ', this page only' : '';
  const why =
    disorder === undefined
      ? ''
      : `: ${disorder === 'as text' ? 'the service sorts it as text' : 'the service does not'}`;
  return `by ${headingOf(pane, sort.field)} ${sort.descending ? '▼' : '▲'}${where}${why}`;
}

/**
 * From the longest to the shortest.
 * @param below lines below the visible ones
 */
function portfolioPlaces(state: State, below: number): string[] {
  const {list, rows} = state.portfolio;
  const more = below > 0 ? `↓ ${below} below` : '';
  const brief = below > 0 ? `↓${below}` : '';
  if (list !== undefined) {
    const count = rowsListed(state)?.rows.length ?? 0;
    const name = sanitize(list.line.name);
    const at = count === 0 ? 'none' : `row ${indexInList(state) + 1} of ${count}`;
    return [
      [name, at, more, 'this page only'],
      [at, more, 'this page only'],
      [at, 'this page only'],
      [at],
    ].map(joined);
  }
  const lines = portfolioLines(state);
  const selected = figureInView(state);
  if (selected === undefined) return [readWords(rows)];
  const [at, count] = [lines.indexOf(selected) + 1, lines.length];
  const read = readWords(rows);
  return [
    [`figure ${at} of ${count}`, more, read],
    [`${at}/${count}`, brief, read],
    [read],
    [`${at}/${count}`, brief],
  ].map(joined);
}

function readWords(rows: PortfolioRows): string {
  const partly = feedPanes.filter(pane => isPartial(rows[pane])).map(pane => partWords(rows, pane));
  if (partly.length > 0) return partly.join(', ');
  return `the whole account: ${number(String(rows.easyOptions.read))} Easy Options, ${number(String(rows.trades.read))} trades`;
}

function partWords(rows: PortfolioRows, pane: FeedPane): string {
  const {read, total, isWhole, unreadable} = rows[pane];
  const of = paneTitles[pane];
  if (isWhole) return `${number(String(unreadable))} ${of} unreadable`;
  const count = total === undefined ? '' : ` of ${number(String(total))}`;
  return `${number(String(read))}${count} ${of} so far`;
}
