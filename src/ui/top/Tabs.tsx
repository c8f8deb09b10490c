import {isWholeList} from '../../account/model/rows.ts';
import {isFeedPane, type Pane, paneNames, panes} from '../../account/model/vocabulary.ts';
import {blotterOf} from '../../desk/blotter.ts';
import {keyOf} from '../../desk/keys.ts';
import {isLeftBehind} from '../../desk/model/freshness.ts';
import type {Feed, State} from '../../desk/state.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {type Line, width} from '../format.ts';

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
function countOf({activity, feeds}: State, pane: Pane): string {
  if (pane === 'activity') return activity.length === 0 ? '' : ` ${blotterOf(activity).length}`;
  if (!isFeedPane(pane) || feeds[pane].loadedAt === undefined) return '';
  return ` ${rowsOf(feeds[pane])}`;
}

function rowsOf(feed: Feed): string {
  const {rows, total, beyond, first, filtered} = feed;
  if (filtered !== undefined) return `${rows.length}${isWholeList(feed) ? '' : '+'}`;
  return `${total ?? first + rows.length}${total === undefined && beyond?.isMore ? '+' : ''}`;
}
