import {isFeedPane} from '../account/model/vocabulary.ts';
import {onceFor} from '../account/once.ts';
import {dialogOf} from '../desk/dialogs/index.ts';
import {screenHeight} from '../desk/screen.ts';
import type {State} from '../desk/state.ts';
import {answerLines, messageRows} from './bottom/Messages.tsx';
import {bannerLines} from './top/Banners.tsx';

/** The panel covers the table of a narrower screen. */
const besideFrom = 110;

/** The heights add up to the screen's. */
export const layoutOf = onceFor(layOut);

function layOut(state: State) {
  const {columns, rows} = state.viewport;
  const banner = bannerLines(state).length;
  const isFiltered = isFeedPane(state.pane) && state.feeds[state.pane].filterText !== '';
  const dialog = dialogOf(state);
  const {rowsAbove} = dialog ?? {};
  const filter = rowsAbove ?? Number(isFiltered);
  const message = messageRows(state);
  // Header and tabs above, summary and keys below.
  const body = Math.max(1, rows - 2 - banner - filter - message - 2);
  const hasPanel = dialog === undefined || rowsAbove !== undefined ? state.details : true;
  const isBeside = hasPanel && columns >= besideFrom && dialog?.isWide !== true;
  const panelColumns = isBeside ? Math.min(76, Math.floor(columns * 0.46)) : columns;
  const takesScreen = hasPanel && !isBeside && screenHeight(state.viewport) === 'low';
  const panel: 'none' | 'beside' | 'over' = hasPanel ? (isBeside ? 'beside' : 'over') : 'none';
  // UNKNOWN stays visible over details; a form or a review needs every line.
  const shownBanner = takesScreen && dialog !== undefined ? 0 : banner;
  const answer = takesScreen && dialog !== undefined ? answerLines(state).length : 0;
  return {
    columns,
    rows,
    banner: shownBanner,
    /** Lines of the answer to a key, if the panel takes all lines. */
    answer,
    filter,
    isDialogAbove: rowsAbove !== undefined,
    /** Lines of the last message; 0 if it shares the footer's line. */
    message,
    body,
    panel,
    tableColumns: isBeside ? columns - panelColumns - 1 : columns,
    panelColumns,
    panelRows: takesScreen ? rows - 1 - shownBanner - answer : body,
    /** The panel takes all lines below the header; over details the banner stays. */
    takesScreen,
  };
}
