import type {MemberKind} from '../../api/wire/records.ts';
import {fieldsOf} from '../model/rows.ts';
import type {FeedPane} from '../model/vocabulary.ts';
import {kindOf, type Member} from '../resources/resource.ts';
import {fieldColumns, ofEach} from '../resources/resources.ts';

/** Everything that a pane can be narrowed by; what the service is asked for first. */
export const members: Readonly<Record<FeedPane, readonly Member[]>> = ofEach((resource, pane) => {
  const asked = new Set(resource.members.flatMap(({name, also = []}) => [name, ...also]));
  const narrowing = fieldColumns[pane].flatMap(([name, {is, words}]): Member[] => {
    const kind: MemberKind | undefined = words === undefined ? kindOf(is).filter : {is: 'word', words};
    return asked.has(name) || kind === undefined ? [] : [{name, kind, isHere: true, about: 'this page only'}];
  });
  return [...resource.members, ...narrowing];
});

/** The field of the records that a member is about, if they bear it. */
export function fieldOfMember(pane: FeedPane, {name, also = [], field = name}: Member): string | undefined {
  return [field, ...also].find(each => fieldsOf[pane].includes(each));
}

/** Each visible heading is a name, if the column shows a field as it is. */
const headed: Readonly<Record<FeedPane, ReadonlyMap<string, Member>>> = ofEach(({columns}, pane) => {
  const found = Object.keys(columns).flatMap(name => {
    const {is, of = name, heading = name} = columns[name] ?? {};
    const member = is === 'since' ? undefined : members[pane].find(each => fieldOfMember(pane, each) === of);
    return member === undefined ? [] : [[plain(heading), member] as const];
  });
  return new Map(found.toReversed());
});

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function wordsOf(kind: MemberKind): readonly string[] | undefined {
  return kind.is === 'word' || kind.is === 'one of' ? kind.words : undefined;
}

/** Amounts and times are asked for between two ends. */
export function isRange({is}: MemberKind): boolean {
  return is === 'decimal' || is === 'date-time' || is === 'millis';
}

const byAKey: Record<string, string> = {
  pageNumber: 'use [ and ] to change the page',
  page: 'use [ and ] to change the page',
  sortByField: 'use s to sort',
  sortByDirection: 'use s to sort',
  sort: 'use s to sort',
};

type FoundMember =
  | {readonly as: 'member'; readonly member: Member}
  | {readonly as: 'end'; readonly member: Member; readonly end: 'from' | 'to'}
  | {readonly as: 'contains'; readonly member: Member}
  | {readonly as: 'refused'; readonly reason: string}
  | {readonly as: 'unknown'};

export function findMember(pane: FeedPane, name: string): FoundMember {
  const wanted = name.toLowerCase();
  const is = (spelling: string | undefined) => spelling?.toLowerCase() === wanted;
  for (const member of members[pane]) {
    if (is(member.name) || member.also?.some(is)) return {as: 'member', member};
    if (is(member.contains)) return {as: 'contains', member};
    if (is(member.from) || is(member.alsoFrom)) return {as: 'end', member, end: 'from'};
    if (is(member.to) || is(member.alsoTo)) return {as: 'end', member, end: 'to'};
  }
  const key = Object.keys(byAKey).find(is);
  if (key) return {as: 'refused', reason: byAKey[key] ?? ''};
  const member = headed[pane].get(plain(name));
  return member === undefined ? {as: 'unknown'} : {as: 'member', member};
}
