import type {State} from '../../desk/model/state.ts';
import type {Key} from '../../desk/model/vocabulary.ts';
import type {Past} from '../../desk/recorder/past.ts';
import type {Viewer} from '../../desk/recorder/player/viewer.ts';
import type {Store} from '../../ui/store.ts';
import type {Timers} from '../dashboard/timers.ts';
import {type Frame, framed, isSameFrame} from './frame.ts';

/** A viewer on a screen: it is drawn as a desk is, and what goes by itself goes on between keys. */
export type Showing = Pick<Store, 'getState' | 'subscribe'> & {
  press(key: Key): ReturnType<Viewer['press']>;
  scrollTold(most: number): void;
  /** The screen, or what is told of now, may be another. */
  changed(): void;
  /** Nothing goes on any more. */
  close(): void;
};

type Given = {
  readonly viewer: Viewer;
  readonly frame: () => Frame;
  readonly after: Timers['after'];
  /** Monotonic ms. */
  readonly clock: () => number;
};

/** No key waits for longer. */
const turnMs = 12;

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

  // What is drawn first is not held up.
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
