import type {LiveNow, Past, PastKey} from '../../../src/desk/past.ts';
import type {State} from '../../../src/desk/state.ts';
import {wall} from './sample.ts';

const keys: readonly PastKey[] = [
  {key: 'Space', does: 'play'},
  {key: '← →', does: 'step'},
  {key: '[ ]', does: 'minute'},
  {key: 'n N', does: 'event'},
  {key: 'g', does: 'time'},
];

const hour = 3_600_000;

/** An hour and a half of which the picture is a third behind. */
export function pastOf(more: Partial<Past> = {}): Past {
  return {
    kind: 'replay',
    at: wall + 123,
    from: wall - hour / 2,
    to: wall + hour,
    isPlaying: false,
    speed: 1,
    keys: [{key: 'q', does: 'quit'}, ...keys],
    ...more,
  };
}

export const calm: LiveNow = {isStale: false, unknown: 0, halt: undefined, fills: 0};
export const worst: LiveNow = {isStale: true, unknown: 2, halt: 'HALTED', fills: 3};

export const replayed = (state: State, more: Partial<Past> = {}): State => ({...state, past: pastOf(more)});

export function lookedBack(state: State, live: LiveNow, more: Partial<Past> = {}): State {
  const back = [{key: 'Esc', does: 'now'}, ...keys];
  return {...state, past: pastOf({kind: 'back', keys: back, live, ...more})};
}
