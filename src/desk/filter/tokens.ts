/** A run of text between spaces, with its place: errors are shown under it and completion replaces it. */
export type Token = {
  readonly raw: string;
  readonly at: number;
  /** Its quote was opened and never closed. */
  readonly isOpen: boolean;
};

const operators = [':', '=', '!=', '>=', '<=', '>', '<', '~'] as const;
export type Operator = (typeof operators)[number];

/** A token that names a member: `qty>=2` is the name `qty`, the operator `>=` and the value `2`. */
export type MemberToken = {
  readonly name: string;
  /** Where the name starts in the whole text. */
  readonly nameAt: number;
  /** `-status:CLOSED`, and `status!=CLOSED` as well. */
  readonly isNegated: boolean;
  readonly operator: Operator;
  readonly value: string;
  /** Where the value starts in the whole text. */
  readonly valueAt: number;
  /** The values between commas that stand outside of quotes. */
  readonly values: readonly TokenValue[];
};

export type TokenValue = {
  readonly text: string;
  readonly at: number;
  readonly length: number;
  /** It was written in quotes, so it is meant exactly as it stands. */
  readonly isQuoted: boolean;
};

/** Splits at white space; in double quotes space is text and a backslash takes the next character as it is. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let start = -1;
  let isOpen = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if (!isOpen && /\s/.test(character)) {
      if (start >= 0) tokens.push({raw: text.slice(start, index), at: start, isOpen: false});
      start = -1;
      continue;
    }
    if (start < 0) start = index;
    if (character === '"') isOpen = !isOpen;
    else if (isOpen && character === '\\') index++;
  }
  if (start >= 0) tokens.push({raw: text.slice(start), at: start, isOpen});
  return tokens;
}

const namedPattern = /^(-?)([A-Za-z][A-Za-z0-9_]*)(!=|>=|<=|[:=><~])/;

export function readNamed(token: Token): MemberToken | undefined {
  const [whole = '', minus = '', name = '', sign] = namedPattern.exec(token.raw) ?? [];
  const operator = operators.find(each => each === sign);
  if (operator === undefined) return undefined;
  const raw = token.raw.slice(whole.length);
  const valueAt = token.at + whole.length;
  return {
    name,
    nameAt: token.at + minus.length,
    isNegated: (minus === '-') !== (operator === '!='),
    operator,
    value: unquote(raw),
    valueAt,
    values: splitValues(raw, valueAt),
  };
}

/** A token that begins as one that names a member does, and does not go on so. */
export function startOfName({raw}: Token): {readonly minus: string; readonly name: string} | undefined {
  const [, minus = '', name = '', behind] = /^(-?)([A-Za-z][A-Za-z0-9_]*)(.?)/.exec(raw) ?? [];
  return name === '' || (minus === '' && behind === '') ? undefined : {minus, name};
}

function splitValues(raw: string, at: number): TokenValue[] {
  const values: TokenValue[] = [];
  let start = 0;
  let isOpen = false;
  const end = (index: number) => {
    const text = raw.slice(start, index);
    values.push({text: unquote(text), at: at + start, length: text.length, isQuoted: text.includes('"')});
    start = index + 1;
  };
  for (let index = 0; index < raw.length; index++) {
    if (raw[index] === '"') isOpen = !isOpen;
    else if (isOpen && raw[index] === '\\') index++;
    else if (!isOpen && raw[index] === ',') end(index);
  }
  end(raw.length);
  return values;
}

/** The text that a token or value stands for: quotes and the backslashes inside them are taken away. */
export function unquote(raw: string): string {
  let isOpen = false;
  let result = '';
  for (let index = 0; index < raw.length; index++) {
    const character = raw[index] ?? '';
    if (character === '"') isOpen = !isOpen;
    else if (isOpen && character === '\\') result += raw[++index] ?? '';
    else result += character;
  }
  return result;
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Quoted only where it would not be read back as it is. */
export function quoteIfNeeded(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : quote(text);
}

/** Bare words are read back as themselves when none of them looks like anything else. */
export function isPlainWords(text: string): boolean {
  return text
    .split(' ')
    .every(
      word => /^[^\s"-][^\s"]*$/.test(word) && !namedPattern.test(word) && word.toLowerCase() !== openWord,
    );
}

/** All that is not over, on panes whose records can be. */
export const openWord = 'open';
