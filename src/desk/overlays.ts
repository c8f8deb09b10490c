import type {State} from './state.ts';
import type {Key} from './vocabulary.ts';

/** Takes whatever is over the panes away. */
export function close(state: State): State {
  return {...state, overlay: {kind: 'none'}};
}

export function isBack(key: Key): boolean {
  return key.name === 'escape' || key.name === 'q';
}
