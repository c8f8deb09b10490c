import type {FeedPane} from '../model/vocabulary.ts';
import type {Condition, Demand, Split} from './conditions.ts';
import {fieldOfMember, wordsOf} from './members.ts';
import type {Clause} from './read.ts';

/** More searches for a page cost more than they spare. */
const mostSearches = 6;

/**
 * How the conditions of a filter are asked for. One search has room for one value of a member. A set of them is
 * a search for each; what is left out is a search for each of the other documented values, where those left
 * out can be counted to prove that there are no more. The rest is narrowed here.
 */
export function planOf(
  pane: FeedPane,
  parts: readonly Clause[],
): {readonly split: Split | undefined; readonly conditions: readonly Condition[]} {
  const asked = parts.filter(isAskedByOne).map(({member}) => member.exact);
  const splits = parts.map(part => splitOf(pane, part));
  const chosen = splits.findIndex(
    each => each !== undefined && each.values.length <= mostSearches && !asked.includes(each.member),
  );
  const conditions = parts.map((part, index) => ({
    text: part.text,
    field: fieldOfMember(pane, part.member),
    kind: part.member.kind,
    isNegated: part.isNegated,
    demand: demandOf(part),
    isAsked: index === chosen || isAskedByOne(part),
  }));
  return {split: splits[chosen], conditions};
}

function demandOf({demand}: Clause): Demand {
  return demand.is === 'between'
    ? {is: 'between', from: demand.from?.value, to: demand.to?.value}
    : {is: demand.is, values: demand.values.map(String)};
}

/** Whether each search asks for it. */
function isAskedByOne({member, isNegated, demand}: Clause): boolean {
  if (isNegated || member.isHere) return false;
  return demand.is === 'between' || demand.values.length === 1;
}

function splitOf(pane: FeedPane, {text, member, isNegated, demand}: Clause): Split | undefined {
  if (member.exact === undefined || demand.is !== 'one of') return undefined;
  const {values} = demand;
  if (!isNegated)
    return values.length > 1 ? {text, member: member.exact, values, without: undefined} : undefined;
  // Only the search of Easy Options tells how many there are and is filtered by members with documented words.
  const words = pane === 'easyOptions' ? wordsOf(member.kind) : undefined;
  const others = words?.filter(word => !values.some(each => each === word)) ?? [];
  return others.length === 0 ? undefined : {text, member: member.exact, values: others, without: values};
}
