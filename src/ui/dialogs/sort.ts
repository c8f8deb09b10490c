import {isSortedByService} from '../../desk/model/sorting.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import {type SortChoice, sortChoices} from '../../desk/overlays/sort.ts';
import type {Sort} from '../../desk/state.ts';
import {type Hint, hintLine} from '../../desk/words/keys.ts';
import {cut, padEnd, width} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {choiceLines} from '../table/figures.ts';

const choosing: readonly Hint[] = [
  [['row.down', 'row.up'], 'move'],
  [['accept'], 'sort'],
  [['filter'], 'find'],
  [['back'], 'back'],
];
const finding: readonly Hint[] = [
  [['accept'], 'sort'],
  [['back'], 'back'],
];

/** Cells of a line beside the name: marker, letter, order sign, spaces. */
const besideMore = 8;

export const sortDrawing: Drawing<'sort'> = {
  lines: (state, overlay, {columns, rows}, paint) => {
    const {pane, settings} = state;
    if (!isFeedPane(pane)) return [];
    const {sort} = state.feeds[pane];
    const {wanted} = overlay;
    const isFinding = wanted !== undefined;
    const choices = sortChoices(state, overlay);
    const widest = Math.max(
      0,
      ...choices.map(({heading, field}) => (field === undefined ? 0 : width(heading))),
    );
    const line = ({field, heading, letter}: SortChoice) => {
      const key = paint('accent', isFinding ? ' ' : (letter ?? ' '));
      const isAsked = field === undefined || isSortedByService(settings.sortable, pane, field);
      const more = `${field ?? ''}${isAsked ? '' : '  this page only'}`;
      const room = columns - widest - besideMore;
      return `${key} ${padEnd(heading, widest)} ${signOf(sort, field)} ${paint('dim', cut(more, Math.max(0, room)))}`;
    };
    const hint = hintLine(settings.bindings, 'sort', isFinding ? finding : choosing);
    return [
      ` ${paint('strong', 'Sort by')}${isFinding ? `: ${wanted}_` : paint('dim', ', at once by its letter')}`,
      ...choiceLines(choices, overlay.index, Math.max(1, rows - 2), line, paint),
      ` ${paint('dim', hint)}`,
    ];
  },
};

function signOf(sort: Sort | undefined, field: string | undefined): string {
  if (sort === undefined || sort.field !== field) return ' ';
  return sort.descending ? '▼' : '▲';
}
