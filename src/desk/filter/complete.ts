import type {FeedPane} from '../../account/model/vocabulary.ts';
import {headingOf, resources} from '../../account/resources/resources.ts';
import {findMember, type Member, members, openWord, readNamed, type Token, tokenize} from './members.ts';
import {nearest, plain} from './nearest.ts';
import type {Chip} from './parse.ts';
import {ranges, wordsOf} from './read-values.ts';

type Completion = {
  /** The start of the word that a candidate completes. */
  readonly from: number;
  readonly candidates: readonly {readonly text: string; readonly about: string}[];
};

export function completeFilter(pane: FeedPane, text: string): Completion {
  const last = tokenize(text).at(-1);
  const isTyped = last !== undefined && last.at + last.raw.length === text.length;
  const token: Token = isTyped ? last : {raw: '', at: text.length, isOpen: false};
  const typed = token.raw;
  const named = readNamed(token);
  if (named === undefined) {
    const minus = typed.startsWith('-') ? '-' : '';
    const names = membersLike(pane, typed.slice(minus.length));
    const candidates = names.map(({text, about}) => ({text: `${minus}${text}`, about}));
    const isOpen = minus === '' && openWord.startsWith(typed.toLowerCase());
    const open = isOpen && resources[pane].over && {text: openWord, about: 'everything still open'};
    return {from: token.at, candidates: open ? [open, ...candidates] : candidates};
  }
  const found = findMember(pane, named.name);
  const value = named.values.at(-1) ?? {text: named.value, at: named.valueAt};
  return {from: value.at, candidates: found === undefined ? [] : valuesLike(found.member, value.text)};
}

/** The text with the last word completed by the first candidate. */
export function completedFilter(pane: FeedPane, text: string): string {
  const {from, candidates} = completeFilter(pane, text);
  const [first] = candidates;
  if (first === undefined) return text;
  return text.slice(0, from) + first.text + (/[:~]$|\.\.$/.test(first.text) ? '' : ' ');
}

function membersLike(pane: FeedPane, typed: string): Completion['candidates'] {
  const wanted = plain(typed);
  const known = members[pane].map(member => ({member, heading: headingOfMember(pane, member)}));
  const rank = ({member: {name}, heading}: (typeof known)[number]) => {
    const names = [plain(name), plain(heading)];
    if (wanted !== '' && names.includes(wanted)) return 0;
    if (names.some(each => each.startsWith(wanted))) return 1;
    return names.some(each => each.includes(wanted)) ? 2 : 3;
  };
  const matching = known.filter(each => rank(each) < 3);
  const meant = nearest(
    typed,
    known.map(({member}) => member.name),
  );
  return (matching.length > 0 ? matching : known.filter(({member}) => member.name === meant))
    .sort((a, b) => rank(a) - rank(b))
    .map(({member, heading}) => {
      const isHeading = plain(heading).startsWith(wanted) && !plain(member.name).startsWith(wanted);
      const name = isHeading ? heading : member.name;
      const {asks, kind, about} = member;
      const isInPart = asks.is === undefined && (asks.part !== undefined || kind.is === 'text');
      return {text: `${name}${isInPart ? '~' : ':'}`, about};
    });
}

/** A condition as the screen names its field. */
export function chipWords(pane: FeedPane, {member, text}: Chip): string {
  if (member === undefined || !text.startsWith(member.name)) return text;
  return headingOfMember(pane, member) + text.slice(member.name.length);
}

/** The heading on the screen, if it is one word that means this member. */
function headingOfMember(pane: FeedPane, member: Member): string {
  const heading = headingOf(pane, member.field ?? member.name);
  const found = /^\w+$/.test(heading) ? findMember(pane, heading) : undefined;
  return found?.member === member && found.how === 'is' ? heading : member.name;
}

function valuesLike({kind, about}: Member, typed: string): Completion['candidates'] {
  const wanted = typed.toLowerCase();
  const words = wordsOf(kind);
  if (words === undefined)
    return ranges[kind.is]?.examples.filter(each => each.text.startsWith(wanted)) ?? [];
  const starting = words.filter(word => word.toLowerCase().startsWith(wanted));
  const meant = starting.length === 0 ? nearest(wanted, words) : undefined;
  return (meant === undefined ? starting : [meant]).map(text => ({text, about}));
}
