export type Token = {readonly raw: string; readonly at: number; readonly isOpen: boolean};

const operators = [':', '=', '!=', '>=', '<=', '>', '<', '~'] as const;
type Operator = (typeof operators)[number];

/** `qty>=2` is the name `qty`, the operator `>=` and the value `2`. */
export type MemberToken = {
  readonly name: string;
  readonly nameAt: number;
  /** `-status:CLOSED` or `status!=CLOSED` */
  readonly isNegated: boolean;
  readonly operator: Operator;
  readonly value: string;
  readonly valueAt: number;
  readonly values: readonly TokenValue[];
};

type TokenValue = {
  readonly text: string;
  readonly at: number;
  readonly length: number;
  readonly isQuoted: boolean;
};

/** In double quotes, space is text and a backslash escapes the next character. */
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

const namedPattern = /^(-?)([A-Za-z][A-Za-z0-9_/%]*)(!=|>=|<=|[:=><~])/;

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

export function startOfName({raw}: Token): {readonly minus: string; readonly name: string} | undefined {
  const [, minus = '', name = '', behind] = /^(-?)([A-Za-z][A-Za-z0-9_/%]*)(.?)/.exec(raw) ?? [];
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

/** Quotes only text that would not be parsed back unchanged. */
export function quoteIfNeeded(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : quote(text);
}

export function isPlainWords(text: string): boolean {
  return text
    .split(' ')
    .every(
      word => /^[^\s"-][^\s"]*$/.test(word) && !namedPattern.test(word) && word.toLowerCase() !== openWord,
    );
}

export const openWord = 'open';
