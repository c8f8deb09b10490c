import type {State} from '../../model/state.ts';
import type {Step} from '../../step.ts';
import {close, type Dialog, type Scrolled, scrollBy, scrollKeys, show, unscrolled} from '../overlay.ts';

declare module '../../model/overlay.ts' {
  interface Overlays {
    readonly help: Scrolled & {
      /** Only the rows that hold each word of this are shown. */
      readonly search: string;
    };
  }
}

function openHelp(state: State): Step {
  return showHelp(state, '');
}

/** The help from its start, narrowed to what was looked for. */
export function showHelp(state: State, search: string): Step {
  return show(state, {...unscrolled, kind: 'help', search});
}

/** Every key there is; what was looked for is shown until Esc. */
export const help = {
  called: 'lists',
  keys: [...scrollKeys, 'search', 'help', 'leave'],
  opens: {help: openHelp},
  press(state, overlay, {action}) {
    switch (action) {
      case 'search':
        return show(state, {kind: 'search', text: overlay.search});
      case 'back':
        return overlay.search === '' ? [close(state), []] : showHelp(state, '');
      case 'help':
      case 'leave':
        return [close(state), []];
      default:
        return scrollBy(state, overlay, action);
    }
  },
} satisfies Dialog<'help'>;
