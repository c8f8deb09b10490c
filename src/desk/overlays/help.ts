import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, movedTo, pageOf, scrollKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly help: {readonly scroll: number};
  }
}

function openHelp(state: State): Step {
  return show(state, {kind: 'help', scroll: 0});
}

/** Every key there is. How long the list is depends on the panel: it stops at its end. */
export const help = {
  called: 'lists',
  keys: [...scrollKeys, 'help', 'leave'],
  opens: {help: openHelp},
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
} satisfies Dialog<'help'>;
