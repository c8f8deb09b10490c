import {fieldsOf} from '../../desk/model/rows.ts';
import {isSortedByService} from '../../desk/model/sorting.ts';
import type {State} from '../../desk/model/state.ts';
import {type Hint, hintLine} from '../lines/keys.ts';
import {windowStart} from '../table/window.ts';
import type {Paint} from '../theme.ts';

const hints: readonly Hint[] = [
  [['row.down', 'row.up'], 'choose'],
  [['accept'], '▲ ▼ off'],
  [['back'], 'back'],
];

/** The fields that a list can be sorted by. */
export function sortLines(state: State, _columns: number, rows: number, paint: Paint): string[] {
  const {overlay, pane} = state;
  if (overlay.kind !== 'sort' || pane === 'activity') return [];
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
}
