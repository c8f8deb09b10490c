import {multiply, parseDecimal} from '../../../api/wire/decimal.ts';
import type {Decimal} from '../../../api/wire/records.ts';

/**
 * What a person types and what goes out for it. Only spellings with one reading are taken: where another
 * country's habit would make another number of it, it is refused, and the words say what is taken.
 */
type TypedAmount = {readonly sends: Decimal} | {readonly wrong: string};

/** Digits, or thousands as optty prints them; a point that may begin or end it; a letter for its thousands. */
const spelling = /^([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?([km]?)$/i;

const inOnes: Readonly<Record<string, Decimal>> = {k: '1000', m: '1000000'};

/** A price, a size or an investment. A plain decimal goes out as it stands, its zeros included. */
export function typedAmount(text: string): TypedAmount {
  const trimmed = text.trim();
  if (parseDecimal(trimmed) !== undefined) return {sends: trimmed};
  const [, whole = '', fraction = '', letter = ''] = spelling.exec(trimmed) ?? [];
  if (whole === '' && fraction === '') return {wrong: trimmed.includes(',') ? ofCommas : ofNumbers};
  const digits = whole === '' ? '0' : whole.replaceAll(',', '');
  const typed = fraction === '' ? digits : `${digits}.${fraction}`;
  const by = inOnes[letter.toLowerCase()];
  return {sends: by === undefined ? typed : multiply(typed, by)};
}

const ofCommas = 'A comma parts thousands alone, as in 12,500; decimals follow a point, as in 0.5.';
const ofNumbers = 'A number such as 12, 0.5, 12,500, 1k or 2.5m.';

/**
 * A symbol: the one that is known, where only the case of its letters differs; else in capitals, where all that
 * are known are.
 * @param known symbols that the service has shown
 */
export function typedSymbol(text: string, known: readonly string[]): string {
  const symbol = text.trim();
  if (known.includes(symbol)) return symbol;
  const [alike, ...others] = known.filter(each => each.toUpperCase() === symbol.toUpperCase());
  if (alike !== undefined) return others.length === 0 ? alike : symbol;
  return known.length > 0 && known.every(each => each === each.toUpperCase()) ? symbol.toUpperCase() : symbol;
}
