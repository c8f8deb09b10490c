import {close, type Dialog, type Scrolled, scrollBy, scrollKeys, show, unscrolled} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly source: Scrolled;
  }
}

function openSource(state: State): Step {
  return show(state, {...unscrolled, kind: 'source'});
}

export const source = {
  called: 'lists',
  keys: [...scrollKeys, 'source', 'leave'],
  opens: {source: openSource},
  press(state, overlay, {action}) {
    switch (action) {
      case 'source':
      case 'leave':
      case 'back':
        return [close(state), []];
      default:
        return scrollBy(state, overlay, action);
    }
  },
} satisfies Dialog<'source'>;
