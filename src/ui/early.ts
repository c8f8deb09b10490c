import type {State} from '../desk/model/state.ts';
import type {Theme} from '../desk/model/vocabulary.ts';
import {isPlain, plainLines} from './plain.ts';
import type {Store} from './store.ts';
import type {DrawTable} from './table/view.ts';
import {createPaint, type Paint} from './theme.ts';

/** Whether lines alone can show it: what says that a picture is not now comes with Ink. */
export function isDrawnEarly(state: State): boolean {
  return isPlain(state) && state.past === undefined;
}

/**
 * Draws plain screens while Ink loads, from the lines that Ink draws after. What is not plain waits for Ink.
 * @param show takes whole frames
 * @returns ends it
 */
export function drawEarly(
  store: Store,
  table: DrawTable,
  show: (frame: readonly string[]) => void,
): () => void {
  let drawn: {readonly look: State['look']; readonly theme: Theme; readonly paint: Paint} | undefined;
  const draw = () => {
    const state = store.getState();
    if (!isDrawnEarly(state)) return;
    const {look, settings} = state;
    const {theme} = settings;
    if (drawn?.look !== look || drawn.theme !== theme) drawn = {look, theme, paint: createPaint(theme, look)};
    show(plainLines(state, drawn.paint, table));
  };
  draw();
  return store.subscribe(draw);
}
