import type {State} from '../desk/model/state.ts';
import {isFeedPane} from '../desk/model/vocabulary.ts';
import {bannerRows, messageRows} from './lines/footer.ts';

/** Dialogs whose lines are long: they cover the table whatever the width. */
const isWide: ReadonlySet<string> = new Set(['help', 'search', 'messages', 'several', 'stop']);

/** From here on a panel stands beside the table; narrower, it covers it. */
const besideFrom = 110;

export type Layout = {
  readonly columns: number;
  readonly rows: number;
  readonly banner: number;
  readonly filter: number;
  /** Lines of the last message; with none of its own it takes the footer's place. */
  readonly message: number;
  /** Lines that tell of a time that is not now, in place of the keys. */
  readonly time: number;
  /** Lines of the table, its headings among them. */
  readonly body: number;
  readonly panel: 'none' | 'beside' | 'over';
  readonly tableColumns: number;
  readonly panelColumns: number;
  readonly panelRows: number;
  /** The panel takes everything below the header, and the banner over details. */
  readonly isWhole: boolean;
};

const layouts = new WeakMap<State, Layout>();

/** Where everything stands. All lines add up to the screen's. Every part of the screen asks for each state. */
export function layoutOf(state: State): Layout {
  const known = layouts.get(state);
  if (known !== undefined) return known;
  const layout = layOut(state);
  layouts.set(state, layout);
  return layout;
}

function layOut(state: State): Layout {
  const {columns, rows} = state.viewport;
  const isLow = rows < 16;
  const banner = bannerRows(state, isLow);
  const filter = filterLines(state);
  const message = messageRows(state);
  const time = timeRows(state);
  const chrome = 2 + banner + filter + 1 + message + Math.max(1, time);
  const body = Math.max(1, rows - chrome);
  const hasPanel = isPanel(state);
  const isBeside = hasPanel && columns >= besideFrom && !isWide.has(state.overlay.kind);
  const panelColumns = isBeside ? Math.min(76, Math.floor(columns * 0.46)) : columns;
  const isWhole = hasPanel && !isBeside && isLow;
  // UNKNOWN stays in sight over details; a form or a review needs every line.
  const shownBanner = isWhole && state.overlay.kind !== 'none' ? 0 : banner;
  return {
    columns,
    rows,
    banner: shownBanner,
    filter,
    message,
    time,
    body,
    panel: hasPanel ? (isBeside ? 'beside' : 'over') : 'none',
    tableColumns: isBeside ? columns - panelColumns - 1 : columns,
    panelColumns,
    panelRows: isWhole ? rows - 1 - time - shownBanner : body,
    isWhole,
  };
}

/** A picture on paper has no keys: what is left of them is the bar, in their place. */
function timeRows({past}: State): number {
  if (past === undefined) return 0;
  return past.live === undefined && past.keys.length === 0 ? 1 : 2;
}

/** While a filter is typed, a second line says what is wrong or how it goes on. */
function filterLines(state: State): number {
  if (state.overlay.kind === 'filter') return 2;
  return isFeedPane(state.pane) && state.feeds[state.pane].filterText !== '' ? 1 : 0;
}

function isPanel({overlay, details}: State): boolean {
  return overlay.kind === 'none' || overlay.kind === 'filter' ? details : true;
}
