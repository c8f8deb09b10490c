import {close, type Dialog, type Scrolled, scrollBy, scrollKeys, show, unscrolled} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly messages: Scrolled;
  }
}

/** Showing all messages acknowledges them, except those that need their own acknowledgement. */
function openMessages(state: State): Step {
  const notices = state.notices.filter(each => each.stays);
  return show({...state, notices}, {...unscrolled, kind: 'messages'});
}

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
