import type {FeedPane} from '../model/vocabulary.ts';
import type {Member} from '../resources/resource.ts';
import {resources} from '../resources/resources.ts';
import {findMember, members, wordsOf} from './members.ts';
import {nearest} from './nearest.ts';
import {openWord, readNamed, type Token, tokenize} from './tokens.ts';

export type {Filter} from './conditions.ts';
export {members} from './members.ts';
export {type Chip, type FilterError, type ParsedFilter, parseFilter} from './parse.ts';
export {askFiltered, contradicts, type FilteredAnswer, fits, heldByOne, type PageAnswer} from './searches.ts';

export type Completion = {
  readonly from: number;
  readonly to: number;
  readonly candidates: readonly {readonly text: string; readonly about: string}[];
};

export function completeFilter(pane: FeedPane, text: string, cursor: number): Completion {
  const token = tokenAt(text, cursor);
  const typed = token.raw.slice(0, cursor - token.at);
  const named = readNamed({...token, raw: typed});
  if (named === undefined) {
    const minus = typed.startsWith('-') ? '-' : '';
    const names = membersLike(pane, typed.slice(minus.length));
    const candidates = names.map(({text, about}) => ({text: `${minus}${text}`, about}));
    const all = [...(minus === '' ? openLike(pane, typed) : []), ...candidates];
    return {from: token.at, to: token.at + token.raw.length, candidates: all};
  }
  const found = findMember(pane, named.name);
  const last = named.values.at(-1) ?? {text: named.value, at: named.valueAt};
  const candidates = found.as === 'member' || found.as === 'end' ? valuesLike(found.member, last.text) : [];
  return {from: last.at, to: token.at + token.raw.length, candidates};
}

export function applyCompletion(
  text: string,
  {from, to}: Completion,
  candidate: string,
): {readonly text: string; readonly cursor: number} {
  const rest = text.slice(to);
  const isWhole = !/[:~]$|\.\.$/.test(candidate);
  const gap = isWhole && !rest.startsWith(' ') ? ' ' : '';
  return {
    text: text.slice(0, from) + candidate + gap + rest,
    cursor: from + candidate.length + (isWhole ? 1 : 0),
  };
}

function tokenAt(text: string, cursor: number): Token {
  const touching = tokenize(text).find(token => token.at <= cursor && cursor <= token.at + token.raw.length);
  return touching ?? {raw: '', at: cursor, isOpen: false};
}

function openLike(pane: FeedPane, typed: string): Completion['candidates'] {
  const isHere = resources[pane].over !== undefined && openWord.startsWith(typed.toLowerCase());
  return isHere ? [{text: openWord, about: 'everything still open'}] : [];
}

function membersLike(pane: FeedPane, typed: string): Completion['candidates'] {
  const wanted = typed.toLowerCase();
  const rank = ({name}: Member) =>
    name.toLowerCase().startsWith(wanted) ? 0 : name.toLowerCase().includes(wanted) ? 1 : 2;
  const known = members[pane];
  const matching = known.filter(member => rank(member) < 2);
  const meant = nearest(
    typed,
    known.map(member => member.name),
  );
  return (matching.length > 0 ? matching : known.filter(member => member.name === meant))
    .sort((a, b) => rank(a) - rank(b))
    .map(member => ({text: `${member.name}${member.exact || member.from ? ':' : '~'}`, about: member.about}));
}

const someTimes = [
  {text: '-1h..', about: 'the last hour'},
  {text: 'today', about: 'since midnight, UTC'},
  {text: 'yesterday', about: 'the day before, UTC'},
  {text: '-7d..', about: 'the last seven days'},
];

function valuesLike({kind, about}: Member, typed: string): Completion['candidates'] {
  const wanted = typed.toLowerCase();
  const words = wordsOf(kind);
  if (words !== undefined) return startingWith(words, wanted).map(text => ({text, about}));
  const isTime = kind.is === 'date-time' || kind.is === 'millis';
  return isTime ? someTimes.filter(each => each.text.startsWith(wanted)) : [];
}

function startingWith(values: readonly string[], wanted: string): readonly string[] {
  const starting = values.filter(value => value.toLowerCase().startsWith(wanted));
  const meant = starting.length === 0 ? nearest(wanted, values) : undefined;
  return meant === undefined ? starting : [meant];
}
