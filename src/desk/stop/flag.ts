import {isInt64} from '../../api/wire/records.ts';
import {eventLine} from '../events/news.ts';
import {whyReadOnly} from '../intents/gate.ts';
import type {Moment} from '../model/moment.ts';
import {hasRoom} from '../model/room.ts';
import type {Key} from '../model/vocabulary.ts';
import {log, tell} from '../notices.ts';
import {afterYes, newQuestion} from '../order/questions.ts';
import {close} from '../overlay.ts';
import {isFinal} from '../resources/easy-options.ts';
import type {Question, State} from '../state.ts';
import type {Step} from '../step.ts';
import {easyOptionWords} from '../words/easy-options.ts';
import {askedWords} from '../words/orders.ts';
import type {AccountRead} from './proof.ts';
import {isEnd, type StopRecord, stoppedReason} from './record.ts';
import {isStopped, type StopMsg} from './room.ts';
import {cancelable, soldBy} from './spared.ts';

/**
 * The flag of a stop: while it is set, by any process, nothing that adds risk is sent. The journal enforces it
 * in the commit of every attempt; this file refuses earlier.
 */
export function setStop(state: State, now: Moment): Step {
  const at = now.wall;
  const next = held({...state, stop: {...state.stop, unkept: {at, reason: undefined}}});
  return [next, [{type: 'setStop', at}]];
}

export function lookForStop({stop, journal}: State): Step[1] {
  if (journal.status !== 'open') return [];
  const {unkept} = stop;
  return unkept?.reason === undefined ? [{type: 'lookForStop'}] : [{type: 'setStop', at: unkept.at}];
}

export function takeSeen(state: State, record: StopRecord | undefined, now: Moment): Step {
  const {stop} = state;
  if (stop.record === record && (record === undefined || stop.unkept === undefined)) return [state, []];
  const unkept = record === undefined ? stop.unkept : undefined;
  const next = held({...state, stop: {...stop, record, unkept}});
  const news = newsOf(stop.record, record, now);
  if (news === undefined) return [next, []];
  const {text, target, level} = news;
  const told = {what: 'Stop', target, amount: '', outcome: text};
  const line = eventLine(news.at, 'stop', told, `stop:${target}:${news.at}`);
  return [tell(log(next, [line]), text, level, now), [{type: 'keepActivity', lines: [line]}]];
}

function newsOf(before: StopRecord | undefined, after: StopRecord | undefined, now: Moment) {
  if (after === undefined) {
    const text = 'The stop was lifted: opening and placing go on.';
    return before && ({at: now.wall, target: 'lifted', text, level: 'warning'} as const);
  }
  if (before === undefined) {
    return {at: after.at, target: 'set', text: stoppedReason(after), level: 'danger'} as const;
  }
  const {progress} = after;
  if (progress === undefined || !isEnd(progress.word) || before.progress?.word === progress.word)
    return undefined;
  const text = `${progress.word}: proved, of what this machine's journal and the service tell.`;
  return {at: progress.at, target: 'ended', text, level: 'good'} as const;
}

export function takeUnkept(
  state: State,
  {what, reason}: Extract<StopMsg, {type: 'unkept'}>,
  now: Moment,
): State {
  if (what === 'lift') return tell(state, `The stop was not lifted. ${reason}`, 'danger', now);
  if (what === 'want') return tell(state, `Nothing is canceled or closed. ${reason}`, 'danger', now);
  const before = state.stop.unkept;
  if (before === undefined || before.reason === reason) return state;
  const next = held({...state, stop: {...state.stop, unkept: {...before, reason}}});
  const text = `STOPPED here alone: the journal did not take it, and is tried again. ${reason}`;
  return tell(next, text, 'danger', now, {about: 'stop', stays: true});
}

function held(state: State): State {
  const {record, unkept} = state.stop;
  const stopped =
    record !== undefined ? stoppedReason(record) : unkept && stoppedReason({by: 'this dashboard'});
  return {...state, intents: {...state.intents, stopped}};
}

export type StopReview = Question & {
  readonly orders: readonly string[];
  readonly easyOptions: readonly string[];
  readonly closes: boolean;
  readonly notes: readonly string[];
  readonly scroll: number;
  readonly text: string;
};

/** The first press sets the flag without a question; the second asks what else to end. */
export function pressStop(state: State, now: Moment): Step {
  if (!isStopped(state)) return setStop(state, now);
  const why = whyNoReview(state);
  if (why !== undefined) return [tell(state, why, 'warning', now), []];
  const number = state.counter + 1;
  const told = tell({...state, counter: number}, 'Reading what is open…', 'info', now);
  const scope = {easyOptions: true, trades: false};
  return [{...told, stop: {...told.stop, reviewing: number}}, [{type: 'readForStop', number, scope}]];
}

function whyNoReview({settings, stop, viewport}: State): string | undefined {
  if (stop.record === undefined) return 'The journal has not taken the stop yet: it is tried again.';
  if (!hasRoom(viewport)) return 'The screen is too small to show a review.';
  return whyReadOnly(settings.guardrails);
}

export function takeReview(state: State, read: AccountRead, now: Moment): Step {
  const rest: State = {...state, stop: {...state.stop, reviewing: undefined}};
  if (state.overlay.kind !== 'none' || whyNoReview(state) !== undefined)
    return [tell(rest, 'What is open was read, but you had gone on: nothing is asked.', 'info', now), []];
  const question = newQuestion(state);
  const review: StopReview = {
    ...question,
    orders: cancelable(read).map(each => `#${each.orderId} ${askedWords(each)}`),
    easyOptions: (read.easyOptions?.rows ?? []).filter(each => !isFinal(each.status)).map(easyOptionWords),
    closes: state.stop.record?.asked?.wants === 'flat',
    notes: notesOf(read),
    scroll: 0,
    text: '',
  };
  return [{...rest, counter: question.number, overlay: {...withStakes(review), kind: 'stop'}}, []];
}

function notesOf({orders, easyOptions}: AccountRead): string[] {
  const lists = [['orders', orders] as const, ['Easy Options', easyOptions] as const];
  const ids = [...orders.rows.map(each => each.orderId), ...(easyOptions?.rows ?? []).map(each => each.id)];
  const odd = ids.filter(id => !isInt64(id)).length;
  const sales = orders.rows.filter(each => soldBy(each, easyOptions?.rows ?? []) !== undefined).length;
  return [
    ...lists.flatMap(([what, list]) =>
      list?.fault === undefined ? [] : [`The ${what} could not be read: ${list.fault.text}`],
    ),
    ...(sales > 0
      ? [
          `${sales} more sell${sales === 1 ? 's' : ''} an Easy Option, and fill${sales === 1 ? 's' : ''} without being canceled`,
        ]
      : []),
    ...(odd > 0 ? [`${odd} cannot be ended: the id is no whole number of 64 bits`] : []),
  ];
}

export function turnedRound(review: StopReview): StopReview {
  return withStakes({...review, closes: !review.closes, scroll: 0});
}

function withStakes(review: StopReview): StopReview {
  return {...review, text: namedIn(review).join('\n')};
}

export function namedIn({orders, easyOptions, closes}: StopReview): readonly string[] {
  const closed = closes ? easyOptions.map(each => `close ${each}`) : [];
  return [...orders.map(each => `cancel ${each}`), ...closed];
}

export function confirmStop(state: State, {closes}: StopReview, key: Key, now: Moment): Step {
  const wants = closes ? 'flat' : 'no orders';
  const {accountId} = state.link;
  return [close(afterYes(state, key)), [{type: 'wantStop', wants, at: now.wall, accountId}]];
}
