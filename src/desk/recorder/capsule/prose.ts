import {isDecimal} from '../../../api/wire/decimal.ts';
import {type AmountKind, type Factors, scaled} from './amounts.ts';
import {type Names, wordPattern} from './names.ts';
import {ownWords} from './words.ts';

/**
 * What the program says is built anew of what became of its pieces: its own words stay, what a record, an
 * account or a host is called is called otherwise, an amount that a record bears is scaled, and of any other
 * number nothing is left but its digits' places. Any other word is renamed.
 */
export type Prose = {
  /** Texts that are said as they stand, between the words of the program. */
  addName(text: string): void;
  addId(id: string): void;
  addAmount(amount: string, kind: AmountKind): void;
  /** What is said: its words that nobody knows are to be renamed. */
  addProse(text: string): void;
  of(text: string): string;
};

const vocabulary: ReadonlySet<string> = new Set(ownWords.flatMap(line => line.split(' ')));

const words = (text: string): readonly string[] => text.match(wordPattern) ?? [];
const isNumber = (word: string) => /^\d+$/.test(word);
/** A number, or one in thousands or millions. */
const isCounted = (word: string) => /^\d+[km]?$/i.test(word);

/** Whether it is made of words of the program alone. */
export function isOwn(text: string): boolean {
  if (known.has(text)) return true;
  const isIt = words(text).every(word => vocabulary.has(word));
  if (isIt && known.size < mostKnown) known.add(text);
  return isIt;
}

/** Texts that were found to be. */
const known = new Set<string>();
const mostKnown = 2_000;

const starts = new Set([...vocabulary].flatMap(word => prefixesOf(word.toLowerCase())));

function prefixesOf(word: string): readonly string[] {
  return Array.from(word, (_, at) => word.slice(0, at + 1));
}

/** Whether a word of the program begins so. */
export const beginsOwn = (word: string) => starts.has(word.toLowerCase());

/** What is said anew, and for how much of the text. */
type Said = {readonly text: string; readonly length: number};

export function createProse(names: Names, factors: Factors): Prose {
  const ids = new Set<string>();
  const amounts = new Map<string, AmountKind | undefined>();
  /** By their first word, those that the words alone would not tell. */
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
    // Digits that go on otherwise than a number does are taken by themselves, and what follows by itself.
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

/** Puts a text together of what becomes of its words; what stands between them stays. */
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

/** A text that the words in it alone would not tell, from its first word on. */
function phraseOf(text: string): [first: string, phrase: string] | undefined {
  const all = words(text);
  const [first] = all;
  if (first === undefined || all.length === 1) return undefined;
  return all.some(word => vocabulary.has(word) || isNumber(word))
    ? [first, text.slice(text.indexOf(first))]
    : undefined;
}

/** Times are kept, in texts as well. */
const momentPattern = /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?(?![\d\p{L}])/uy;
const numberPattern = /(\d+(?:,\d{3})*(?:\.\d+)?)([km]?)(?![\p{L}\p{N}])/iuy;
const percentPattern = / ?%/y;
const inWord = /[\p{L}\p{N}]/u;

/** Whether the phrase stands there, and no word goes on behind it. */
function standsAt(text: string, phrase: string, at: number): boolean {
  if (!text.startsWith(phrase, at)) return false;
  const end = at + phrase.length;
  return !(inWord.test(phrase.at(-1) ?? '') && inWord.test(text.charAt(end)));
}
