/** Texts that are typed are taken apart by what each part of them means. */
import {findMember} from '../../filter/members.ts';
import {readNamed, tokenize} from '../../filter/tokens.ts';
import type {State} from '../../model/state.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import {type Keep, rootOf} from './kinds.ts';
import {wordPattern} from './names.ts';
import {beginsOwn, isOwn} from './prose.ts';

/** Takes note of a text, or gives it its new name. */
export type OnText = (kind: Keep, text: string) => string;

type OfField = {readonly name?: unknown};
type OfLine = {readonly kind?: unknown; readonly field?: unknown};

const formFields: Readonly<Record<string, Keep>> = {
  amount: 'money',
  symbol: 'name',
  side: 'word',
  price: 'price',
  size: 'size',
  positionId: 'id',
};

/** What stands in a field of a form. */
export function inForm(text: string, {name}: OfField, onText: OnText): string {
  return onText(formFields[String(name)] ?? 'text', text);
}

/** What stands in the line of a dialog. */
export function inLine(text: string, {kind, field}: OfLine, onText: OnText): string {
  switch (kind) {
    case 'alert':
      return onText(field === 'pl' ? 'money' : 'price', text);
    case 'filter':
      return inFilter(text, onText);
    case 'sort':
      return begun(text);
    case 'byHand':
    case 'palette':
    case 'search':
    case 'help':
    case 'lift':
      return inWords(text, onText);
    default:
      return onText('prose', text);
  }
}

/** What was typed into what is open. */
export function inOpen(text: string, field: string, overlay: State['overlay'], onText: OnText): string {
  return overlay.kind === 'form' ? inForm(text, {name: field}, onText) : inLine(text, overlay, onText);
}

/** Words of the program stay, half typed ones as well. */
export function inWords(text: string, onText: OnText): string {
  return text.replace(wordPattern, word => (beginsOwn(word) ? word : onText('text', word)));
}

/** Stands for what was typed letter by letter, and is part of no word. */
export const typedMask = '·';

/** What was typed to find a column by: as far as a word of the program begins so. */
function begun(text: string): string {
  return Array.from(text, (letter, at) =>
    beginsOwn(text.slice(0, at + letter.length)) ? letter : typedMask,
  ).join('');
}

/** The words of a filter that is being typed: a name that is begun is completed by a key. */
const leastBegun = 3;

export function inFilter(text: string, onText: OnText): string {
  let said = '';
  let at = 0;
  for (const token of tokenize(text)) {
    const named = readNamed(token);
    const bare = token.raw.length >= leastBegun && beginsOwn(token.raw) ? token.raw : undefined;
    const after =
      named === undefined
        ? (bare ?? onText(isOwn(token.raw) ? 'word' : 'text', token.raw))
        : onText('word', token.raw.slice(0, named.valueAt - token.at)) +
          inCondition(named.name, token.raw.slice(named.valueAt - token.at), onText);
    said += text.slice(at, token.at) + after;
    at = token.at + token.raw.length;
  }
  return said + text.slice(at);
}

const amountKinds: ReadonlySet<Keep | undefined> = new Set(['price', 'size', 'money']);
const root = rootOf('query');

/** The value of a condition, by what it is a condition of. */
function inCondition(name: string, value: string, onText: OnText): string {
  const member = feedPanes.map(pane => findMember(pane, name)).find(found => 'member' in found);
  const found = member !== undefined && 'member' in member ? member.member : undefined;
  const field = found?.name ?? name;
  const kind = root.child(found?.from ?? field).kind;
  if (kind === undefined) return onText('text', value);
  if (amountKinds.has(kind))
    return value.replace(/\d+(?:\.\d+)?|\p{L}+/gu, each =>
      /^\d/.test(each) ? onText(kind, each) : onText('text', each),
    );
  // Times are told by dates, by ages, and by words such as `today`.
  if (kind === 'plain' || kind === 'date') return isTime(value) ? value : onText('text', value);
  return value.replace(/[^,"]+/g, each => onText(kind, each));
}

const isTime = (value: string) => /^(?:[\d\s.,:TZ+"-]|\d[smhdw]|today|yesterday)*$/.test(value);
