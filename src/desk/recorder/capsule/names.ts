/**
 * Anonymous names. Each word becomes another one of the same length, script, case and number of digits, the
 * same wherever it appears; sort order and common prefixes stay. Known words form a trie; the letters that
 * follow a prefix are replaced by as many others in the same order, drawn for that prefix alone.
 */
import {drawChance} from '../../chance.ts';

export const wordPattern = /[\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu;

type Node = {readonly next: Map<string, Node>; image: Map<string, string> | undefined};

export type Names = {
  add(text: string): void;
  draw(seed: number): void;
  /** The new name. A word that was not added is masked from where it leaves the known prefixes. */
  of(text: string): string;
};

export function createNames(): Names {
  const root = newNode();
  const added = new Set<string>();
  const known = new Map<string, string>();
  const renamed = (word: string) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const after = wordOf(root, word);
    known.set(word, after);
    return after;
  };
  return {
    add(text) {
      if (added.has(text)) return;
      added.add(text);
      for (const word of text.match(wordPattern) ?? []) addWord(root, word);
    },
    draw: seed => void drawNode(root, seed, true),
    of: text => text.replace(wordPattern, renamed),
  };
}

const newNode = (): Node => ({next: new Map(), image: undefined});

/** Case-insensitive, so that lower-case input still finds upper-case names. */
const folded = (character: string) =>
  character >= 'A' && character <= 'Z' ? character.toLowerCase() : character;

function addWord(root: Node, word: string): void {
  let node = root;
  for (const character of word) {
    const key = folded(character);
    let next = node.next.get(key);
    if (next === undefined) {
      next = newNode();
      node.next.set(key, next);
    }
    node = next;
  }
}

function wordOf(root: Node, word: string): string {
  let node: Node | undefined = root;
  let text = '';
  for (const character of word) {
    const key = folded(character);
    const image: string = node?.image?.get(key) ?? mask(key);
    text += key === character ? image : image.toUpperCase();
    node = node?.next.get(key);
  }
  return text;
}

const mask = (character: string) => (/\p{N}/u.test(character) ? '0' : 'x');

function drawNode(node: Node, seed: number, isFirst: boolean): number {
  let chance = seed;
  node.image = new Map();
  const groups = Map.groupBy([...node.next.keys()].sort(byCodePoint), key => alphabetOf(key, isFirst));
  for (const [alphabet, characters] of groups) {
    const [next, images] = drawn(characters, alphabet, chance);
    chance = next;
    for (const [at, character] of characters.entries()) node.image.set(character, images[at] ?? character);
  }
  for (const next of node.next.values()) chance = drawNode(next, chance, false);
  return chance;
}

const byCodePoint = (a: string, b: string) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0);

const mostDraws = 8;

function drawn(characters: readonly string[], alphabet: string, seed: number): [number, readonly string[]] {
  const all = [...alphabet];
  if (all.length <= characters.length) return [seed, characters];
  let chance = seed;
  let images: readonly string[] = characters;
  for (let draw = 0; draw < mostDraws; draw++) {
    [chance, images] = drawSome(all, characters.length, chance);
    if (!images.some((image, at) => image === characters[at])) break;
  }
  return [chance, images];
}

function drawSome(all: readonly string[], count: number, seed: number): [number, string[]] {
  const some: string[] = [];
  let chance = seed;
  for (const [at, character] of all.entries()) {
    const [next, share] = drawChance(chance);
    chance = next;
    if (share * (all.length - at) < count - some.length) some.push(character);
  }
  return [chance, some];
}

const digits = '0123456789';
const letters = 'abcdefghijklmnopqrstuvwxyz';

function alphabetOf(character: string, isFirst: boolean): string {
  if (character >= 'a' && character <= 'z') return letters;
  if (isFirst && character === '0') return '0';
  if (character >= '0' && character <= '9') return isFirst ? digits.slice(1) : digits;
  return foreignAlphabet(character);
}

const likes = [
  /\p{Lu}/u,
  /\p{Ll}/u,
  /\p{Lo}/u,
  /\p{Emoji_Presentation}/u,
  /\p{L}/u,
  /\p{N}/u,
  /\p{M}/u,
  /./su,
];
const blockSize = 64;
const alphabets = new Map<string, string>();

function foreignAlphabet(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const like = likes.findIndex(each => each.test(character));
  const block = Math.floor(point / blockSize) * blockSize;
  const name = `${block} ${like}`;
  const known =
    alphabets.get(name) ??
    Array.from({length: blockSize}, (_, at) => String.fromCodePoint(block + at))
      .filter(each => each.search(wordPattern) === 0 && likes.findIndex(one => one.test(each)) === like)
      .join('');
  alphabets.set(name, known);
  return known;
}
