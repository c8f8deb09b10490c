import {inBanner} from '../intents/selectors.ts';
import {close, type Dialog, type Scrolled, scrollBy, scrollKeys, show, unscrolled} from '../overlay.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly worlds: Scrolled & {readonly intentId: string};
  }
}

function openWorlds(state: State): Step {
  const intentId = inBanner(state.intents).find(each => each.state === 'UNKNOWN')?.id ?? '';
  return show(state, {...unscrolled, kind: 'worlds', intentId});
}

export const worlds = {
  called: 'lists',
  keys: [...scrollKeys, 'worlds', 'leave'],
  opens: {worlds: openWorlds},
  press(state, overlay, {action}) {
    switch (action) {
      case 'worlds':
      case 'leave':
      case 'back':
        return [close(state), []];
      default:
        return scrollBy(state, overlay, action);
    }
  },
} satisfies Dialog<'worlds'>;
