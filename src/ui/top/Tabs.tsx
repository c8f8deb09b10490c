import {isWholeList} from '../../account/model/rows.ts';
import {isFeedPane, type Pane, paneNames, panes} from '../../account/model/vocabulary.ts';
import {isLeftBehind} from '../../desk/feeds/freshness.ts';
import {keyOf} from '../../desk/keys.ts';
import type {Feed, State} from '../../desk/state.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {type Line, width} from '../format.ts';
import {ownPaneViews} from '../own-pane-views.ts';

export const Tabs = ({columns}: OneLine) => <LineOf select={tabsLine} columns={columns} />;

export function tabsLine(state: State): Line {
  const {settings, viewport, unvisited, pane: inView} = state;
  const key = (pane: Pane) => keyOf(settings.bindings, `pane.${pane}`);
  const isBehind = (pane: Pane) => isFeedPane(pane) && pane !== inView && isLeftBehind(state, pane);
  const signsOf = (pane: Pane) => {
    const slash = isFeedPane(pane) && state.feeds[pane].filterText !== '' ? '/' : '';
    return `${slash}${unvisited.has(pane) ? '*' : ''}${isBehind(pane) ? '!' : ''}`;
  };
  const labels: ((pane: Pane) => string)[] = [
    pane => `${key(pane)} ${paneNames[pane].title}${countOf(state, pane)}${signsOf(pane)}`,
    pane => `${key(pane)} ${paneNames[pane].shortTitle}${countOf(state, pane)}${signsOf(pane)}`,
    pane => `${key(pane)} ${paneNames[pane].shortTitle}${signsOf(pane)}`,
    pane => `${key(pane)}${paneNames[pane].shortTitle}${signsOf(pane)}`,
  ];
  const all = labels.map(label => panes.map(label));
  const isFitting = (some: readonly string[]) => width(some.join('')) + some.length * 2 <= viewport.columns;
  const fitting = all.find(isFitting) ?? all.at(-1) ?? [];
  const toneOf = (pane: Pane) => {
    if (pane === inView) return 'tab';
    if (isBehind(pane)) return 'warning';
    return unvisited.has(pane) ? 'strong' : 'plain';
  };
  return panes.map((pane, index) => ({text: ` ${fitting[index]} `, tone: toneOf(pane)}));
}

/** The service's total, else the known rows, with a plus if more follow. */
function countOf(state: State, pane: Pane): string {
  const count = isFeedPane(pane) ? rowsOf(state.feeds[pane]) : ownPaneViews[pane].tabCount(state);
  return count === '' ? '' : ` ${count}`;
}

function rowsOf(feed: Feed): string {
  const {rows, total, beyond, first, filtered, loadedAt} = feed;
  if (loadedAt === undefined) return '';
  if (filtered !== undefined) return `${rows.length}${isWholeList(feed) ? '' : '+'}`;
  return `${total ?? first + rows.length}${total === undefined && beyond?.isMore ? '+' : ''}`;
}
