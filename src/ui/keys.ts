import type {Binding, KeyAction, Place} from '../desk/keys.ts';
import {labelOf} from '../desk/words/keys.ts';

export {keyLabel, labelOf} from '../desk/words/keys.ts';

/** `[['row.down', 'row.up'], 'choose']` gives `j k choose`. */
export type Hint = readonly [actions: readonly KeyAction[], words: string];

export function hintLine(table: readonly Binding[], place: Place, hints: readonly Hint[]): string {
  return hints
    .map(([actions, words]) => `${actions.map(each => labelOf(table, each, place)).join(' ')} ${words}`)
    .join('  ');
}
