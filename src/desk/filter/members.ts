import type {FeedPane} from '../model/vocabulary.ts';
import {type FilterKind, kindOf, type Member} from '../resources/resource.ts';
import {columnsByName, headingOf, ofEach, resources, sortNames} from '../resources/resources.ts';
import {plain} from './nearest.ts';

/** Everything that a pane can be narrowed by; what the service is asked for first. */
export const members: Readonly<Record<FeedPane, readonly Member[]>> = ofEach((resource, pane) => {
  const asked = new Set(resource.members.flatMap(({name, also = []}) => [name, ...also]));
  const narrowing = columnsByName[pane].flatMap(([name, {is, words}]): Member[] => {
    const {filter, isPart} = kindOf(is);
    const kind: FilterKind | undefined = words === undefined ? filter : {is: 'word', words};
    if (asked.has(name) || kind === undefined || !sortNames[pane].includes(name)) return [];
    return [{name, kind, isHere: true, about: 'this page only', ...(isPart && {isPart})}];
  });
  return [...resource.members, ...narrowing];
});

/** The field or computed column of the records that a member is about, if they have it. */
export function fieldOfMember(pane: FeedPane, {name, also = [], field = name}: Member): string | undefined {
  return [field, ...also].find(each => sortNames[pane].includes(each));
}

/** The column of a name, whatever its case, or of a heading as it is read on the screen. */
export function columnCalled(pane: FeedPane, typed: string): string | undefined {
  const wanted = plain(typed);
  const names = columnsByName[pane].map(([name]) => name);
  return (
    names.find(name => plain(name) === wanted) ?? names.find(name => plain(headingOf(pane, name)) === wanted)
  );
}

/** A heading is a name: of the field that its column shows. */
function headed(pane: FeedPane, typed: string): FoundMember | undefined {
  const name = columnCalled(pane, typed) ?? '';
  const {of = name} = resources[pane].columns[name] ?? {};
  const member = members[pane].find(each => fieldOfMember(pane, each) === of);
  return member && {as: 'member', member};
}

export function wordsOf(kind: FilterKind): readonly string[] | undefined {
  return kind.is === 'word' || kind.is === 'one of' ? kind.words : undefined;
}

const byAKey: Record<string, string> = {
  pageNumber: 'use the page keys',
  page: 'use the page keys',
  sortByField: 'use the sort key',
  sortByDirection: 'use the sort key',
  sort: 'use the sort key',
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
  return headed(pane, name) ?? {as: 'unknown'};
}
