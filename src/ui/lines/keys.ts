import type {Binding, KeyAction, Place} from '../../desk/model/keys.ts';
import {labelOf} from '../../desk/words/keys.ts';

export {keyLabel, labelOf} from '../../desk/words/keys.ts';

/** What keys do at a place: `[['row.down', 'row.up'], 'choose']` is `j k choose`. */
export type Hint = readonly [actions: readonly KeyAction[], words: string];

/** A line of hints, with the keys that the table in force has for them. */
export function hintLine(table: readonly Binding[], place: Place, hints: readonly Hint[]): string {
  return hints
    .map(([actions, words]) => `${actions.map(each => labelOf(table, each, place)).join(' ')} ${words}`)
    .join('  ');
}
