/** Texts that are typed are taken apart by what each part of them means. */
import {findMember} from '../../filter/members.ts';
import {readNamed, tokenize} from '../../filter/tokens.ts';
import type {State} from '../../model/state.ts';
import {feedPanes} from '../../model/vocabulary.ts';
import {type Kind, placeOf} from './kinds.ts';
import {wordPattern} from './names.ts';
import {beginsOwn, isOwn} from './prose.ts';

/** Takes a part note of, or gives it its new name. */
export type Part = (kind: Kind, text: string) => string;

type FormField = {readonly name?: unknown};
type Line = {readonly kind?: unknown; readonly field?: unknown};

const formFields: Readonly<Record<string, Kind>> = {
  amount: 'money',
  symbol: 'name',
  side: 'word',
  price: 'price',
  size: 'size',
  positionId: 'id',
};

/** What stands in a field of a form. */
export function inForm(text: string, {name}: FormField, part: Part): string {
  return part(formFields[String(name)] ?? 'text', text);
}

/** What stands in the line of a dialog. */
export function inLine(text: string, {kind, field}: Line, part: Part): string {
  switch (kind) {
    case 'alert':
      return part(field === 'pl' ? 'money' : 'price', text);
    case 'filter':
      return inFilter(text, part);
    case 'byHand':
    case 'palette':
    case 'search':
    case 'help':
    case 'lift':
      return inWords(text, part);
    default:
      return part('prose', text);
  }
}

/** What was typed into what is open. */
export function inOpen(text: string, field: string, overlay: State['overlay'], part: Part): string {
  return overlay.kind === 'form' ? inForm(text, {name: field}, part) : inLine(text, overlay, part);
}

/** Words of the program stay, half typed ones as well. */
export function inWords(text: string, part: Part): string {
  return text.replace(wordPattern, word => (beginsOwn(word) ? word : part('text', word)));
}

/** The words of a filter that is being typed: a name that is begun is completed by a key. */
const leastBegun = 3;

export function inFilter(text: string, part: Part): string {
  let said = '';
  let at = 0;
  for (const token of tokenize(text)) {
    const named = readNamed(token);
    const bare = token.raw.length >= leastBegun && beginsOwn(token.raw) ? token.raw : undefined;
    const after =
      named === undefined
        ? (bare ?? part(isOwn(token.raw) ? 'word' : 'text', token.raw))
        : part('word', token.raw.slice(0, named.valueAt - token.at)) +
          inCondition(named.name, token.raw.slice(named.valueAt - token.at), part);
    said += text.slice(at, token.at) + after;
    at = token.at + token.raw.length;
  }
  return said + text.slice(at);
}

const amountKinds: ReadonlySet<Kind | undefined> = new Set(['price', 'size', 'money']);
const root = placeOf(['query']);

/** The value of a condition, by what it is a condition of. */
function inCondition(name: string, value: string, part: Part): string {
  const member = feedPanes.map(pane => findMember(pane, name)).find(found => 'member' in found);
  const found = member !== undefined && 'member' in member ? member.member : undefined;
  const field = found?.name ?? name;
  const kind = root.child(found?.from ?? field).kind;
  if (kind === undefined) return part('text', value);
  if (amountKinds.has(kind))
    return value.replace(/\d+(?:\.\d+)?|\p{L}+/gu, each =>
      /^\d/.test(each) ? part(kind, each) : part('text', each),
    );
  // Times are told by dates, by ages, and by words such as `today`.
  if (kind === 'plain' || kind === 'date') return isTime(value) ? value : part('text', value);
  return value.replace(/[^,"]+/g, each => part(kind, each));
}

const isTime = (value: string) => /^(?:[\d\s.,:TZ+"-]|\d[smhdw]|today|yesterday)*$/.test(value);
