import type {Millis, Order, Trade} from '../../../api/wire/records.ts';
import type {Moment} from '../../model/moment.ts';
import type {ListReading, Round} from './known.ts';
import {endRound, type ListPlan, searching} from './list.ts';
import {isWholeSearch} from './search.ts';

const dayMs = 86_400_000;
const daysOfTrades = 30;

/** What the book has of trades: those of 30 days, and older ones where an order has worked for longer. */
export function sinceOf(orders: readonly Order[], now: Moment): Millis {
  const oldest = orders.reduce((least, {timestamp = least}) => Math.min(least, timestamp), now.wall);
  return Math.max(0, Math.min(now.wall - daysOfTrades * dayMs, oldest));
}

/** Trades only ever come, late by `lagMs` at most: so far back behind the newest they are asked for again. */
export function tradesPlan(since: Millis, lagMs: number): ListPlan<'trades'> {
  return {
    begin: (list, now) =>
      list.walk.at === undefined
        ? ask(list, 'all', since, now)
        : ask(list, 'news', Math.max(since, list.walk.newest - lagMs - sameInstantMs), now),
    conclude(list, {way, searches, began}, now) {
      const last = searches.at(-1);
      if (last === undefined) return list;
      const isWhole = isWholeSearch(last);
      if (!isWhole && last.lastTotal !== undefined && searches.length < mostReadings)
        return ask(list, way, last.query.start ?? since, now);
      const unreadable = last.unreadable;
      if (!isWhole) return endRound(list, now, {unreadable}, whyNot(last.lastTotal));
      if (unreadable > 0) return endRound(list, now, {unreadable});
      return endWhole(list, began, now);
    },
    shown: {
      isMeant: ({openDate = since}) => openDate >= since,
      end: (list, {began}, now) => endWhole(list, began, now),
    },
  };
}

function endWhole(list: ListReading<'trades'>, began: Moment, now: Moment): ListReading<'trades'> {
  const walk = {...list.walk, at: now, newest: newestOf(list, now)};
  return endRound(list, now, {walk, unreadable: 0, wholeFrom: began});
}

const mostReadings = 3;
/** Whether the time that is asked from counts itself is not documented. */
const sameInstantMs = 1_000;

function whyNot(total: number | undefined): string {
  return total === undefined
    ? 'The service does not say how many trades there are.'
    : 'Trades came while they were read.';
}

/** By the service's clock, as far as it has been seen, and by ours where one bears a time to come. */
function newestOf({kept}: ListReading<'trades'>, now: Moment): Millis {
  return kept.rows.reduce(
    (newest: Millis, {openDate = newest}: Trade) => Math.max(newest, Math.min(openDate, now.wall)),
    0,
  );
}

function ask(
  list: ListReading<'trades'>,
  way: Round['way'],
  start: Millis,
  now: Moment,
): ListReading<'trades'> {
  return searching(list, way, [{query: {start}}], now);
}
