import {fieldsOf} from '../../desk/model/rows.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import {type Hint, hintLine} from '../lines/keys.ts';
import type {Drawing} from '../panels/drawing.ts';
import {choiceLines} from '../table/window.ts';

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
    const line = (field: string) => {
      const sign = sort?.field !== field ? ' ' : sort.descending ? '▼' : '▲';
      const where = isSortedByService(state.settings.sortable, pane, {field, descending: false})
        ? ''
        : paint('dim', '  this page only');
      return `${sign} ${field}${where}`;
    };
    return [
      ` ${paint('strong', 'Sort by')}`,
      ...choiceLines(fields, overlay.index, height, line, paint),
      ` ${paint('dim', hintLine(state.settings.bindings, 'sort', hints))}`,
    ];
  },
};
