import type {Millis} from '../../api/wire/records.ts';
import type {ActivityLine, State} from '../model/state.ts';
import {paneTitles} from '../model/vocabulary.ts';
import {easyOptionEvents} from './easy-options.ts';
import {eventLine, type Happened} from './news.ts';
import {orderEvents} from './orders.ts';
import {tradeEvents} from './trades.ts';

type EventPane = 'easyOptions' | 'orders' | 'trades';

const finders: Readonly<Record<EventPane, (before: State, after: State, at: Millis) => Happened>> = {
  easyOptions: easyOptionEvents,
  orders: orderEvents,
  trades: tradeEvents,
};

/**
 * What happened on the account, found by comparing a poll with the one before. Nothing is guessed from a first
 * look.
 */
export function eventsBetween(before: State, after: State, pane: EventPane, at: Millis): Happened {
  return before.feeds[pane].loadedAt === undefined
    ? {lines: [], news: [], left: []}
    : finders[pane](before, after, at);
}

/** As many lines as one answer may add. */
const mostEvents = 20;

/**
 * A list whose ids all change must not flood Activity, the journal and the bell: what says the most is told
 * line by line, and of the rest how many there are.
 */
export function bounded({lines, news, left}: Happened, pane: EventPane, at: Millis): Happened {
  if (lines.length <= mostEvents) return {lines, news: news.slice(0, mostEvents), left};
  const saysLittle = (each: ActivityLine) => each.kind === 'gone' || each.kind === 'opened';
  const told = [...lines.filter(each => !saysLittle(each)), ...lines.filter(saysLittle)].slice(0, mostEvents);
  const rest = eventLine(at, 'more', {
    what: `and ${lines.length - mostEvents} more`,
    target: paneTitles[pane],
    amount: String(lines.length - mostEvents),
    outcome: 'not told one by one',
  });
  const byWeight = [
    ...news.filter(each => each.level === 'good'),
    ...news.filter(each => each.level !== 'good'),
  ];
  return {lines: [...told, rest], news: byWeight.slice(0, mostEvents), left};
}
