import type {Millis} from '../../api/wire/records.ts';
import type {Key} from '../../desk/model/vocabulary.ts';
import type {LiveNow, Past} from '../../desk/past.ts';
import {turnMs} from '../../desk/recorder/entries.ts';
import type {Playhead, TableDrawer} from '../../desk/recorder/player/player.ts';
import type {Viewer} from '../../desk/recorder/player/viewer.ts';
import type {State} from '../../desk/state.ts';
import {screenText} from '../../ui/past/text.ts';
import type {Store} from '../../ui/store.ts';
import {createTableView, type DrawTable} from '../../ui/table/view.ts';
import type {Timers} from '../timers.ts';

export type Showing = Pick<Store, 'getState' | 'subscribe'> & {
  press(key: Key): ReturnType<Viewer['press']>;
  scrollTold(most: number): void;
  changed(): void;
  close(): void;
};

type Given = {
  readonly viewer: Viewer;
  readonly frame: () => Frame;
  readonly after: Timers['after'];
  readonly clock: () => number;
};

export function createShowing({viewer, frame, after, clock}: Given): Showing {
  const listeners = new Set<() => void>();
  let drawn: {of: State; past: Past; frame: Frame; state: State} | undefined;
  let told: State | undefined;
  let turn = 0;

  const getState = () => {
    const [of, past, on] = [viewer.state(), viewer.past(), frame()];
    if (drawn?.of !== of || drawn.past !== past || !isSameFrame(drawn.frame, on))
      drawn = {of, past, frame: on, state: framed(of, on, past)};
    return drawn.state;
  };
  const changed = () => {
    const state = getState();
    if (state === told) return;
    told = state;
    for (const listener of [...listeners]) listener();
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(key) {
      const asks = viewer.press(key);
      changed();
      goOn();
      return asks;
    },
    scrollTold(most) {
      viewer.scrollTold(most);
      changed();
    },
    changed,
    close() {
      turn = Number.NaN;
      listeners.clear();
    },
  };
}

/** The current screen: its size and link are not those of the recording. */
export type Frame = Pick<State, 'viewport' | 'look' | 'way'> & {
  readonly live?: LiveNow;
};

function framed(state: State, {viewport, look, way, live}: Frame, past: Past): State {
  return {...state, viewport, look, way, past: live === undefined ? past : {...past, live}};
}

function isSameFrame(one: Frame, other: Frame): boolean {
  return (
    one.viewport === other.viewport &&
    one.look === other.look &&
    one.way === other.way &&
    isSameLive(one.live, other.live)
  );
}

function isSameLive(one: LiveNow | undefined, other: LiveNow | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (Object.keys(one) as (keyof LiveNow)[]).every(name => one[name] === other[name]);
}

function framedForRows(state: State, frame: Frame): State {
  return framed(state, frame, somePast(state.now.wall));
}

const somePast = (at: Millis): Past => ({
  ...{kind: 'replay', at, from: at, to: at, isPlaying: false, speed: 1, events: [], keys: []},
});

/** Draws the table of each state on the way, so that it scrolls as it did in the session. */
export function drawerOf(table: DrawTable, frame: () => Frame): TableDrawer {
  return {
    take: table.take,
    tell: table.tell,
    draw: state => void table.onScreen(framedForRows(state, frame())),
  };
}

/** Searches everything that the screen would show, also rows out of view. */
export function createShows(frame: () => Frame): (head: Playhead, text: string) => boolean {
  const table = createTableView();
  let segment: number | undefined;
  let last: {readonly state: State; readonly text: string} | undefined;
  return ({state, segment: of, table: memory}, text) => {
    if (of !== segment) table.take(memory);
    segment = of;
    if (last?.state !== state) last = {state, text: screenText(framedForRows(state, frame()), table)};
    return last.text.includes(text.toLowerCase());
  };
}
