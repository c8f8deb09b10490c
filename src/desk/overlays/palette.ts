import {isOfPanes, type PaneBinding} from '../model/keys.ts';
import type {State} from '../model/state.ts';
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

/**
 * The commands whose names hold every word typed; where there are none, those that have its letters in this
 * order: `limord` is New limit order.
 */
export function paletteMatches({settings}: State, text: string): readonly PaneBinding[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = settings.bindings.filter(isOfPanes).filter(each => each.action !== 'palette');
  const holding = all.filter(each =>
    words.every(word => `${each.label} ${each.action}`.toLowerCase().includes(word)),
  );
  return holding.length > 0
    ? holding
    : all.filter(({label}) => hasInOrder(label.toLowerCase(), words.join('')));
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  return [...letters].every(letter => {
    at = text.indexOf(letter, at + 1);
    return at >= 0;
  });
}

export const palette = {
  called: 'lists',
  keys: [...lineKeys, ...listKeys, 'field.next', 'field.previous'],
  opens: {palette: openPalette},
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
} satisfies Dialog<'palette'>;
