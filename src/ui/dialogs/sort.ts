import {fieldsOf} from '../../desk/model/rows.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import {type Hint, hintLine} from '../lines/keys.ts';
import type {Drawing} from '../panels/drawing.ts';
import {windowStart} from '../table/window.ts';

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'choose'],
  [['accept'], '▲ ▼ off'],
  [['back'], 'back'],
];

/** The fields that a list can be sorted by. */
export const sortDrawing: Drawing<'sort'> = {
  lines: (state, overlay, {rows}, paint) => {
    const {pane} = state;
    if (pane === 'activity') return [];
    const fields = fieldsOf[pane];
    const {sort} = state.feeds[pane];
    const height = Math.max(1, rows - 2);
    const start = windowStart(0, overlay.index, height, fields.length);
    const lines = fields.slice(start, start + height).map((field, at) => {
      const isChosen = start + at === overlay.index;
      const sign = sort?.field !== field ? ' ' : sort.descending ? '▼' : '▲';
      const where = isSortedByService(state.settings.sortable, pane, {field, descending: false})
        ? ''
        : paint('dim', '  this page only');
      return `${isChosen ? paint('accent', '▌') : ' '} ${sign} ${field}${where}`;
    });
    return [
      ` ${paint('strong', 'Sort by')}`,
      ...lines,
      ` ${paint('dim', hintLine(state.settings.bindings, 'sort', hints))}`,
    ];
  },
};
