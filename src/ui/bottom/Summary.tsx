import {useCallback} from 'react';
import {isWholeList} from '../../account/model/rows.ts';
import {isSortedByService} from '../../account/model/sorting.ts';
import {type FeedPane, isFeedPane} from '../../account/model/vocabulary.ts';
import {type OptionTotals, optionTotals} from '../../account/portfolio/groups.ts';
import {workingNotional} from '../../account/portfolio/order-totals.ts';
import {cashOf, tradeFees} from '../../account/portfolio/trade-sums.ts';
import {percentShown, rounded} from '../../account/resources/figures.ts';
import {headingOf} from '../../account/resources/resources.ts';
import {counted, number, signed} from '../../account/words/text.ts';
import {markedOn} from '../../desk/order/several/marks.ts';
import {fillsLacking, fillsWords} from '../../desk/portfolio/unlisted.ts';
import {sortSign} from '../../desk/signs.ts';
import type {Feed, State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {cut, type Line, width} from '../format.ts';
import {ownPaneViews} from '../own-pane-views.ts';

/** `below` counts the rows of the page below the visible ones. */
export function Summary({columns, below}: OneLine & {readonly below: (state: State) => number}) {
  const select = useCallback((state: State) => summaryLine(state, below(state)), [below]);
  return <LineOf select={select} columns={columns} />;
}

export function summaryLine(state: State, below = 0): Line {
  const {totals, places} = summaryOf(state, below);
  const room = state.viewport.columns - 2;
  const least = width(places.at(-1) ?? '') + 2;
  const fitting = (taken: number) => totals.find(each => width(each) + taken <= room);
  const total = fitting(least) ?? fitting(0) ?? cut(totals.at(-1) ?? '', room);
  const left = total === '' ? room : room - width(total) - 2;
  const place = places.find(each => width(each) <= left) ?? '';
  if (total === '') return [{text: ` ${place}`, tone: 'dim'}];
  return [
    {text: ` ${total}`, tone: 'strong'},
    {text: ' '.repeat(Math.max(1, left + 2 - width(place))) + place, tone: 'dim'},
  ];
}

/**
 * Each from the longest text to the shortest.
 * @param below rows of the page below the visible ones
 */
export function summaryOf(state: State, below = 0): Readonly<Record<'totals' | 'places', readonly string[]>> {
  const {pane} = state;
  if (!isFeedPane(pane)) {
    const [rows, ...notes] = ownPaneViews[pane].summary(state);
    return {totals: [], places: places(rows, below, notes)};
  }
  const totals = pane === 'easyOptions' ? totalsIn(state.feeds.easyOptions) : [];
  return {totals, places: placesOf(state, pane, below)};
}

function totalsIn(feed: State['feeds']['easyOptions']): string[] {
  const totals = optionTotals(feed.rows);
  if (totals.length === 0) return [];
  const others = totals.length === 1 ? '' : ` +${totals.length - 1} more`;
  const each = totals.map(sayTotals);
  const all = [0, 1, 2, 3].map(at => each.map(said => said[at]).join(' · '));
  const ofPage = isWholeList(feed) ? '' : ' (this page)';
  return [...all, `${each[0]?.at(-1)}${others}`].map(words => words + ofPage);
}

const lacks = (count: number, what = 'unpriced') => (count === 0 ? '' : ` (${count} ${what})`);

/** Whole, with the number of open ones, without what is invested, and the P/L alone. */
function sayTotals({currency, states, open, closed}: OptionTotals) {
  const {count, invested, pl, percent: share} = open;
  const money = (sum: string | undefined) => rounded(sum, currency);
  const name = sanitize(currency || 'no currency');
  const gained = `P/L ${pl.without === count ? 'n/a' : signed(money(pl.sum))}`;
  const percent = share ? ` (${signed(percentShown(share))} %)` : '';
  const gain = `${gained}${lacks(pl.without)}${percent}`;
  const opened = `invested ${number(money(invested.sum))}, ${gain}`;
  const named = [...states].map(([state, {length}]) => `${length} ${sanitize(state)}`).join(', ');
  /** A filter may leave out the open or the closed ones: these have no sum then, and not 0. */
  const ifOpen = (words: string) => (count === 0 ? '' : words);
  const ended = (words: string) =>
    closed.count === 0 ? '' : `${words} ${signed(money(closed.pl.sum))}${lacks(closed.pl.without)}`;
  const told = (between: string, ...parts: readonly string[]) => parts.filter(Boolean).join(between);
  return [
    `${name}: ${told('; ', ifOpen(`${named}: ${opened}`), ended('closed P/L'))}`,
    `${name}: ${told('; ', ifOpen(`${count} open: ${opened}`), ended('closed P/L'))}`,
    `${name} ${told(', ', ifOpen(`open ${gain}`), ended('closed'))}`,
    `${name} ${ifOpen(`${gained}${lacks(pl.without, 'n/a')}`) || ended('closed')}`,
  ];
}

function placesOf(state: State, pane: FeedPane, below: number): string[] {
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return [''];
  const {total, pageSize, rows, first, unreadable} = feed;
  const last = total === undefined || pageSize < 1 ? '' : ` of ${Math.max(1, Math.ceil(total / pageSize))}`;
  const page = pageWords(feed, last);
  const lost = unreadable.length === 0 ? '' : `${unreadable.length} unreadable`;
  // The service's inconsistent totals are reported, and not corrected.
  const isClash = total !== undefined && rows.length > 0 && first + rows.length > total;
  const clash = isClash ? 'total below the row count' : '';
  const notes = [lost, sumsOn(state, pane), sorted(state, pane), clash].filter(Boolean);
  const {size} = markedOn(state, pane);
  const all = places(rowsWords(feed), below, [page, ...notes]);
  return size === 0 ? all : all.map(each => joined([`${size} marked`, each]));
}

/** The number of the selected row is left out: it would cost bytes with each key. */
function rowsWords({rows: {length}, total, beyond, filtered}: Feed): string {
  const from = filtered?.narrowedFrom;
  if (from !== undefined) return `${length} of ${from} on this page`;
  if (total === undefined && beyond?.isMore) return `${length}+ rows`;
  return total === undefined || total === length ? counted(length, 'row') : `${length} of ${total} rows`;
}

function sumsOn(state: State, pane: FeedPane): string {
  const {feeds} = state;
  const {orders, trades} = feeds;
  const sums = {
    ...(pane === 'orders' && {'notional working': workingNotional(orders.rows, trades.rows)}),
    ...(pane === 'trades' && {'net cash': cashOf(trades.rows), fees: tradeFees(trades.rows).total.fees}),
  };
  const shown = Object.entries(feeds[pane].rows.length === 0 ? {} : sums).map(([name, {sum, without}]) => {
    return `${name} ${number(rounded(sum, undefined))}${lacks(without, 'without')}`;
  });
  if (shown.length === 0) return '';
  const fills = pane === 'trades' ? fillsWords(fillsLacking(state)) : '';
  return [shown.join(', '), isWholeList(feeds[pane]) ? '' : '(this page)', fills].filter(Boolean).join(' ');
}

/** `page 2 of 9`; `page 1 of 9, not 2 as asked` */
export function pageWords({page, otherPage}: Feed, of = ''): string {
  return otherPage === undefined
    ? `page ${page + 1}${of}`
    : `page ${otherPage + 1}${of}, not ${page + 1} as asked`;
}

function places(rows: string, below: number, notes: readonly string[]): string[] {
  const [more = '', less = '', least = ''] = below > 0 ? [`↓ ${below} below`, `↓ ${below}`, `↓${below}`] : [];
  return [
    joined([rows, more, ...notes]),
    joined([rows, less, ...notes]),
    joined([rows, less, notes[0] ?? '']),
    joined([rows, less]),
    least,
  ];
}

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ');

function sorted(state: State, pane: FeedPane): string {
  const feed: Feed = state.feeds[pane];
  const {sort, isDisordered} = feed;
  if (sort === undefined) return '';
  const isHere = !isSortedByService(state.settings.sortable, pane, sort.field);
  const where = isHere || isDisordered ? ', this page only' : '';
  const why = isDisordered ? ': the service does not' : '';
  return `by ${headingOf(pane, sort.field)} ${sortSign(sort).sign}${where}${why}`;
}
