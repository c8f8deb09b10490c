import type {Millis} from '../../api/wire/records.ts';
import {eventLine} from '../events/news.ts';
import type {Moment} from '../model/moment.ts';
import {merge, tell} from '../notices.ts';
import type {Feed, State} from '../state.ts';
import type {Step} from '../step.ts';
import {counted} from '../words/text.ts';
import {
  type HaltMsg,
  type HaltProgress,
  type HaltRecord,
  haltedReason,
  isEnd,
  isPaused,
  isUnderWay,
} from './halt.ts';

/**
 * The flag of a halt: while it is set, by any process, nothing that adds risk is sent. The journal enforces it
 * in the commit of every attempt; this file refuses earlier.
 */
export function setHalt(state: State, now: Moment): Step {
  const at = now.wall;
  const next = held({...state, halt: {...state.halt, unkept: {at, reason: undefined}}});
  return [next, [{type: 'setHalt', at}]];
}

/** Also while the journal refuses writes: it takes a halt earlier. */
export function lookForHalt({halt}: State): Step[1] {
  const {unkept} = halt;
  return unkept?.reason === undefined ? [{type: 'lookForHalt'}] : [{type: 'setHalt', at: unkept.at}];
}

export function takeSeen(state: State, record: HaltRecord | undefined, now: Moment): Step {
  const {halt} = state;
  if (halt.record === record && (record === undefined || halt.unkept === undefined)) return [state, []];
  const unkept = record === undefined ? halt.unkept : undefined;
  const next = held({...state, halt: {...halt, record, unkept}});
  const news = newsOf(halt.record, record, now);
  if (news === undefined) return [next, []];
  const {text, target, level} = news;
  const told = {what: 'Halt', target, amount: '', outcome: text};
  // The same for all that see it: the journal may have it already.
  const since = record === undefined ? halt.record?.at : news.at;
  const line = eventLine(news.at, 'halt', told, `halt:${target}:${since}`);
  const about = {about: 'halt', stays: record === undefined && level === 'danger'};
  return [tell(merge(next, [line]), text, level, now, about), [{type: 'keepActivity', lines: [line]}]];
}

function newsOf(before: HaltRecord | undefined, after: HaltRecord | undefined, now: Moment) {
  if (after === undefined) {
    const left = before ? notEnded(before, now.wall).join('; ') : '';
    const early = `RESUMED before the halt ended: ${left}. No new cancels; UNKNOWN ones repeat.`;
    const text = left === '' ? 'RESUMED: opening and placing are allowed again.' : early;
    const level = left === '' ? 'info' : 'danger';
    return before && ({at: now.wall, target: 'lifted', text, level} as const);
  }
  if (before === undefined) {
    return {at: after.at, target: 'set', text: haltedReason(after), level: 'danger'} as const;
  }
  const progress = after.own?.progress;
  if (progress === undefined || !isEnd(progress.word) || before.own?.progress?.word === progress.word)
    return undefined;
  const text = `${haltWords(after)}. Confirmed by this machine's journal and the service.`;
  return {at: progress.at, target: 'confirmed', text, level: 'good'} as const;
}

export function takeUnkept(
  state: State,
  {what, reason}: Extract<HaltMsg, {type: 'unkept'}>,
  now: Moment,
): State {
  if (what === 'lift') return tell(state, `Not resumed. ${reason}`, 'danger', now);
  if (what === 'want') return tell(state, `Nothing is canceled or closed. ${reason}`, 'danger', now);
  const before = state.halt.unkept;
  if (before === undefined || before.reason === reason) return state;
  const next = held({...state, halt: {...state.halt, unkept: {...before, reason}}});
  const text = `HALT NOT SAVED: new risk is blocked in this process only, retrying. ${reason}`;
  return tell(next, text, 'danger', now, {about: 'halt', stays: true});
}

function held(state: State): State {
  const {record, unkept} = state.halt;
  const halted = record !== undefined ? haltedReason(record) : unkept && haltedReason({by: 'this dashboard'});
  return {...state, intents: {...state.intents, halted}};
}

export function haltWord({own}: HaltRecord): HaltProgress['word'] | 'HALTED' {
  return own === undefined ? 'HALTED' : (own.progress?.word ?? 'HALTING');
}

/** `HALTED, FLAT: account bob`. A halt that is not written yet has no record. */
export function haltWords(record: HaltRecord | undefined): string {
  return record?.own === undefined ? 'HALTED' : `${haltState(record)}: account ${record.own.account}`;
}

/** `HALTED, NO ORDERS` */
export function haltState(record: HaltRecord): string {
  const word = haltWord(record);
  return word === 'HALTING' || word === 'HALTED' ? word : `HALTED, ${word}`;
}

/** Lifting the halt ends each of these: `account bob: 3 orders, 3 may still work` */
export function notEnded({own, others}: HaltRecord, now: Millis): string[] {
  return [own, ...others].filter(isUnderWay).map(each => {
    const counts = each.progress ? haltCounts(each.progress) || 'not confirmed yet' : 'not read yet';
    return `account ${each.account}: ${counts}${isPaused(each, now) ? `, ${pausedWords}` : ''}`;
  });
}

export const pausedWords = 'PAUSED until optty runs with its profile';

/** `3 orders, 1 Easy Option, 2 not ended, 1 may still work` */
export function haltCounts({counts, word}: HaltProgress): string {
  if (isEnd(word)) return '';
  const {orders, easyOptions, intents, unproved} = counts;
  return [
    ...(orders === undefined ? [] : [counted(orders, 'order')]),
    ...(easyOptions === undefined ? [] : [counted(easyOptions, 'Easy Option')]),
    ...(intents === 0 ? [] : [`${intents} not ended`]),
    ...(unproved === 0 ? [] : [`${unproved} may still work`]),
  ].join(', ');
}

/** Tells of orders alone: Easy Options may be open. */
export function ordersListed(
  {nothingListedSince: since}: HaltProgress,
  shown: (at: Millis) => string,
): string {
  return since === undefined ? '' : `NO ORDERS LISTED since ${shown(since)}`;
}

/** If a later read lists an order, the reported end no longer holds. */
export function listedAgain(
  record: HaltRecord | undefined,
  list: Pick<Feed, 'rows' | 'total'>,
  {readAt, isAll}: {readonly readAt: Millis; readonly isAll: boolean},
): string | undefined {
  const count = Math.max(list.rows.length, list.total ?? 0);
  const {word = '', at = 0} = record?.own?.progress ?? {};
  if (!isEnd(word) || readAt <= at || count === 0) return undefined;
  return `LISTED AGAIN: ${isAll ? '' : 'at least '}${count} open`;
}
