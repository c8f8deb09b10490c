import {type Member, wordsOf} from './members.ts';
import {isPlainWords, quote, quoteIfNeeded} from './tokens.ts';
import type {RangeEnd} from './values.ts';

/** A value that the documentation does not name is quoted: that is how one asks for it all the same. */
export function printExact({name, kind}: Member, value: string, operator: ':' | '~' = ':'): string {
  const isUnnamed = wordsOf(kind)?.includes(value) === false;
  return `${name}${operator}${isUnnamed ? quote(value) : quoteIfNeeded(value)}`;
}

export function printRange(name: string, from: RangeEnd | undefined, to: RangeEnd | undefined): string {
  const isOne = from !== undefined && from.text === to?.text && !from.isInstant;
  return `${name}:${isOne ? from.text : `${from?.text ?? ''}..${to?.text ?? ''}`}`;
}

export function printSearch(words: string): string {
  return isPlainWords(words) ? words : `search:${quote(words)}`;
}
