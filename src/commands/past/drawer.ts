import type {Millis} from '../../api/wire/records.ts';
import type {State} from '../../desk/model/state.ts';
import type {Past} from '../../desk/recorder/past.ts';
import type {TableDrawer} from '../../desk/recorder/player/player.ts';
import type {DrawTable} from '../../ui/table/view.ts';
import {noPaint} from '../../ui/theme.ts';
import {type Frame, framed} from './frame.ts';

/** A state as it is drawn for its rows and its words alone, whatever the bar of time will say. */
export function framedForRows(state: State, frame: Frame): State {
  return framed(state, frame, somePast(state.now.wall));
}

const somePast = (at: Millis): Past => ({
  ...{kind: 'replay', at, from: at, to: at, isPlaying: false, speed: 1, events: [], keys: []},
});

/** Draws the table of each state on the way to another one, so that it stands as it stood after them. */
export function drawerOf(table: DrawTable, frame: () => Frame): TableDrawer {
  return {
    take: table.take,
    tell: table.tell,
    draw: state => void table.onScreen(framedForRows(state, frame()), noPaint),
  };
}
