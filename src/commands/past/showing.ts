import type {Millis} from '../../api/wire/records.ts';
import {outcomeWords} from '../../desk/blotter.ts';
import {createListeners, type Desk} from '../../desk/desk.ts';
import {haltWords} from '../../desk/halt/flag.ts';
import {isHalted} from '../../desk/halt/halt.ts';
import {allInBanner} from '../../desk/intents/selectors.ts';
import type {SentMsg} from '../../desk/messages.ts';
import {freshness} from '../../desk/model/freshness.ts';
import {isFeedPane, minuteMs} from '../../desk/model/vocabulary.ts';
import {type LiveNow, type Past, stillPast} from '../../desk/past.ts';
import {RecordingError} from '../../desk/recorder/entries.ts';
import {readRecording} from '../../desk/recorder/file/opened.ts';
import {isSame, Player, type TableDrawer} from '../../desk/recorder/player/player.ts';
import {Viewer} from '../../desk/recorder/player/viewer.ts';
import type {ActivityLine, State} from '../../desk/state.ts';
import {createTableView, type DrawTable} from '../../ui/table/view.ts';
import type {Timers} from '../timers.ts';

export type Showing = ReturnType<typeof createShowing>;

type Given = {
  readonly viewer: Viewer;
  readonly frame: () => Frame;
  readonly after: Timers['after'];
  readonly clock: () => number;
};

const turnMs = 12;

export function createShowing({viewer, frame, after, clock}: Given) {
  const {subscribe, tell, clear} = createListeners();
  let drawn: {of: State; past: Past; frame: Frame; state: State} | undefined;
  let told: State | undefined;
  let turn = 0;

  const getState = () => {
    const [of, past, on] = [viewer.state(), viewer.past(), frame()];
    if (drawn?.of !== of || !isSame(drawn.past, past) || !isSame(drawn.frame, on))
      drawn = {of, past, frame: on, state: framed(of, on, past)};
    return drawn.state;
  };
  const changed = () => {
    const state = getState();
    if (state === told) return;
    told = state;
    tell();
  };
  const goOn = () => {
    turn += 1;
    const own = turn;
    const until = clock() + turnMs;
    const ms = viewer.work(clock(), () => clock() >= until);
    changed();
    if (ms !== undefined) after(ms, () => own === turn && goOn());
  };

  after(0, goOn);
  return {
    getState,
    subscribe,
    /** Keys reach the viewer; all other messages of the screen are dropped. @returns what the key asks for */
    send(msg: SentMsg): ReturnType<Viewer['press']> {
      const asks = msg.type === 'pressed' ? viewer.press(msg.key) : undefined;
      if (msg.type === 'scrollTold') viewer.scrollTold(msg.most);
      changed();
      if (msg.type === 'pressed') goOn();
      return asks;
    },
    changed,
    close() {
      turn = Number.NaN;
      clear();
    },
  };
}

/** The current screen: its size and link are not those of the recording. */
export type Frame = Pick<State, 'viewport' | 'look' | 'way'> & {readonly live?: LiveNow};

function framed(state: State, {viewport, look, way, live}: Frame, past: Past): State {
  return {...state, viewport, look, way, past: live === undefined ? past : {...past, live}};
}

/** Draws the table of each state on the way, so that it scrolls as it did in the session. */
export const drawerOf =
  (table: DrawTable, dressed: (state: State) => State): TableDrawer =>
  (state, from) => {
    if (from !== undefined) table.take(from);
    table.onScreen(dressed(state));
    return table.tell();
  };

/** Dresses a state for the screen of now. */
export const framedBy =
  (frame: () => Frame) =>
  (state: State): State =>
    framed(state, frame(), stillPast(state.now.wall));

// Looking back from a running dashboard

/** The past has a table of its own, so that it moves nothing of the live one. */
export type OpenedPast = {readonly showing: Showing; readonly table: DrawTable};

type LookBack = {readonly desk: Desk; readonly path: string; readonly after: Timers['after']};

/** Starts one minute back, or at the beginning of a younger session. */
export function openPast({desk, path, after}: LookBack): OpenedPast {
  const began = desk.getState();
  const table = createTableView();
  const frame = (): Frame => {
    const state = desk.getState();
    const {viewport, look, way} = state;
    return {viewport, look, way, live: liveNow(state, began)};
  };
  const {wall} = began.now;
  const player = playerAt(path, wall - minuteMs, drawerOf(table, framedBy(frame)));
  const isYoung = player.recording.from > wall - minuteMs;
  const viewer = new Viewer({
    ...{player, kind: 'back', speed: 1, isPlaying: false},
    bindings: () => desk.getState().settings.bindings,
    rows: () => desk.getState().viewport.rows,
    said: isYoung ? 'This session is younger than a minute: its beginning' : undefined,
  });
  return {showing: createShowing({viewer, frame, after, clock: () => performance.now()}), table};
}

function playerAt(path: string, at: Millis, drawer: TableDrawer): Player {
  try {
    const player = new Player(readRecording(path), drawer);
    player.seek(at);
    return player;
  } catch (error) {
    if (error instanceof RecordingError) throw new Error(`Cannot look back: ${error.message}`);
    throw error;
  }
}

export function liveNow(state: State, began: State): LiveNow {
  const {pane, intents, halt} = state;
  const age = freshness(state, isFeedPane(pane) ? pane : 'portfolio');
  return {
    isStale: age.kind === 'stale',
    unknown: allInBanner(intents).length,
    halt: isHalted(state) ? haltWords(halt.record) : undefined,
    fills: fillsSince(state, began),
  };
}

function fillsSince({activity}: State, began: State): number {
  if (activity === began.activity) return 0;
  const known = new Map(began.activity.map(each => [each.id, outcomeWords(each)]));
  return activity.filter(each => isFill(each) && known.get(each.id) !== outcomeWords(each)).length;
}

function isFill({kind, outcome}: ActivityLine): boolean {
  return kind === 'filled' || kind === 'partly-filled' || (kind === 'intent' && /\bFILLED\b/.test(outcome));
}
