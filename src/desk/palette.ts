import {type Action, bindings} from './keys.ts';
import type {State} from './state.ts';

export type PaletteEntry = {
  readonly action: Action;
  readonly label: string;
  readonly keys: readonly string[];
};

/** The commands whose names hold every word typed, in the order of the key table. */
export function paletteMatches(state: State, text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return bindings
    .filter(each => each.action !== 'palette')
    .map(each => ({
      action: each.action,
      label: each.label,
      keys: state.settings.bindings.find(bound => bound.action === each.action)?.keys ?? each.keys,
    }))
    .filter(each => words.every(word => `${each.label} ${each.action}`.toLowerCase().includes(word)));
}
