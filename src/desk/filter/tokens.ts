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

const dayShown = String.raw`(?:0?[1-9]|[12]\d|3[01]) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) \d\d`;
const tokens = new RegExp(
  String.raw`(?<!\S)${dayShown}(?!\S)|(?:[^\s"]|"(?:[^"\\]|\\(?:.|$))*(?:"|$))+`,
  'gis',
);

/** `04 DEC 26` */
export const isDayShown = (text: string) => new RegExp(`^${dayShown}$`, 'i').test(text);

/** In double quotes, space is text and a backslash escapes the next character. A day as shown is one token. */
export function tokenize(text: string): Token[] {
  const found = text.matchAll(tokens);
  return [...found].map(({0: raw, index: at}) => ({raw, at, isOpen: !closed.test(raw)}));
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
