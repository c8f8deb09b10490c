import {blocked, run} from '../actions.ts';
import {isOfPanes} from '../keys.ts';
import {close, type Dialog, lineKeys, lineOf, listKeys, movedTo, show} from '../overlay.ts';
import {back, keys, text} from '../sheet.ts';
import type {State} from '../state.ts';
import {keyInWords, keyLabel} from '../words/keys.ts';

declare module '../model/overlay.ts' {
  interface Overlays {
    readonly palette: {readonly text: string; readonly index: number};
  }
}

export const palette = {
  called: 'lists',
  keys: [...lineKeys, ...listKeys, 'field.next', 'field.previous'],
  press(state, overlay, {action, now}) {
    const matches = paletteMatches(state, overlay.text);
    const chosen = matches[overlay.index];
    if (action === 'accept') return chosen && run(close(state), chosen.action, now);
    const index = movedTo(state, action, overlay.index, matches.length);
    return index === undefined ? undefined : show(state, {...overlay, index});
  },
  line: lineOf,
  typed: (overlay, _field, text) => ({...overlay, text, index: 0}),
  sheet(state, {text: typed, index}) {
    const matches = paletteMatches(state, typed);
    const none = 'No such command.';
    const reasons = matches.map(({action}) => blocked(state, action));
    const why = reasons[index];
    const items = matches.map(({label, keys}, at) => ({
      key: keys.map(keyLabel).join(' '),
      text: label,
      tone: reasons[at] === undefined ? ('plain' as const) : ('dim' as const),
      spoken: [
        [label, ...keys.slice(0, 1).map(key => `key ${keyInWords(key)}`)].join(', '),
        ...(reasons[at] === undefined ? [] : [`Not now: ${reasons[at]}`]),
      ],
    }));
    return [
      {is: 'field', name: 'palette', prompt: ':', value: typed},
      {is: 'choices', title: 'Commands', items, at: index, none, fills: true},
      ...(why === undefined ? [] : [text(why, 'warning')]),
      keys(state, 'palette', [[['row.up', 'row.down'], 'choose'], [['accept'], 'run'], back]),
    ];
  },
} satisfies Dialog<'palette'>;

/** The actions of keys, one with exactly this name first. */
export function paletteMatches({settings}: State, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holding = settings.bindings
    .filter(isOfPanes)
    .filter(({action}) => action !== 'palette')
    .filter(({label, action}) => words.every(word => `${label} ${action}`.toLowerCase().includes(word)));
  const isNamed = ({label, action}: (typeof holding)[number]) => [label, action].includes(text.trim());
  return holding.toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
}
