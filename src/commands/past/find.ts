import type {State} from '../../desk/model/state.ts';
import type {Playhead} from '../../desk/recorder/player/walk.ts';
import {textOf} from '../../ui/past/text.ts';
import {createTableView} from '../../ui/table/view.ts';
import {framedForRows} from './drawer.ts';
import type {Frame} from './frame.ts';

/** Tells whether the screen shows a text at a place, in whatever letters it is typed. */
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
