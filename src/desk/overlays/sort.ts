import {askPane} from '../feeds/feeds.ts';
import {isFeedPane} from '../feeds/navigate.ts';
import {fieldsOf} from '../model/rows.ts';
import {sortOf} from '../model/sorting.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, listKeys, movedTo, pageOf, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly sort: {readonly index: number};
  }
}

function openSort(state: State): Step {
  return show(state, {kind: 'sort', index: 0});
}

export const sort = {
  called: 'lists',
  keys: [...listKeys, 'accept', 'sort', 'leave'],
  opens: {sort: openSort},
  press(state, {index}, {action, now}) {
    const {pane} = state;
    if (!isFeedPane(pane)) return [close(state), []];
    const choices = fieldsOf[pane];
    switch (action) {
      case 'sort':
      case 'leave':
      case 'back':
        return [close(state), []];
      case 'accept': {
        const choice = choices[index];
        if (choice === undefined) return [state, []];
        return askPane(close(state), pane, {sort: sortOf(choice, state.feeds[pane].sort), page: 0}, now);
      }
      default: {
        const to = movedTo(action, index, {length: choices.length, page: pageOf(state)});
        return to === undefined ? [state, []] : show(state, {kind: 'sort', index: to});
      }
    }
  },
} satisfies Dialog<'sort'>;
