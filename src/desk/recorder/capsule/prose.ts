import {canonicalDecimal, isDecimal} from '../../../api/wire/decimal.ts';
import {drawChance} from '../../chance.ts';
import {type Names, wordPattern} from './names.ts';
import {ownWords} from './words.ts';

/**
 * Rebuilds the program's sentences: its own words stay, names of records, accounts and hosts are renamed,
 * amounts of records are scaled. Of other numbers only the number of digits stays, and other words are renamed.
 */
export type Prose = {
  addName(text: string): void;
  addId(id: string): void;
  addAmount(amount: string, kind: AmountKind): void;
  addProse(text: string): void;
  of(text: string): string;
};

const vocabulary: ReadonlySet<string> = new Set(ownWords.flatMap(line => line.split(' ')));

const words = (text: string): readonly string[] => text.match(wordPattern) ?? [];
const isNumber = (word: string) => /^\d+$/.test(word);
const isCounted = (word: string) => /^\d+[km]?$/i.test(word);

export function isOwn(text: string): boolean {
  if (known.has(text)) return true;
  const isIt = words(text).every(word => vocabulary.has(word));
  if (isIt && known.size < mostKnown) known.add(text);
  return isIt;
}

const known = new Set<string>();
const mostKnown = 2_000;

const starts = new Set([...vocabulary].flatMap(word => prefixesOf(word.toLowerCase())));

function prefixesOf(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at + 1));
}

export const beginsOwn = (word: string) => starts.has(word.toLowerCase());

type Said = {readonly text: string; readonly length: number};

export function createProse(names: Names, factors: Factors): Prose {
  const ids = new Set<string>();
  const amounts = new Map<string, AmountKind | undefined>();
  const phrases = new Map<string, Set<string>>();

  const phraseAt = (text: string, at: number, word: string): Said | undefined => {
    let longest: string | undefined;
    for (const phrase of phrases.get(word) ?? [])
      if (phrase.length > (longest?.length ?? 0) && standsAt(text, phrase, at)) longest = phrase;
    return longest === undefined ? undefined : {text: names.of(longest), length: longest.length};
  };

  const numberAt = (text: string, at: number, word: string): Said => {
    momentPattern.lastIndex = at;
    const [moment] = momentPattern.exec(text) ?? [];
    if (moment !== undefined) return {text: moment, length: moment.length};
    numberPattern.lastIndex = at;
    // Digits that do not continue as a number are taken alone, and the rest separately.
    const [whole = word, number = word, unit = ''] = numberPattern.exec(text) ?? [];
    const {length} = whole;
    if (ids.has(number)) return {text: names.of(number) + unit, length};
    percentPattern.lastIndex = at + length;
    if (percentPattern.test(text)) return {text: whole, length};
    const kind = amounts.get(number);
    const after = (kind && scaled(number, factors[kind])) ?? number.replace(/\d/g, '0');
    return {text: after + unit, length};
  };

  const wordAt = (text: string, at: number, word: string): Said =>
    phraseAt(text, at, word) ??
    (isCounted(word)
      ? numberAt(text, at, word)
      : {text: vocabulary.has(word) ? word : names.of(word), length: word.length});

  const addName = (text: string) => {
    names.add(text);
    const phrase = phraseOf(text);
    if (phrase === undefined) return;
    const [first, whole] = phrase;
    phrases.set(first, (phrases.get(first) ?? new Set()).add(whole));
  };

  return {
    addName,
    addId(id) {
      addName(id);
      if (isNumber(id)) ids.add(id);
    },
    addAmount(amount, kind) {
      if (!isDecimal(amount)) return names.add(amount);
      const bare = amount.replace(/^-/, '');
      amounts.set(bare, amounts.has(bare) && amounts.get(bare) !== kind ? undefined : kind);
    },
    addProse(text) {
      for (const word of words(text)) if (!isCounted(word) && !vocabulary.has(word)) names.add(word);
    },
    of: text => anew(text, wordAt),
  };
}

function anew(text: string, wordAt: (text: string, at: number, word: string) => Said): string {
  let said = '';
  let at = 0;
  for (const {0: word, index} of text.matchAll(wordPattern)) {
    if (index < at) continue;
    const after = wordAt(text, index, word);
    said += text.slice(at, index) + after.text;
    at = index + after.length;
  }
  return said + text.slice(at);
}

function phraseOf(text: string): [first: string, phrase: string] | undefined {
  const all = words(text);
  const [first] = all;
  if (first === undefined || all.length === 1) return undefined;
  return all.some(word => vocabulary.has(word) || isNumber(word))
    ? [first, text.slice(text.indexOf(first))]
    : undefined;
}

const momentPattern = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?(?![\d\p{L}])/uy;
const numberPattern = /(\d+(?:,\d{3})*(?:\.\d+)?)([km]?)(?![\p{L}\p{N}])/iuy;
const percentPattern = / ?%/y;
const inWord = /[\p{L}\p{N}]/u;

function standsAt(text: string, phrase: string, at: number): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const end = at + phrase.length;
  return !(inWord.test(phrase.at(-1) ?? '') && inWord.test(text.charAt(end)));
}

// Amounts are multiplied: prices by one factor, sizes by another, money by both, so that comparisons, sums and
// products stay valid. The factors are odd and no multiples of 5, so an amount keeps its number of decimals,
// and all of them are exact.

export type AmountKind = 'price' | 'size' | 'money';

export type Factors = Readonly<Record<AmountKind, number>>;

const choices = [3, 7, 9] as const;

export function drawFactors(seed: number): Factors {
  const [next, one] = drawChance(seed);
  const [, other] = drawChance(next);
  const price = choices[Math.floor(one * choices.length)] ?? 3;
  const size = choices[Math.floor(other * choices.length)] ?? 3;
  return {price, size, money: price * size};
}

const plain = /^(-?)(\d+)(?:\.(\d*))?$/;
const mostExact = 13;

/** Multiplies, keeping the number of decimals; undefined if the text is no decimal. */
export function scaled(text: string, factor: number): string | undefined {
  const [, sign = '', whole = '', fraction] = plain.exec(text) ?? [];
  if (whole === '') return undefined;
  const places = fraction?.length ?? 0;
  const digits = `${whole}${fraction ?? ''}`;
  const product = digits.length <= mostExact ? Number(digits) * factor : BigInt(digits) * BigInt(factor);
  const all = String(product).padStart(digits.length, '0');
  const point = all.length - places;
  return `${sign}${all.slice(0, point)}${fraction === undefined ? '' : `.${all.slice(point)}`}`;
}

export function scaledNumber(value: number, factor: number): number {
  const text = canonicalDecimal(value);
  const product = text === undefined ? undefined : scaled(text, factor);
  return product === undefined ? value * factor : Number(product);
}

const typedNumber = /(?:\d[\d,]*\.?\d*|\.\d+)/g;
const thousands = /^[1-9]\d{0,2}(?:,\d{3})+$/;

export function scaledTyped(text: string, factor: number): string {
  return text.replace(typedNumber, number => {
    const [whole = '', ...fraction] = number.split('.');
    const isGrouped = thousands.test(whole);
    if (whole.includes(',') && !isGrouped) return number.replace(/\d/g, '0');
    const digits = whole.replaceAll(',', '');
    const bare = scaled([digits === '' ? '0' : digits, ...fraction].join('.'), factor) ?? '';
    const [head = '', ...tail] = bare.split('.');
    const shown = isGrouped ? grouped(head) : head;
    return [digits === '' && head === '0' ? '' : shown, ...tail].join('.');
  });
}

function grouped(digits: string): string {
  const first = digits.length % 3;
  const threes = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...threes].join(',');
}
