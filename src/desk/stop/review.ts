import {isInt64} from '../../api/wire/records.ts';
import {isFinal} from '../model/figures.ts';
import type {Moment} from '../model/moment.ts';
import {tell} from '../model/notices.ts';
import {hasRoom} from '../model/room.ts';
import type {Question, State} from '../model/state.ts';
import type {Key} from '../model/vocabulary.ts';
import {afterYes} from '../order/confirm.ts';
import {writesForbidden} from '../order/guardrails.ts';
import {newQuestion} from '../order/questions.ts';
import {close} from '../overlays/overlay.ts';
import type {Step} from '../step.ts';
import {easyOptionWords} from '../words/easy-options.ts';
import {askedWords} from '../words/orders.ts';
import {setStop} from './flag.ts';
import type {AccountRead} from './reading.ts';
import {isStopped} from './room.ts';
import {cancelable, soldBy} from './spared.ts';

/** What a stop is to end besides holding back what adds risk: named, and confirmed by a key. */
export type StopReview = Question & {
  /** What is canceled, and what is closed if that is asked for as well. */
  readonly orders: readonly string[];
  readonly easyOptions: readonly string[];
  /** Easy Options are closed, too. */
  readonly closes: boolean;
  /** What could not be read of it: it is ended all the same once it can be. */
  readonly notes: readonly string[];
  readonly scroll: number;
  /** What its key answers for. */
  readonly text: string;
};

/** The first press sets the flag, at once and without a question; the next one asks what else is to end. */
export function pressStop(state: State, now: Moment): Step {
  if (!isStopped(state)) return setStop(state, now);
  const why = whyNoReview(state);
  if (why !== undefined) return [tell(state, why, 'warning', now), []];
  const number = state.counter + 1;
  const told = tell({...state, counter: number}, 'Reading what is open…', 'info', now);
  const scope = {easyOptions: true, trades: false};
  return [
    {...told, stop: {...told.stop, reviewing: number}},
    [{type: 'stop', command: {type: 'read', number, scope}}],
  ];
}

function whyNoReview({settings, stop, viewport}: State): string | undefined {
  if (stop.record === undefined) return 'The journal has not taken the stop yet: it is tried again.';
  if (!hasRoom(viewport)) return 'The screen is too small to show a review.';
  return writesForbidden(settings.guardrails);
}

/** It was read: the review opens, unless the person has gone on to something else. */
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

/** From cancelling alone to closing as well, and back. */
export function turnedRound(review: StopReview): StopReview {
  return withStakes({...review, closes: !review.closes, scroll: 0});
}

/** What its key would end: with another answer it is asked by another key. */
function withStakes(review: StopReview): StopReview {
  return {...review, text: namedIn(review).join('\n')};
}

/** All that it names, a line each. */
export function namedIn({orders, easyOptions, closes}: StopReview): readonly string[] {
  const closed = closes ? easyOptions.map(each => `close ${each}`) : [];
  return [...orders.map(each => `cancel ${each}`), ...closed];
}

export function confirmStop(state: State, {closes}: StopReview, key: Key, now: Moment): Step {
  const wants = closes ? 'flat' : 'no orders';
  const {accountId} = state.link;
  return [
    close(afterYes(state, key)),
    [{type: 'stop', command: {type: 'want', wants, at: now.wall, accountId}}],
  ];
}
