import {sanitize} from '../../../term/text/sanitize.ts';
import {takenApart} from './apart.ts';
import {asPauses} from './pauses.ts';

/** Words of the screen as they are to be heard: signs in words, numbers by their value, units in full. */

/** In this order. What stands before or behind tells a minus from a hyphen, and a day from a letter. */
const heardAs: readonly (readonly [RegExp, string])[] = [
  [/\bP\/L\b/g, 'P L'],
  [/(?<!\S)!!? (?=[A-Z])/g, ''],
  [/(?<!\S)! /g, 'exclamation mark '],
  [/^\s*- /, ''],
  [/≥|>=/g, ' at least '],
  [/≤|<=/g, ' at most '],
  [/<(?=\d)/g, 'under '],
  [/>(?=-?\d)/g, 'over '],
  [/(?<=\d)–(?=\d)/g, ' to '],
  [/ ?[·•] ?/g, ', '],
  [/ @ /g, ' at '],
  [/(?<![\w.#])#(?=\w)/g, 'number '],
  [/(?<![\w.)\]-])[-−](?=\.?\d)/g, 'minus '],
  [/(?<![\w.])\+(?=\.?\d)/g, 'plus '],
  [/\s?%/g, ' percent'],
  [/\bUP_DOWN (?=(?:UP|DOWN)\b)/g, 'up or down, '],
  [/\bUP_DOWN\b/g, 'up or down'],
  [/(?<=[A-Z])_(?=[A-Z])/g, ' '],
  [/(?<![\w.-])1d\b/g, '1 day'],
  [/(?<![\w.-])(\d+)d\b/g, '$1 days'],
  [/(?<![\w.-])1h\b/g, '1 hour'],
  [/(?<![\w.-])(\d+)h\b/g, '$1 hours'],
  [/(?<![\w.-])1m\b/g, '1 minute'],
  [/(?<![\w.-])(\d+)m\b/g, '$1 minutes'],
  [/(?<![\d.,])1 ms\b/g, '1 millisecond'],
  [/(?<![\d.,])1 s\b/g, '1 second'],
  [/(?<=\d) ms\b/g, ' milliseconds'],
  [/(?<=\d) s\b/g, ' seconds'],
  [/↑/g, 'up arrow'],
  [/↓/g, 'down arrow'],
  [/←/g, 'left arrow'],
  [/→/g, 'right arrow'],
  [/[`…]/g, ''],
  // What is left of signs and of what pictures are drawn with says nothing to ears.
  [/[\u2190-\u2bff]|\p{So}/gu, ''],
  [/\s+/g, ' '],
  [/ (?=[,.;:](?:\s|$))/g, ''],
];

/** Where a file is: that is no text to be put in words. */
const path = /((?<!\S)\/[^\s/]+\/\S+)/;

/** A text of the screen in words alone. */
export function toEars(text: string): string {
  const parts = sanitize(text).split(path);
  return asPauses(parts.map((part, index) => (index % 2 === 1 ? part : inWords(part))).join(''));
}

const inWords = (text: string) =>
  heardAs.reduce((heard, [sign, word]) => heard.replace(sign, word), takenApart(text));

/** As `toEars`, and with its end to be heard. */
export function sentence(text: string): string {
  return ended(toEars(text));
}

const ended = (words: string) => (words === '' || /[.?!:]$/.test(words) ? words : `${words}.`);

/** `targetPrice` as two words. */
export function fieldName(field: string): string {
  return fieldNames[field] ?? field.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

const fieldNames: Readonly<Record<string, string>> = {
  pl: 'P L',
  plPercent: 'P L percent',
  plClosed: 'closed P L',
  qty: 'quantity',
  currentAskPrice: 'ask',
};

/** Nothing is meant by its first letter but that a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many words of it are spoken. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter(each => /[\p{L}\p{N}]/u.test(each)).length;
}

/** What it is, and what of it matters first. */
export type Glance = {
  readonly name: string;
  readonly rest: readonly string[];
  /** Of the rest what can be done without, that first of all. */
  readonly spare?: readonly string[];
};

/** A row is heard at a glance: no more words than this. */
const mostWords = 12;

/**
 * What leads, a name, and what follows it, in twelve words at most: first goes what is spare, then the name
 * gives way as far as two words, then what follows, the last of it first.
 */
export function atAGlance(lead: string, {name, rest, spare = []}: Glance): string {
  const parts = rest.map(toEars).filter(each => each !== '');
  const [head, named] = [toEars(lead), toEars(name).split(' ')];
  const room = () => mostWords - wordsIn([head, ...parts].join(' '));
  for (const each of spare.map(toEars))
    if (room() < named.length && parts.includes(each)) parts.splice(parts.indexOf(each), 1);
  const least = Math.min(2, named.length);
  while (parts.length > 1 && room() < least) parts.pop();
  const kept = firstWords(named.join(' '), Math.max(1, room()));
  return ended(firstWords([head, kept, ...parts].filter(each => each !== '').join(', '), mostWords));
}

/** So many words of a text, without the sign behind the last of them. */
function firstWords(text: string, most: number): string {
  const all = text.split(' ');
  const counts = all.map((_, index) => wordsIn(all.slice(0, index + 1).join(' ')));
  const kept = all.filter((_, index) => (counts[index] ?? 0) <= most);
  return kept.length === all.length ? text : kept.join(' ').replace(/[,:;.]$/, '');
}

const alphabet = (
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec ' +
  'romeo sierra tango uniform victor whiskey x-ray yankee zulu'
).split(' ');

/** `kilo` of K: letters that sound alike are told apart by it. */
export function asIn(letter: string): string {
  return alphabet.find(each => each.startsWith(letter.toLowerCase())) ?? letter;
}

const characters: Readonly<Record<string, string>> = {
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

/** One character by its name: a letter by the word that begins with it. */
export function characterInWords(character: string): string {
  if (/^[a-z]$/i.test(character)) return asIn(character);
  return characters[character] ?? toEars(character);
}

/** So many characters are spelled; nobody keeps more in mind. */
const mostSpelled = 40;

/** `B T C hyphen` is misheard; `bravo, tango, charlie, hyphen` is not. */
export function spelled(text: string): string {
  return sentence([...sanitize(text)].slice(0, mostSpelled).map(characterInWords).join(', '));
}

const keys: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Escape',
  tab: 'Tab',
  'shift+tab': 'Shift Tab',
  up: 'up arrow',
  down: 'down arrow',
  left: 'left arrow',
  right: 'right arrow',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  home: 'Home',
  end: 'End',
  space: 'Space',
};

/** A key among others: letters that sound alike are told apart. */
export function keyApart(key: string): string {
  return /^[a-z]$/.test(key) ? `${key}, as in ${asIn(key)}` : keyInWords(key);
}

/** A key as it is said: `Shift X` is not taken for `x`. */
export function keyInWords(key: string): string {
  const [, control] = /^ctrl\+(.)$/.exec(key) ?? [];
  if (control !== undefined) return `Control ${characters[control] ?? control.toUpperCase()}`;
  if (/^[A-Z]$/.test(key)) return `Shift ${key}`;
  return keys[key] ?? characters[key] ?? key;
}
