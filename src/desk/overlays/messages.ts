import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, movedTo, pageOf, scrollKeys, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly messages: {readonly scroll: number};
  }
}

/** Whoever reads them all has taken note of them, but for what has to be taken note of by itself. */
function openMessages(state: State): Step {
  return show({...state, notices: state.notices.filter(each => each.stays)}, {kind: 'messages', scroll: 0});
}

/** Everything that this session was told, newest first. How many lines that makes depends on the panel. */
export const messages = {
  called: 'lists',
  keys: [...scrollKeys, 'messages', 'leave'],
  opens: {messages: openMessages},
  press(state, {scroll}, {action}) {
    switch (action) {
      case 'messages':
      case 'leave':
      case 'back':
        return [close(state), []];
      default: {
        const to = movedTo(action, scroll, {length: Number.MAX_SAFE_INTEGER, page: pageOf(state)});
        return to === undefined ? [state, []] : show(state, {kind: 'messages', scroll: to});
      }
    }
  },
} satisfies Dialog<'messages'>;
