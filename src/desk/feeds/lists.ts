import type {PageRequest} from '../../account/model/feed.ts';
import type {Moment} from '../../account/model/moment.ts';
import {isSortedByService, type Sortable} from '../../account/model/sorting.ts';
import type {FeedPane} from '../../account/model/vocabulary.ts';
import {headingOf, resources} from '../../account/resources/resources.ts';
import type {CallOptions, Operations} from '../../api/contract.ts';
import type {Cached} from '../../api/errors.ts';
import {anotherNow, unanswered} from '../../core/journal/lease.ts';
import type {Condition} from '../filter/conditions.ts';
import {narrowed, type PageAnswer} from '../filter/index.ts';
import {tell} from '../notices.ts';
import type {Feed, RowOf, State} from '../state.ts';

export type FilteredRequest<P extends FeedPane = FeedPane> = PageRequest<P> & {
  /** Each row is checked against them, asked or not. */
  readonly conditions?: readonly Condition[] | undefined;
};

/** A page that must not count, with the reason. */
export class Discounted extends Error {}

/** Why an answer proves nothing of the time since the question. */
export function whyOld({cached}: {readonly cached?: Cached | undefined}): string | undefined {
  if (cached === undefined) return undefined;
  const {ageMs, by} = cached;
  const name = by === undefined ? 'A cache' : `A cache (${by})`;
  return `${name} answers for the service, ${Math.ceil(ageMs / 1_000)} s old. Run optty doctor.`;
}

type Ledger = string | undefined;

/** The paper ledger, or none, of each client's first and last answer. */
const shown = new WeakMap<Operations, {readonly first: Ledger; readonly last: Ledger}>();
/** The ledger of an answer that came before the first page. */
const named = new WeakMap<Operations, {readonly first: Ledger; readonly last: Ledger}>();

/** The service that a journal is of. */
export type OwnService = {readonly ledger?: Ledger; readonly mayChange?: boolean};

/** The paper ledger, or none, that answers showed last. Undefined before the first. */
export function answeredBy(client: Operations): {readonly ledger: Ledger} | undefined {
  const seen = shown.get(client) ?? named.get(client);
  return seen && {ledger: seen.last};
}

/**
 * Why nothing is sent or proved: the ids of a paper ledger begin anew in the next one, where they name other
 * records.
 */
export function whyOfAnother(client: Operations, {mayChange = false, ledger}: OwnService) {
  const seen = shown.get(client) ?? named.get(client);
  if (seen === undefined) return mayChange ? unanswered : undefined;
  const isOwn = seen.first === seen.last && (!mayChange || seen.first === ledger);
  return isOwn ? undefined : `${anotherNow} Start optty again.`;
}

export const nameLedger = (client: Operations, ledger: Ledger) =>
  named.set(client, {first: ledger, last: ledger});

/** @returns true if it is that of the first answer: a paper service that was reset has other records */
export function showLedger(
  client: Operations,
  {paperLedger: last}: {readonly paperLedger?: Ledger},
): boolean {
  const {first} = shown.get(client) ?? {first: last};
  shown.set(client, {first, last});
  return first === last;
}

/** @throws {Discounted} the page is of another paper ledger than those before */
export async function askPage<P extends FeedPane>(
  client: Operations,
  {pane, query, sort, page, pageSize}: PageRequest<P>,
  sortable: Sortable,
  options?: CallOptions,
): Promise<PageAnswer<RowOf[P]>> {
  const {ask, paging, firstPage} = resources[pane].list;
  const sorted =
    sort !== undefined && isSortedByService(sortable, pane, sort.field)
      ? {sortByField: sort.field, sortByDirection: sort.descending ? 'DESC' : 'ASC'}
      : {};
  const answer = await ask(client, {...query, ...sorted, ...paging(page, pageSize)}, options);
  if (!showLedger(client, answer)) throw new Discounted(`${anotherNow} Start optty again.`);
  const {rows, unreadable, page: given} = answer.value;
  const isOther = given - firstPage !== page && rows.length + unreadable.length > 0;
  return isOther ? {...answer, otherPage: given - firstPage} : answer;
}

export async function askFilteredPage(
  client: Operations,
  {conditions = [], ...wanted}: FilteredRequest,
  sortable: Sortable,
  options?: CallOptions,
) {
  return narrowed(await askPage(client, wanted, sortable, options), conditions);
}

export function tellUnobeyed(before: State, state: State, pane: FeedPane, now: Moment): State {
  const [old, feed]: readonly Feed[] = [before.feeds[pane], state.feeds[pane]];
  if (old === undefined || feed === undefined) return state;
  let next = state;
  const disobeyed = feed.filtered?.disobeyed;
  if (disobeyed !== undefined && disobeyed !== old.filtered?.disobeyed)
    next = tell(
      next,
      `The service did not obey ${disobeyed}: filtered on this page only. Run optty doctor to find the right spelling.`,
      'warning',
      now,
    );
  if (feed.sort !== undefined && feed.disorder !== undefined && feed.disorder !== old.disorder)
    next = tell(next, disorderWords(pane, feed.sort.field, feed.disorder), 'warning', now);
  const {otherPage, page} = feed;
  if (otherPage !== undefined && otherPage !== old.otherPage)
    next = tell(next, otherPageWords(otherPage, page), 'warning', now);
  return next;
}

function otherPageWords(given: number, asked: number): string {
  return `The service gave page ${given + 1} instead of page ${asked + 1}. If there is a page ${asked + 1}, run optty doctor.`;
}

function disorderWords(pane: FeedPane, field: string, disorder: NonNullable<Feed['disorder']>): string {
  const does = disorder === 'as text' ? 'sorts' : 'does not sort';
  const how = disorder === 'as text' ? ' as text' : '';
  return `The service ${does} ${headingOf(pane, field)}${how}: each page is sorted here.`;
}
