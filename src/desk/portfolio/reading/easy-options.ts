/**
 * Easy Options: all of them once, then rounds. A round asks for the newest, for each non-final state that a
 * known one is in, and by id for each that these answers missed: it changed its state, or moved to another page
 * between two of them.
 *
 * A round misses nothing. One that was known at its start is final, or was in an answer of this round. One that
 * was not known is among the newest, because the list only grows; the round counts only if as many are known as
 * the service's total. So an Easy Option that was opened and closed elsewhere between two rounds is found too.
 */
import {type EasyOption, isInt64} from '../../../api/wire/records.ts';
import {age} from '../../model/freshness.ts';
import type {Moment} from '../../model/moment.ts';
import {isTallied} from '../../model/whole.ts';
import {isFinal} from '../../resources/easy-options.ts';
import type {ListReading, Round} from './known.ts';
import {endRound, idsOf, type ListPlan, onlyRead, searching} from './list.ts';

type Options = ListReading<'easyOptions'>;

const byId = {field: 'id', descending: false};
const newestFirst = {field: 'id', descending: true};
const newestSize = 20;

export const easyOptionsPlan: ListPlan<'easyOptions'> = {
  begin(list, now) {
    const isKnown = list.walk.at !== undefined && !isWalkDue(list, now);
    return isKnown && costOfRound(list) < pagesOfAll(list) ? askNewest(list, now) : askAll(list, now);
  },
  conclude(list, round, now) {
    switch (round.way) {
      case 'all':
        return concludeAll(list, round, now);
      case 'news':
        return askStates(list, round, now);
      case 'states':
        return askLeft(list, round, now);
      case 'left':
        return concludeRound(list, round, now);
      default:
        return round.way satisfies never;
    }
  },
};

const openOf = ({rows}: Options) => rows.filter(({status}) => !isFinal(status));

function statesOf(list: Options): ReadonlyMap<string, number> {
  const states = Map.groupBy(openOf(list), ({status = ''}) => status);
  return new Map([...states].map(([status, {length}]) => [status, length]));
}

const pagesOf = (rows: number, {pageSize}: Options) => Math.max(1, Math.ceil(rows / pageSize));
const pagesOfAll = (list: Options) => pagesOf(list.rows.length, list);

function costOfRound(list: Options): number {
  return [...statesOf(list)].reduce(
    (sum, [status, count]) => sum + (status === '' ? count : pagesOf(count, list)),
    1,
  );
}

const walkEveryMs = 60_000;

function isWalkDue({walk}: Options, now: Moment): boolean {
  return walk.isWanted && (walk.at === undefined || age(walk.at, now) >= walkEveryMs);
}

/** One search without a filter: searches by state race, and miss unknown states. */
const askAll = (list: Options, now: Moment) => searching(list, 'all', [{query: {}, sort: byId}], now);

const mostWalks = 3;
const cameMeanwhile = 'Easy Options were opened while all of them were read.';
const hasNoTotal = 'The service does not say how many Easy Options there are.';

function concludeAll(list: Options, {searches}: Round<'easyOptions'>, now: Moment): Options {
  const read = searches.at(-1)?.read;
  if (read === undefined) return list;
  const {unreadable, totals, began} = read;
  const isTold = totals[1] !== undefined;
  const isWhole = isTold && isTallied(read);
  if (isTold && !isWhole && searches.length < mostWalks) return askAll(list, now);
  const walk = {...list.walk, at: now, unreadable, isWanted: unreadable > 0};
  if (!isWhole) return endRound(list, now, {walk, unreadable}, isTold ? cameMeanwhile : hasNoTotal);
  const wholeFrom = unreadable === 0 ? began : list.wholeFrom;
  return endRound(list, now, {rows: onlyRead(list, [read]), walk, unreadable, wholeFrom});
}

/** Alone, so that the known records can be compared with the total in its answer. */
const askNewest = (list: Options, now: Moment) =>
  searching(
    list,
    'news',
    [{query: {}, sort: newestFirst, pageSize: Math.min(newestSize, list.pageSize), endsAt: 'tally'}],
    now,
  );

function askStates(list: Options, round: Round<'easyOptions'>, now: Moment): Options {
  const [newest] = round.searches;
  if (newest === undefined) return list;
  // More new records than the first pages hold, or removed ones: only all pages tell.
  const isTallied = list.rows.length + list.walk.unreadable === newest.read.totals[1];
  if (!isTallied) return walkOrRest(list, now);
  const known = [...statesOf(list).keys()].filter(status => status !== '');
  const states = known.map(status => ({query: {status}, sort: byId}));
  return states.length === 0 ? askLeft(list, round, now) : searching(list, 'states', states, now);
}

function askLeft(list: Options, round: Round<'easyOptions'>, now: Moment): Options {
  const left = leftIn(list, round);
  if (left.length === 0) return concludeRound(list, round, now);
  // When many expire at once, all pages cost fewer requests.
  if (left.length > pagesOfAll(list) || !left.every(({id}) => isInt64(id))) return anew(list, now);
  const each = left.map(({id}) => ({query: {id}, endsAt: 'first'}) as const);
  return searching(list, 'left', each, now);
}

function leftIn(list: Options, {searches}: Round<'easyOptions'>): readonly EasyOption[] {
  const ids = idsOf(searches.map(({read}) => read));
  return openOf(list).filter(({id}) => !ids.has(id));
}

function concludeRound(list: Options, round: Round<'easyOptions'>, now: Moment): Options {
  if (leftIn(list, round).length > 0) return walkOrRest(list, now);
  const unreadable = Math.max(list.walk.unreadable, ...round.searches.map(({read}) => read.unreadable));
  const wholeFrom = unreadable === 0 ? round.began : list.wholeFrom;
  return endRound(list, now, {unreadable, wholeFrom});
}

const anew = (list: Options, now: Moment) => askAll({...list, round: undefined}, now);

function walkOrRest(list: Options, now: Moment): Options {
  const wanted: Options = {...list, walk: {...list.walk, isWanted: true}};
  return isWalkDue(wanted, now) ? anew(wanted, now) : endRound(wanted, now, {}, cameMeanwhile);
}
