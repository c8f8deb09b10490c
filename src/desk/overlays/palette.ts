import {isOfPanes, type PaneBinding} from '../model/keys.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {movedTo, pageOf} from './chooser.ts';
import {close, type Dialog, lineOf, type OverlayOf, show} from './overlay.ts';

export function openPalette(state: State): Step {
  return show(state, {kind: 'palette', text: '', index: 0});
}

/** The commands whose names hold every word typed, in the order of the key table. */
export function paletteMatches({settings}: State, text: string): readonly PaneBinding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.bindings
    .filter(isOfPanes)
    .filter(each => each.action !== 'palette')
    .filter(each => words.every(word => `${each.label} ${each.action}`.toLowerCase().includes(word)));
}

export const palette: Dialog<OverlayOf<'palette'>> = {
  press(state, overlay, {action, run}) {
    const matches = paletteMatches(state, overlay.text);
    switch (action) {
      case 'back':
        return [close(state), []];
      case 'accept': {
        const chosen = matches[overlay.index];
        return chosen === undefined ? [state, []] : run(close(state), chosen.action);
      }
      default: {
        const index = movedTo(action, overlay.index, {length: matches.length, page: pageOf(state)});
        return index === undefined ? [state, []] : show(state, {...overlay, index});
      }
    }
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, index: 0}),
};
