import type {OverlayOf} from '../../desk/model/overlay.ts';
import {type Hint, hintLine} from '../../desk/words/keys.ts';
import {flat} from '../../desk/words/text.ts';
import {wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {questionLines} from './question.ts';

const cancelFirst: Hint = [['cancelAll'], 'cancel working orders, then quit'];
const handOn: Hint = [['stop'], 'quit, and let the stop go on without a terminal'];

export function otherWays({mayHandOn, mayCancel}: OverlayOf<'quit'>): readonly Hint[] {
  return [...(mayHandOn ? [handOn] : []), ...(mayCancel ? [cancelFirst] : [])];
}

/** The key comes right after the head, so that it stays visible however long the list is. */
export const quitDrawing: Drawing<'quit'> = {
  lines: (state, overlay, {columns, rows}, paint) => {
    const warned = (text: string) => wrap(flat(text), columns - 2).map(line => ` ${paint('warning', line)}`);
    return [
      ` ${paint('strong', 'Quit?')}`,
      ...questionLines(
        overlay,
        {does: 'quit'},
        {columns, isLow: rows < 16, bindings: state.settings.bindings},
        paint,
      ),
      ...otherWays(overlay).map(
        each => ` ${paint('dim', hintLine(state.settings.bindings, 'quit', [each]))}`,
      ),
      ...(overlay.notice === undefined ? [] : warned(overlay.notice)),
      ...warned(overlay.text),
    ];
  },
};
