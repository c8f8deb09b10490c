import {type Freshness, freshness} from '../../desk/model/freshness.ts';
import {type FeedPane, feedPanes, isFeedPane, type Pane, paneTitles} from '../../desk/model/vocabulary.ts';
import {portfolioFreshness} from '../../desk/portfolio/facts.ts';
import {rowsListed} from '../../desk/portfolio/pane/move.ts';
import {headingOf} from '../../desk/resources/resources.ts';
import type {Feed, State} from '../../desk/state.ts';
import {seconds} from '../../desk/words/times.ts';
import {textOf} from '../format.ts';
import {filteredWords} from '../lines/filter.ts';
import {faultInView} from '../lines/footer.ts';
import {pageWords, summaryLine} from '../lines/summary.ts';
import {sentence} from '../sheet/words.ts';
import {portfolioSentences} from '../table/portfolio/view.ts';
import {noRows, placeInWords, rowAtAGlance} from './rows.ts';

/** So wide that no line is cut. */
export function unbounded(state: State): State {
  return {...state, viewport: {columns: 4_000, rows: 400}};
}

export function paneInWords(state: State): string[] {
  const {pane} = state;
  const title = paneTitles[pane];
  if (pane === 'portfolio') return portfolioInWords(state);
  if (pane === 'activity') {
    const {length} = state.activity;
    return length === 0 ? [`${title}, nothing yet.`] : [`${title}, ${lines(length)}.`, rowAtAGlance(state)];
  }
  const feed: Feed = state.feeds[pane];
  if (feed.loadedAt === undefined) return [sentence(`${title}, ${faultInView(state) ?? 'reading'}`)];
  const age = staleInWords(state);
  return [
    sentence([title, filterInWords(feed), countInWords(feed), sortInWords(feed)].filter(Boolean).join(', ')),
    ...(age === '' ? [] : [age]),
    ...(feed.rows.length === 0 ? [] : [rowAtAGlance(state)]),
  ];
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

function countInWords(feed: Feed): string {
  const {rows, total, page, otherPage} = feed;
  const count = rows.length === 1 ? '1 row' : `${rows.length} rows`;
  const of = total === undefined || total === rows.length ? '' : ` of ${total}`;
  const place = page > 0 || otherPage !== undefined ? `, ${pageWords(feed)}` : '';
  return `${rows.length === 0 ? noRows(feed) : count}${of}${place}`;
}

function filterInWords({filterText}: Feed): string {
  return filterText === '' ? '' : `filter ${filterText}`;
}

export function sortInWords({pane, sort}: Feed): string {
  return sort === undefined
    ? ''
    : `by ${headingOf(pane, sort.field)} ${sort.descending ? 'downward' : 'upward'}`;
}

/** The first figures are made of Easy Options. */
export function isPortfolioRead({portfolio}: State): boolean {
  return portfolio.rows.easyOptions.began !== undefined;
}

function portfolioInWords(state: State): string[] {
  if (!isPortfolioRead(state)) return ['Portfolio, reading.'];
  const list = rowsListed(state);
  if (list !== undefined) {
    const {length} = list.rows;
    return [`Rows of the figure, ${length}.`, ...(length === 0 ? [] : [rowAtAGlance(state)])];
  }
  const all = portfolioSentences(state).map(sentence);
  const isShort = state.listening?.verbosity === 'short';
  const [selected = ''] = all.slice(-1);
  const first = all.slice(0, -1);
  if (isShort) return ['Portfolio.', selected];
  const isAmongThem = first.some(each => selected.endsWith(` ${each}`));
  return ['Portfolio.', ...first, isAmongThem ? sentence(placeInWords(state)) : selected];
}

export function placeOfAll(state: State): string[] {
  const {pane} = state;
  const feed: Feed | undefined = isFeedPane(pane) ? state.feeds[pane] : undefined;
  const how = feed === undefined ? [] : [filterInWords(feed), filteredWords(feed)];
  const place = textOf(summaryLine(unbounded(state)))
    .trim()
    .replace(/ {3,}/g, ', ');
  return [
    [paneTitles[pane], ...how, place].filter(each => each !== '').join(', '),
    ...elsewhere(state),
    ageInWords(state),
    ...(pane === 'portfolio' ? portfolioSentences(state).slice(-1) : [rowAtAGlance(state)]),
  ]
    .map(sentence)
    .filter(each => each !== '');
}

function elsewhere({unvisited, feeds, pane}: State): string[] {
  const named = (some: readonly Pane[]) => some.map(each => paneTitles[each]).join(', ');
  const filtered = feedPanes.filter(each => each !== pane && feeds[each].filterText !== '');
  const news = [...unvisited];
  return [
    ...(news.length === 0 ? [] : [`News on ${named(news)}`]),
    ...(filtered.length === 0 ? [] : [`A filter on ${named(filtered)} as well`]),
  ];
}

function ageOf(state: State): Freshness {
  const {pane} = state;
  if (pane === 'portfolio') return portfolioFreshness(state);
  return freshness(state, isFeedPane(pane) ? pane : youngest(state));
}

function youngest({feeds}: State): FeedPane {
  const at = (pane: FeedPane) => feeds[pane].loadedAt?.mono ?? -1;
  return feedPanes.reduce((best, pane) => (at(pane) > at(best) ? pane : best));
}

export function isStaleNow(state: State): boolean {
  return ageOf(state).kind === 'stale';
}

/** '' while the data are fresh. */
export function staleInWords(state: State): string {
  const age = ageOf(state);
  if (age.kind !== 'stale') return '';
  const why = faultInView(state);
  return sentence(`STALE, ${seconds(age.ageMs)} old${why === undefined ? '' : `: ${why}`}`);
}

function ageInWords(state: State): string {
  const age = ageOf(state);
  return age.kind === 'fresh' ? `Data ${seconds(age.ageMs)} old` : staleInWords(state);
}
