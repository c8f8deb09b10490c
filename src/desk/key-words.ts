import {type Binding, type KeyAction, keyOf, type Place} from './keys.ts';

const names: Readonly<Record<string, {readonly shown: string; readonly spoken: string}>> = {
  enter: {shown: 'Enter', spoken: 'Enter'},
  escape: {shown: 'Esc', spoken: 'Escape'},
  tab: {shown: 'Tab', spoken: 'Tab'},
  'shift+tab': {shown: 'Shift-Tab', spoken: 'Shift Tab'},
  up: {shown: '↑', spoken: 'up arrow'},
  down: {shown: '↓', spoken: 'down arrow'},
  left: {shown: '←', spoken: 'left arrow'},
  right: {shown: '→', spoken: 'right arrow'},
  pageup: {shown: 'PgUp', spoken: 'Page Up'},
  pagedown: {shown: 'PgDn', spoken: 'Page Down'},
  home: {shown: 'Home', spoken: 'Home'},
  end: {shown: 'End', spoken: 'End'},
  space: {shown: 'Space', spoken: 'Space'},
};

const otherLetter = /^(?:[\uff01-\uff5e]|(?!\p{Script=Latin})\p{L})/u;

/** Keys of another alphabet have no function. Undefined for a Latin letter, and for what is no letter. */
export function layoutWords(name: string): string | undefined {
  return otherLetter.test(name) ? 'The keyboard layout is not Latin: switch it' : undefined;
}

export function keyLabel(key: string): string {
  return (
    names[key]?.shown ?? key.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`)
  );
}

export function labelOf(table: readonly Binding[], action: KeyAction, place: Place = 'panes'): string {
  return keyLabel(keyOf(table, action, place));
}

/** `[['row.down', 'row.up'], 'choose']` gives `j k choose`. */
export type Hint = readonly [actions: readonly KeyAction[], words: string];

export function hintLine(table: readonly Binding[], place: Place, hints: readonly Hint[]): string {
  return hints
    .map(([actions, words]) =>
      `${actions.map(each => labelOf(table, each, place)).join(' ')} ${words}`.trimEnd(),
    )
    .join('  ');
}

const alphabet = (
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec ' +
  'romeo sierra tango uniform victor whiskey x-ray yankee zulu'
).split(' ');

export function asIn(letter: string): string {
  return alphabet.find(each => each.startsWith(letter.toLowerCase())) ?? letter;
}

export const characters: Readonly<Record<string, string>> = {
  ' ': 'space',
  '-': 'hyphen',
  '.': 'dot',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  '/': 'slash',
  _: 'underscore',
  '#': 'number sign',
  '"': 'quote',
  "'": 'apostrophe',
  '?': 'question mark',
  '!': 'exclamation mark',
  '<': 'less than',
  '>': 'greater than',
  '=': 'equals',
  '[': 'left bracket',
  ']': 'right bracket',
  '(': 'left parenthesis',
  ')': 'right parenthesis',
  '+': 'plus',
  '@': 'at',
  '~': 'tilde',
  '*': 'star',
  '%': 'percent',
  '&': 'and',
  '|': 'bar',
  '\\': 'backslash',
};

export function keyApart(key: string): string {
  return /^[a-z]$/.test(key) ? `${key}, as in ${asIn(key)}` : keyInWords(key);
}

/** `Shift X` is distinct from `x`. */
export function keyInWords(key: string): string {
  const [, control] = /^ctrl\+(.)$/.exec(key) ?? [];
  if (control !== undefined) return `Control ${characters[control] ?? control.toUpperCase()}`;
  if (/^[A-Z]$/.test(key)) return `Shift ${key}`;
  return names[key]?.spoken ?? characters[key] ?? key;
}
