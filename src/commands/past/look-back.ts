import type {Desk} from '../../desk/desk.ts';
import {RecordingError, untilRead} from '../../desk/recorder/error.ts';
import {readRecording} from '../../desk/recorder/file/opened.ts';
import type {Recording} from '../../desk/recorder/file/recording.ts';
import {createPlayer} from '../../desk/recorder/player/player.ts';
import {createViewer} from '../../desk/recorder/player/viewer.ts';
import {rememberLast} from '../../ui/same.ts';
import {createTableView} from '../../ui/table/view.ts';
import type {Timers} from '../dashboard/timers.ts';
import {drawerOf} from './drawer.ts';
import {createShows} from './find.ts';
import type {Frame} from './frame.ts';
import type {OpenedPast} from './glass.ts';
import {liveNow} from './live.ts';
import {createShowing} from './showing.ts';

type Given = {
  readonly desk: Desk;
  /** Where this session is recorded, all of it up to now. */
  readonly path: string;
  readonly after: Timers['after'];
};

const minuteMs = 60_000;
/** No key waits for longer. */
const sliceMs = 12;
const clock = () => performance.now();

/**
 * The picture as it was a minute ago, or at the beginning of a session that is younger.
 * @throws {Error} it cannot be read, with the reason in a sentence
 */
export async function openPast({desk, path, after}: Given): Promise<OpenedPast> {
  const began = desk.getState();
  const recording = opened(path);
  const table = createTableView();
  const live = rememberLast(liveNow);
  const frame = (): Frame => {
    const state = desk.getState();
    const {viewport, look, way} = state;
    return {viewport, look, way, live: live(state, began)};
  };
  const player = await untilRead(() => createPlayer(recording, drawerOf(table, frame)));
  const {wall} = began.now;
  await untilRead(() => player.seek(wall - minuteMs));
  const isYoung = recording.from > wall - minuteMs;
  const viewer = createViewer({
    ...{player, kind: 'back', speed: 1, isPlaying: false, filter: ''},
    bindings: () => desk.getState().settings.bindings,
    rows: () => desk.getState().viewport.rows,
    shows: createShows(frame),
    said: isYoung ? 'This session is younger than a minute: its beginning' : undefined,
  });
  return {showing: createShowing({viewer, frame, after, clock}), table};
}

function opened(path: string): Recording {
  try {
    return readRecording(path, sliceMs);
  } catch (error) {
    if (error instanceof RecordingError) throw new Error(`No look back: ${error.message}`);
    throw error;
  }
}
