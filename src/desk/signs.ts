import {isFeedPane, type Pane, type Sort, type Tone} from '../account/model/vocabulary.ts';
import {alertsOn} from './alerts.ts';
import {isLeftBehind} from './feeds/freshness.ts';
import type {Notice} from './news.ts';
import {markedOn} from './order/several/marks.ts';
import type {State} from './state.ts';

// The signs of rows, tabs, values and messages: drawing, speech and the help take them from here. STALE, the
// latency and the + of a count are words of the header and the tabs.

type Sign = {readonly sign: string; readonly means: string; readonly spoken: string};
type RowSign = Sign & {readonly isOn: (state: State, pane: Pane, rowId: string) => boolean};
type TabSign = Sign & {readonly tone: Tone; readonly isOn: (state: State, pane: Pane) => boolean};

const sign = (sign: string, means: string, spoken = ''): Sign => ({sign, means, spoken});

/** The first that a row has is drawn, all of them are spoken. */
const rowSigns: readonly RowSign[] = [
  {...sign('*', 'marked', 'marked'), isOn: (state, pane, id) => markedOn(state, pane).has(id)},
  {
    ...sign('!', 'an alert has triggered', 'alert triggered'),
    isOn: (...place) => alertsOn(...place).some(({hasRung}) => hasRung),
  },
  {
    ...sign('a', 'has an alert', 'alert'),
    isOn: (...place) => alertsOn(...place).some(({hasRung}) => !hasRung),
  },
  {...sign('t', 'pinned', 'pinned'), isOn: ({pinned}, pane, id) => pane === 'cards' && pinned.includes(id)},
];
export const signsBefore = (...place: Parameters<RowSign['isOn']>) =>
  rowSigns.filter(({isOn}) => isOn(...place));
export const selection = sign('▌', 'selected');

/** All that a tab has are drawn, with the tone of the last. */
export const tabSigns: readonly TabSign[] = [
  {
    ...{...sign('/', 'filtered', 'Also a filter on'), tone: 'plain'},
    isOn: ({feeds}, pane) => isFeedPane(pane) && feeds[pane].filterText !== '',
  },
  {...sign('*', 'unread news', 'News on'), tone: 'strong', isOn: ({unvisited}, pane) => unvisited.has(pane)},
  {
    ...{...sign('!', 'STALE', 'STALE:'), tone: 'warning'},
    isOn: (state, pane) => isFeedPane(pane) && pane !== state.pane && isLeftBehind(state, pane),
  },
];

/** ASCII saves bytes: many change with every poll. */
export const valueSigns = {
  up: sign('^', 'up', 'up'),
  down: sign('v', 'down', 'down'),
  changed: sign('*', 'other'),
};

const [ascending, descending] = [sign('▲', 'ascending', 'ascending'), sign('▼', 'descending', 'descending')];
export const sortSign = (sort: Sort): Sign => (sort.descending ? descending : ascending);

export const ageSigns = {fresh: sign('●', 'fresh'), older: sign('○', 'older than a poll')};

export const messageSigns = {
  info: {...sign('', ''), tone: 'plain'},
  good: {...sign('✓ ', 'success'), tone: 'good'},
  warning: {...sign('! ', 'warning', 'Warning: '), tone: 'warning'},
  danger: {...sign('!! ', 'danger', 'Danger: '), tone: 'danger'},
} as const satisfies Record<Notice['level'], Sign & {readonly tone: Tone}>;

/** By their place, as in the help. */
export const allSigns: readonly (readonly [where: string, ...of: readonly Sign[]])[] = [
  ['Before a row: ', selection, ...rowSigns],
  ['On a tab: ', ...tabSigns],
  ['After a value: its last change was ', ...Object.values(valueSigns)],
  ['In a heading: sorted ', ascending, descending],
  ['Age of the data: ', ...Object.values(ageSigns)],
  ['', sign('<20 ms', 'Latency of the service')],
  ['', sign('40+', 'At least this many: the service gives no total')],
  ['', sign('STALE', 'No answer for three polls: rows are dim and may be outdated')],
  ['A message: ', ...Object.values(messageSigns).filter(each => each.sign !== '')],
];
