import {bookFreshness} from '../../desk/book/facts.ts';
import type {Desk} from '../../desk/desk.ts';
import {heldInSight, inBanner} from '../../desk/intents/selectors.ts';
import {freshness} from '../../desk/model/freshness.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {LiveNow} from '../../desk/past.ts';
import {RecordingError, turnMs, untilRead} from '../../desk/recorder/entries.ts';
import {type Recording, readRecording} from '../../desk/recorder/file/opened.ts';
import {createPlayer} from '../../desk/recorder/player/player.ts';
import {createViewer} from '../../desk/recorder/player/viewer.ts';
import type {ActivityLine, State} from '../../desk/state.ts';
import {isStopped} from '../../desk/stop/room.ts';
import {stopWord} from '../../desk/stop/words.ts';
import {rememberLast} from '../../ui/same.ts';
import {createTableView} from '../../ui/table/view.ts';
import type {Timers} from '../timers.ts';
import type {OpenedPast} from './glass.ts';
import {createShowing, createShows, drawerOf, type Frame} from './showing.ts';

type Given = {
  readonly desk: Desk;
  readonly path: string;
  readonly after: Timers['after'];
};

const minuteMs = 60_000;
const clock = () => performance.now();

/** Starts one minute back, or at the beginning of a younger session. */
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
    return readRecording(path, turnMs);
  } catch (error) {
    if (error instanceof RecordingError) throw new Error(`No look back: ${error.message}`);
    throw error;
  }
}

export function liveNow(state: State, began: State): LiveNow {
  const {pane, intents, stop} = state;
  const age = isFeedPane(pane) ? freshness(state, pane) : bookFreshness(state);
  return {
    isStale: age.kind === 'stale',
    unknown: inBanner(intents).length + heldInSight(intents).length,
    stop: isStopped(state) ? (stop.record === undefined ? 'STOPPED' : stopWord(stop.record)) : undefined,
    fills: fillsSince(state, began),
  };
}

function fillsSince({activity}: State, began: State): number {
  if (activity === began.activity) return 0;
  const known = new Map(began.activity.map(each => [each.id, each.outcome]));
  return activity.filter(each => isFill(each) && known.get(each.id) !== each.outcome).length;
}

function isFill({kind, outcome}: ActivityLine): boolean {
  return kind === 'filled' || kind === 'partly filled' || (kind === 'intent' && /\bFILLED\b/.test(outcome));
}
