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
  readonly values: ReturnType<typeof splitValues>;
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `04 DEC 26` */
export function isDayShown(text: string): boolean {
  const [, month = ''] = /^(?:0?[1-9]|[12]\d|3[01]) ([a-z]{3}) \d\d$/i.exec(text) ?? [];
  return months.includes(month.toLowerCase());
}

/** In double quotes, space is text and a backslash escapes the next character. A day as shown is one token. */
export function tokenize(text: string): Token[] {
  const found = text.matchAll(/(?:[^\s"]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))+/gs);
  const words = [...found].map(({0: raw, index: at}) => ({raw, at, isOpen: !closed.test(raw)}));
  return words.flatMap((word, index) => {
    const dayAt = (from: number) =>
      words
        .slice(from, from + 3)
        .map(({raw}) => raw)
        .join(' ');
    if (isDayShown(dayAt(index))) return {...word, raw: dayAt(index)};
    return isDayShown(dayAt(index - 1)) || isDayShown(dayAt(index - 2)) ? [] : word;
  });
}

/** Each quote has an end. */
const closed = /^(?:[^"]|"(?:[^"\\]|\\.)*")*$/s;

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

function splitValues(raw: string, at: number) {
  const found = `,${raw}`.matchAll(/,((?:[^,"]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))*)/gs);
  return [...found].map(({1: text = '', index}) => {
    const {length} = text;
    return {text: unquote(text), at: at + index, length, isQuoted: text.includes('"')};
  });
}

export function unquote(raw: string): string {
  return raw.replace(/"((?:[^"\\]|\\(?:.|$))*)(?:"|$)/gs, (_, quoted: string) =>
    quoted.replace(/\\(.?)/gs, '$1'),
  );
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Quotes only text that would not be parsed back unchanged. */
export function quoteIfNeeded(text: string): string {
  return /^[^\s",]+$/.test(text) ? text : quote(text);
}

export const isPlainWord = (word: string): boolean =>
  /^[^\s"-][^\s"]*$/.test(word) && !namedPattern.test(word) && word.toLowerCase() !== openWord;

export const openWord = 'open';
