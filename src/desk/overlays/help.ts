import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {movedTo, pageOf} from './chooser.ts';
import {close, type Dialog, type OverlayOf, show} from './overlay.ts';

export function openHelp(state: State): Step {
  return show(state, {kind: 'help', scroll: 0});
}

/** Every key there is. How long the list is depends on the panel: it stops at its end. */
export const help: Dialog<OverlayOf<'help'>> = {
  press(state, {scroll}, {action}) {
    switch (action) {
      case 'help':
      case 'leave':
      case 'back':
        return [close(state), []];
      default: {
        const to = movedTo(action, scroll, {length: Number.MAX_SAFE_INTEGER, page: pageOf(state)});
        return to === undefined ? [state, []] : show(state, {kind: 'help', scroll: to});
      }
    }
  },
};
