import type {State} from '../model/state.ts';
import {paletteMatches} from '../palette/entries.ts';
import type {Step} from '../step.ts';
import {close, type Dialog, lineKeys, lineOf, listKeys, movedTo, pageOf, show} from './overlay.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly palette: {readonly text: string; readonly index: number};
  }
}

function openPalette(state: State): Step {
  return show(state, {kind: 'palette', text: '', index: 0});
}

export const palette = {
  called: 'lists',
  keys: [...lineKeys, ...listKeys, 'field.next', 'field.previous'],
  opens: {palette: openPalette},
  press(state, overlay, {action, now, run}) {
    const matches = paletteMatches(state, overlay.text);
    switch (action) {
      case 'back':
        return [close(state), []];
      case 'accept': {
        const chosen = matches[overlay.index];
        return chosen === undefined ? [state, []] : chosen.choose(close(state), now, run);
      }
      default: {
        const index = movedTo(action, overlay.index, {length: matches.length, page: pageOf(state)});
        return index === undefined ? [state, []] : show(state, {...overlay, index});
      }
    }
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, index: 0}),
} satisfies Dialog<'palette'>;
