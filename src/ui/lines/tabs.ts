import {keyOf} from '../../desk/model/keys.ts';
import {isWholeList} from '../../desk/model/rows.ts';
import type {Feed, State} from '../../desk/model/state.ts';
import {isFeedPane, type Pane, panes, paneTitles} from '../../desk/model/vocabulary.ts';
import {width} from '../format.ts';
import {drawnFrom} from '../same.ts';
import type {Paint, Tone} from '../theme.ts';

const shortTitles: Record<Pane, string> = {
  cards: 'Cards',
  easyOptions: 'Easy',
  orders: 'Ord',
  trades: 'Trd',
  activity: 'Act',
  book: 'Bk',
};

/** Behind the count of a pane with a filter. */
const filterMark = '/';

/** Beside the rest how many records each pane holds, as it is shown. */
type TabsFacts = Readonly<Record<Pane, string>> & {
  readonly columns: number;
  readonly bindings: State['settings']['bindings'];
  readonly inView: Pane;
  readonly unvisited: State['unvisited'];
};

/**
 * The panes with their keys and how many records they hold, as long as there is room for that. One with news
 * that nobody has looked at bears a star.
 */
export const tabsLine = drawnFrom(factsOf, draw);

function factsOf(state: State): TabsFacts {
  return {
    columns: state.viewport.columns,
    bindings: state.settings.bindings,
    inView: state.pane,
    unvisited: state.unvisited,
    cards: countOf(state, 'cards'),
    easyOptions: countOf(state, 'easyOptions'),
    orders: countOf(state, 'orders'),
    trades: countOf(state, 'trades'),
    activity: countOf(state, 'activity'),
    book: '',
  };
}

function draw(facts: TabsFacts, paint: Paint): string {
  const key = (pane: Pane) => keyOf(facts.bindings, `pane.${pane}`);
  const star = (pane: Pane) => (facts.unvisited.has(pane) ? '*' : '');
  const slash = (pane: Pane) => (facts[pane].endsWith(filterMark) ? filterMark : '');
  const labels: ((pane: Pane) => string)[] = [
    pane => `${key(pane)} ${paneTitles[pane]}${facts[pane]}${star(pane)}`,
    pane => `${key(pane)} ${shortTitles[pane]}${facts[pane]}${star(pane)}`,
    pane => `${key(pane)} ${shortTitles[pane]}${slash(pane)}${star(pane)}`,
    pane => `${key(pane)}${shortTitles[pane]}${slash(pane)}${star(pane)}`,
  ];
  let fitting: string[] = [];
  for (const label of labels) {
    fitting = panes.map(label);
    if (width(fitting.join('')) + fitting.length * 2 <= facts.columns) break;
  }
  return panes
    .map((pane, index) => paint(toneOf(facts, pane), ` ${fitting[index]} `))
    .join('')
    .trimEnd();
}

function toneOf({inView, unvisited}: TabsFacts, pane: Pane): Tone {
  if (pane === inView) return 'tab';
  return unvisited.has(pane) ? 'strong' : 'plain';
}

/**
 * The service's own total, or as many as there are up to here, with a plus where more are known to follow. A
 * slash tells that a filter is on.
 */
function countOf(state: State, pane: Pane): string {
  if (pane === 'activity') return state.activity.length === 0 ? '' : ` ${state.activity.length}`;
  if (!isFeedPane(pane)) return '';
  const {loadedAt} = state.feeds[pane];
  const mark = isFiltered(state, pane) ? filterMark : '';
  return loadedAt === undefined ? mark : ` ${rowsOf(state.feeds[pane])}${mark}`;
}

function isFiltered({feeds}: State, pane: Pane): boolean {
  return isFeedPane(pane) && feeds[pane].filterText !== '';
}

function rowsOf(feed: Feed): string {
  const {rows, total, beyond, first, filtered} = feed;
  if (filtered?.narrowedFrom !== undefined) return `${rows.length}${isWholeList(feed) ? '' : '+'}`;
  return `${total ?? first + rows.length}${total === undefined && beyond?.isMore ? '+' : ''}`;
}
