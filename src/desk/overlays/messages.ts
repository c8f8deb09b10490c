import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, type Scrolled, scrollBy, scrollKeys, show, unscrolled} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly messages: Scrolled;
  }
}

/** Whoever reads them all has taken note of them, but for what has to be taken note of by itself. */
function openMessages(state: State): Step {
  const notices = state.notices.filter(each => each.stays);
  return show({...state, notices}, {...unscrolled, kind: 'messages'});
}

/** Everything that this session was told, newest first. How many lines that makes depends on the panel. */
export const messages = {
  called: 'lists',
  keys: [...scrollKeys, 'messages', 'leave'],
  opens: {messages: openMessages},
  press(state, overlay, {action}) {
    switch (action) {
      case 'messages':
      case 'leave':
      case 'back':
        return [close(state), []];
      default:
        return scrollBy(state, overlay, action);
    }
  },
} satisfies Dialog<'messages'>;
