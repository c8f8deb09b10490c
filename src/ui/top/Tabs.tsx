import {isWholeList} from '../../account/model/rows.ts';
import {isFeedPane, type Pane, paneNames, panes} from '../../account/model/vocabulary.ts';
import {keyOf} from '../../desk/keys.ts';
import {tabSigns} from '../../desk/signs.ts';
import type {Feed, State} from '../../desk/state.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {type Line, width} from '../format.ts';
import {ownPaneViews} from '../own-pane-views.ts';

export const Tabs = ({columns}: OneLine) => <LineOf select={tabsLine} columns={columns} />;

export function tabsLine(state: State): Line {
  const {settings, viewport, pane: inView} = state;
  const key = (pane: Pane) => keyOf(settings.bindings, `pane.${pane}`);
  const labels: ((pane: Pane) => string)[] = [
    pane => `${key(pane)} ${paneNames[pane].title}${countOf(state, pane)}`,
    pane => `${key(pane)} ${paneNames[pane].shortTitle}${countOf(state, pane)}`,
    pane => `${key(pane)} ${paneNames[pane].shortTitle}`,
    pane => `${key(pane)}${paneNames[pane].shortTitle}`,
  ];
  const signs = panes.map(pane => tabSigns.filter(({isOn}) => isOn(state, pane)));
  const all = labels.map(label =>
    panes.map((pane, at) => label(pane) + signs[at]?.map(({sign}) => sign).join('')),
  );
  const isFitting = (some: readonly string[]) => width(some.join('')) + some.length * 2 <= viewport.columns;
  const fitting = all.find(isFitting) ?? all.at(-1) ?? [];
  return panes.map((pane, at) => {
    const tone = pane === inView ? 'tab' : (signs[at]?.at(-1)?.tone ?? 'plain');
    return {text: ` ${fitting[at]} `, tone};
  });
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
