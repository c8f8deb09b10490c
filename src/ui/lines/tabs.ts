import {keyOf} from '../../desk/keys.ts';
import {isWholeList} from '../../desk/model/rows.ts';
import {isFeedPane, type Pane, panes, paneTitles, type Tone} from '../../desk/model/vocabulary.ts';
import {ofEach} from '../../desk/resources/resources.ts';
import type {Feed, State} from '../../desk/state.ts';
import {type Line, width} from '../format.ts';
import {drawnFrom} from '../same.ts';

const shortTitles: Readonly<Record<Pane, string>> = {
  ...ofEach(({shortTitle}) => shortTitle),
  activity: 'Act',
  portfolio: 'Pf',
};

const filterMark = '/';

type TabsFacts = Readonly<Record<Pane, string>> & {
  readonly columns: number;
  readonly bindings: State['settings']['bindings'];
  readonly inView: Pane;
  readonly unvisited: State['unvisited'];
};

export const tabsLine = drawnFrom(factsOf, draw);

function factsOf(state: State): TabsFacts {
  return {
    columns: state.viewport.columns,
    bindings: state.settings.bindings,
    inView: state.pane,
    unvisited: state.unvisited,
    ...ofEach((_, pane) => countOf(state, pane)),
    activity: countOf(state, 'activity'),
    portfolio: '',
  };
}

function draw(facts: TabsFacts): Line {
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
  return panes.map((pane, index) => ({text: ` ${fitting[index]} `, tone: toneOf(facts, pane)}));
}

function toneOf({inView, unvisited}: TabsFacts, pane: Pane): Tone {
  if (pane === inView) return 'tab';
  return unvisited.has(pane) ? 'strong' : 'plain';
}

/** The service's total, else the known rows, with a plus if more follow. A slash marks a filter. */
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
