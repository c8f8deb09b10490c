import {defaultPageSizes, limits} from '../../api/wire/records.ts';
import type {PollAnswer} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {tableRows} from '../model/room.ts';
import {ownId} from '../model/rows.ts';
import type {Fault, Feed, Row, State} from '../model/state.ts';
import type {FeedPane} from '../model/vocabulary.ts';

/** How many rows of a list are asked for at a time, and whether more follow. */

/** A window that is dragged about changes the page in steps of so many rows. */
const stepRows = 20;
/** The most that the interface documents for any list. */
const mostRows = limits.ordersPageSize;

/**
 * What the filter asks for, or the profile; else the interface's usual size, or as many rows as fill the
 * screen. Never more than the service is known to give.
 */
export function wantedPageSize({settings, viewport}: State, {pane, sizeAsked, mostGiven}: Feed): number {
  const filling = Math.ceil(tableRows(viewport) / stepRows) * stepRows;
  const usual = Math.min(mostRows, Math.max(defaultPageSizes[pane], filling));
  return Math.min(sizeAsked ?? settings.pageSize ?? usual, mostGiven ?? Number.POSITIVE_INFINITY);
}

type PageOf = Pick<Feed, 'page' | 'pageSize'>;

/** The page to ask for: where another size is wanted, the one that holds the row that is selected. */
export function pageWanted(state: State, feed: Feed): PageOf {
  const {page, pageSize, first, selectedIndex, loadedAt} = feed;
  const wanted = wantedPageSize(state, feed);
  if (wanted === pageSize) return {page, pageSize};
  const row = loadedAt === undefined ? page * pageSize : first + selectedIndex;
  return {page: Math.floor(row / wanted), pageSize: wanted};
}

/** After so long a list that tells no total may have grown. */
const beyondMs = 60_000;

/** Of a full page of a list without a total nobody knows whether it is the last: the next one is looked at. */
export function looksBeyond({total, isLast, beyond, loadedAt, fault}: Feed, now: Moment): boolean {
  const isOpen = loadedAt !== undefined && fault === undefined && total === undefined;
  const isKnown = beyond !== undefined && now.mono - beyond.at < beyondMs;
  return isOpen && !isKnown && (!isLast || beyond !== undefined);
}

/** What an answer tells of its page: where it begins, and whether another follows. */
export function pagePlace(
  {page, pageSize, beyond, mostGiven}: Feed,
  answer: PollAnswer,
  began: Moment,
): Pick<Feed, 'first' | 'isLast' | 'otherPage' | 'beyond' | 'mostGiven'> {
  const known = answer.isMore === undefined ? beyond : {at: began.mono, isMore: answer.isMore};
  const given = answer.pageSize ?? pageSize;
  const {otherPage, filtered: {before} = {}} = answer;
  // A service that has its own limit gives full pages of that size, and says that there are more.
  const isCut = given < pageSize && cameWith(answer) === given && !answer.isLast;
  return {
    first: otherPage === undefined ? (before ?? page * (isCut ? given : pageSize)) : otherPage * given,
    otherPage,
    isLast: answer.isLast || (answer.total === undefined && known?.isMore === false),
    beyond: known,
    mostGiven: isCut ? given : mostGiven,
  };
}

/** How many rows the service gave, before any were left out here. */
const cameWith = ({rows, filtered}: PollAnswer) => filtered?.narrowedFrom ?? rows.length;

/** A service that refuses a page greater than the usual one is asked for the usual one from then on. */
export function afterRefusal({pane, pageSize, mostGiven}: Feed, {kind}: Fault): Feed['mostGiven'] {
  return kind === 'refused' && pageSize > defaultPageSizes[pane] ? defaultPageSizes[pane] : mostGiven;
}

/** Whether the page behind this one brings any row that is new. */
export function bringsMore(pane: FeedPane, page: readonly Row[], next: readonly Row[]): boolean {
  const known = new Set(page.map(row => ownId(pane, row)));
  return next.some(row => !known.has(ownId(pane, row)));
}
