import {keyOf} from '../../desk/model/keys.ts';
import type {State} from '../../desk/model/state.ts';
import {type Pane, panes, paneTitles} from '../../desk/model/vocabulary.ts';
import {width} from '../format.ts';
import type {Paint, Tone} from '../theme.ts';

const shortTitles: Record<Pane, string> = {
  cards: 'Cards',
  easyOptions: 'Easy',
  orders: 'Ord',
  trades: 'Trd',
  activity: 'Act',
};

/**
 * The panes with their keys and how many records they hold, as long as there is room for that. One with news
 * that nobody has looked at bears a star.
 */
export function tabsLine(state: State, paint: Paint): string {
  const key = (pane: Pane) => keyOf(state.settings.bindings, `pane.${pane}`);
  const star = (pane: Pane) => (state.unvisited.has(pane) ? '*' : '');
  const labels: ((pane: Pane) => string)[] = [
    pane => `${key(pane)} ${paneTitles[pane]}${countOf(state, pane)}${star(pane)}`,
    pane => `${key(pane)} ${shortTitles[pane]}${countOf(state, pane)}${star(pane)}`,
    pane => `${key(pane)} ${shortTitles[pane]}${star(pane)}`,
    pane => `${key(pane)}${shortTitles[pane]}${star(pane)}`,
  ];
  let fitting: string[] = [];
  for (const label of labels) {
    fitting = panes.map(label);
    if (width(fitting.join('')) + fitting.length * 2 <= state.viewport.columns) break;
  }
  return panes
    .map((pane, index) => paint(toneOf(state, pane), ` ${fitting[index]} `))
    .join('')
    .trimEnd();
}

function toneOf(state: State, pane: Pane): Tone {
  if (pane === state.pane) return 'tab';
  return state.unvisited.has(pane) ? 'strong' : 'plain';
}

/** The service's own total, or as many as there are up to here, with a plus where more are known to follow. */
function countOf(state: State, pane: Pane): string {
  if (pane === 'activity') return state.activity.length === 0 ? '' : ` ${state.activity.length}`;
  const {rows, total, beyond, loadedAt, first} = state.feeds[pane];
  if (loadedAt === undefined) return '';
  return ` ${total ?? first + rows.length}${total === undefined && beyond?.isMore ? '+' : ''}`;
}
