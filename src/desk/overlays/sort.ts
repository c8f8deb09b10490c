import {askPane} from '../feeds/feeds.ts';
import {isFeedPane} from '../feeds/navigate.ts';
import {fieldsOf} from '../model/rows.ts';
import {sortOf} from '../model/sorting.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {movedTo, pageOf} from './chooser.ts';
import {close, type Dialog, type OverlayOf, show} from './overlay.ts';

export function openSort(state: State): Step {
  return show(state, {kind: 'sort', index: 0});
}

export const sort: Dialog<OverlayOf<'sort'>> = {
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
};
