import type {Moment} from '../account/model/moment.ts';
import {type FeedPane, feedPanes} from '../account/model/vocabulary.ts';
import {counted} from '../account/words/text.ts';
import {isZero} from '../api/wire/decimal.ts';
import type {Decimal} from '../api/wire/records.ts';
import {type AccountEvent, ownKinds} from '../core/events/event.ts';
import {eventLine} from '../core/events/line.ts';
import type {Command} from './messages.ts';
import type {Notice} from './news.ts';
import {merge, tell} from './notices.ts';
import type {ActivityLine, State} from './state.ts';

export type News = {
  readonly about: string;
  readonly stage: string;
  readonly text: string;
  readonly level: Notice['level'];
  /** It stays until it is dismissed. */
  readonly stays?: true;
  readonly pane: FeedPane;
};

export type Happened = {readonly lines: readonly ActivityLine[]; readonly news: readonly News[]};

/** `CANCELED`, or `CANCELED 4` with the fills that are known: further trades may be listed later. */
const canceledStage = 'CANCELED';

export function canceledAfter(filled: Decimal): string {
  return isZero(filled) ? canceledStage : `${canceledStage} ${filled}`;
}

export function isCanceledStage(stage: string | undefined): boolean {
  return stage?.split(' ')[0] === canceledStage;
}

/** The order is no longer listed, and no record shows how it ended. */
export const goneStage = 'GONE';

function isFurther(stage: string, told: string | undefined): boolean {
  if (told === stage || told === 'FILLED') return false;
  if (isCanceledStage(told)) return isCanceledStage(stage);
  return told !== goneStage || stage === 'FILLED' || isCanceledStage(stage);
}

export function noteTold(state: State, about: string, stage: string): State {
  return {...state, told: new Map(state.told).set(about, stage)};
}

const mostEvents = 20;

/**
 * Those of one answer that are told: a list whose ids all change must not flood Activity, the journal and the
 * bell. The most informative ones are told, the others are counted.
 */
export function bounded(events: readonly AccountEvent[]): readonly AccountEvent[] {
  const saysLittle = ({kind}: AccountEvent) => kind === 'gone' || kind === 'opened';
  const {true: little = [], false: others = []} = Object.groupBy(events, each => `${saysLittle(each)}`);
  return events.length <= mostEvents ? events : [...others, ...little].slice(0, mostEvents);
}

/**
 * Reports what is new, marks its pane until it is visited, and stores lines of our own in the journal: the log
 * of events has the others.
 * Rings once per answer, and not again for an order that was already reported as no longer open.
 */
export function announce(state: State, lines: readonly ActivityLine[], news: readonly News[], now: Moment) {
  const fresh = news.filter(each => isFurther(each.stage, state.told.get(each.about)));
  const hasAlert = lines.some(each => each.kind === 'alert');
  const isRinging = hasAlert || fresh.some(each => state.told.get(each.about) !== goneStage);
  let next = merge(state, lines.toReversed());
  for (const {about, stage, text, level, pane, stays} of fresh) {
    next = noteTold(tell(next, text, level, now, {about, ...(stays && {stays})}), about, stage);
    if (pane !== next.pane) next = {...next, unvisited: new Set(next.unvisited).add(pane)};
  }
  const own = lines.filter(each => each.kind !== 'more' && ownKinds.some(kind => kind === each.kind));
  const kept: readonly Command[] = own.length === 0 ? [] : [{type: 'keepActivity', lines: own}];
  const rings: readonly Command[] = isRinging && state.settings.bell ? [{type: 'ring'}] : [];
  return [next, [...kept, ...rings]] as const;
}

/** Time away: suspended, out of focus or without a link. Events of that time are summarized on return. */

export const awayReasons = {
  focus: 'Back in focus',
  link: 'Reconnected',
  suspended: 'Resumed',
} as const;

export function goAway(state: State, reason: string, now: Moment): State {
  return state.away === undefined ? {...state, away: {since: now, reason}} : state;
}

/** The summary after a suspend or a lost link waits until each pane was read again. */
export function returnAfterReads(state: State, now: Moment): State {
  const {away, feeds} = state;
  if (away === undefined || away.reason === awayReasons.focus) return state;
  const isWhole = feedPanes.every(
    pane => (feeds[pane].loadedAt?.mono ?? 0) >= away.since.mono && feeds[pane].fault === undefined,
  );
  return isWhole && feedPanes.every(pane => feeds[pane].fetching === undefined)
    ? comeBack(state, now)
    : state;
}

export function comeBack(state: State, now: Moment): State {
  const {away, intents} = state;
  const back: State = {...state, away: undefined};
  if (away === undefined) return back;
  // Nobody is away while the link is lost. After a suspension own writes go on where a person looks.
  const isSeen =
    away.reason === awayReasons.link ||
    (away.reason === awayReasons.suspended && intents.viewing === undefined);
  const isShown = ({kind}: ActivityLine) =>
    kind === 'away' || (isSeen && (kind === 'intent' || kind === 'halt'));
  const missed = state.activity.filter(each => each.at >= away.since.wall && !isShown(each));
  const [last] = missed;
  if (last === undefined) return back;
  const what = away.reason;
  const text = `${what}: ${counted(missed.length, 'event')} missed, see Activity (last: ${last.what} ${last.target})`;
  const told = {what, target: `${last.what} ${last.target}`, amount: String(missed.length), outcome: text};
  const line = eventLine(now.wall, 'away', told, `away:${now.wall}`);
  return merge(tell(back, text, 'warning', now), [line]);
}
