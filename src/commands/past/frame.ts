import type {State} from '../../desk/model/state.ts';
import type {LiveNow, Past} from '../../desk/recorder/past.ts';

/** The screen that a picture of the past is drawn on now: its size and its ways are none of then. */
export type Frame = Pick<State, 'viewport' | 'look' | 'way'> & {
  /** How things stand now, while the service is polled behind the picture. */
  readonly live?: LiveNow;
};

/** A state of then as it is drawn now. */
export function framed(state: State, {viewport, look, way, live}: Frame, past: Past): State {
  return {...state, viewport, look, way, past: live === undefined ? past : {...past, live}};
}

/** Two that draw the same. */
export function isSameFrame(one: Frame, other: Frame): boolean {
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
