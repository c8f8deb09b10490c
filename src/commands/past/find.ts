import type {Playhead} from '../../desk/recorder/player/player.ts';
import type {State} from '../../desk/state.ts';
import {textOf} from '../../ui/past/text.ts';
import {createTableView} from '../../ui/table/view.ts';
import {type Frame, framedForRows} from './showing.ts';

/** Searches everything that the screen would show, also rows out of view. */
export function createShows(frame: () => Frame): (head: Playhead, text: string) => boolean {
  const table = createTableView();
  let segment: number | undefined;
  let last: {readonly state: State; readonly text: string} | undefined;
  return ({state, segment: of, table: memory}, text) => {
    if (of !== segment) table.take(memory);
    segment = of;
    if (last?.state !== state) last = {state, text: textOf(framedForRows(state, frame()), table)};
    return last.text.includes(text.toLowerCase());
  };
}
