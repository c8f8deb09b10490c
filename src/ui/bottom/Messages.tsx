import {age, type Moment} from '../../account/model/moment.ts';
import {isFeedPane} from '../../account/model/vocabulary.ts';
import {counted} from '../../account/words/text.ts';
import {seconds} from '../../account/words/times.ts';
import {serviceClock} from '../../core/intents/clock.ts';
import {filledSince, waitWords} from '../../core/intents/follow.ts';
import {type Intent, isSending} from '../../core/intents/intent.ts';
import {describe} from '../../core/intents/words.ts';
import {blocked} from '../../desk/actions.ts';
import {filledListed} from '../../desk/feeds/last-read.ts';
import {labelOf} from '../../desk/key-words.ts';
import type {Notice} from '../../desk/news.ts';
import {isBeforeFault, isRecent, noticeInView, timeShownFromMs, underWay} from '../../desk/notices.ts';
import {isGoingOn, outboxWords, waitMs} from '../../desk/order/several/outbox.ts';
import {screenHeight} from '../../desk/screen.ts';
import {messageSigns} from '../../desk/signs.ts';
import type {State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {type Area, LinesOf} from '../desk.tsx';
import {cut, type Line, width, wrap, wrapTo} from '../format.ts';
import {ownPaneViews} from '../own-pane-views.ts';

export const Messages = (place: Area) => <LinesOf select={messageLines} {...place} />;

/** The next step is at the end of a message, so it wraps to `most` lines and is not cut. */
export function messageLines(state: State, most: number): readonly Line[] {
  const progress = progressLines(state);
  const message = messageOf(state);
  if (message === undefined || most <= progress.length) return progress;
  const {tone, text, others} = message;
  const [room, rows] = [state.viewport.columns - 2, most - progress.length];
  const more = others.find(each => wrap(text, room - width(each)).length <= rows) ?? others.at(-1) ?? '';
  const lines = wrapTo(text, room - width(more), rows);
  const said = lines.map((text, index): Line => {
    const after = index === lines.length - 1 ? more : '';
    return [{text: ' '}, {text, tone}, {text: after, tone: 'dim'}];
  });
  return [...progress, ...said];
}

/** The answer to a key in a panel that takes all lines: else a refused key would seem dead. */
export function answerLines(state: State): readonly Line[] {
  const notice = noticeInView(state);
  if (notice === undefined || !isRecent(notice, state.now)) return [];
  return isBeforeFault(notice, state.now) ? messageLines(state, 2) : [];
}

function progressLines(state: State): readonly Line[] {
  const {outbox, viewport, settings, now} = state;
  if (outbox === undefined) return [];
  const key = isGoingOn(state) ? `  ${labelOf(settings.bindings, 'back')}` : '';
  const way = key === '' ? '' : `${key} stops the rest`;
  const room = viewport.columns - 2;
  const words = outboxWords(outbox, {waitMs: isGoingOn(state) ? waitMs(state, now) : 0});
  const text = cut(words, room - width(key));
  const said: Line[number] = {text: ` ${text}`, tone: 'warning'};
  return [[said, {text: width(words + way) > room ? key : way, tone: 'dim'}]];
}

/** 0 if they share the line of the keys. */
export function messageRows(state: State): number {
  const most = {low: 0, usual: 2, high: 3}[screenHeight(state.viewport)];
  return most === 0 ? 0 : Math.max(1, messageLines(state, most).length);
}

/** Shorter words follow longer ones, so that less of the message is cut. */
function otherWords({notices, settings, overlay}: State, shown?: Notice): readonly string[] {
  const others = notices.filter(each => each !== shown && !each.isHint).length;
  const key = labelOf(settings.bindings, 'messages');
  const [list, brief] =
    others === 0 ? ['', ''] : [`  +${counted(others, 'message')} (${key})`, `  +${others} (${key})`];
  const isCleared = shown !== undefined && !shown.isHint && overlay.kind === 'none';
  const clear = !isCleared ? '' : `  ${labelOf(settings.bindings, 'back')} clear`;
  return [list + clear, brief];
}

function messageOf(state: State) {
  const notice = noticeInView(state);
  const [sending, ...others] = underWay(state);
  if (sending !== undefined && notice === undefined) {
    const rest = others.length === 0 ? '' : ` (+${others.length} more)`;
    const text = waitWords(state.intents, sending, state.now) ?? sendingWords(sending, state.now);
    return {tone: 'warning' as const, text: text + rest, others: otherWords(state)};
  }
  const {unsaved} = state.intents;
  const text =
    unsaved === undefined ? faultInView(state) : `The journal cannot be written: ${unsaved.reason}`;
  const isUrgent = notice !== undefined && isBeforeFault(notice, state.now);
  if (text !== undefined && !isUrgent) {
    const {sign, tone} = messageSigns[unsaved ? 'danger' : 'warning'];
    return {tone, text: sign + sanitize(text), others: otherWords(state)};
  }
  if (notice === undefined) return undefined;
  const {sign, tone} = messageSigns[notice.level];
  // It may come back long after newer ones.
  const when = age(notice.at, state.now) < timeShownFromMs ? '' : `${serviceClock(state, notice.at.wall)} `;
  return {tone, text: sign + when + sanitize(noticeWords(state, notice)), others: otherWords(state, notice)};
}

/** With what has filled since, and the key that acts on it, if that can act now. */
export function noticeWords(state: State, {text, follows, intentId}: Notice): string {
  if (follows === undefined) return text;
  const said = text + filledSince(state.intents, intentId, orderId => filledListed(state, orderId));
  if (blocked(state, follows.action) !== undefined) return said;
  return `${said} ${labelOf(state.settings.bindings, follows.action)} ${follows.does}.`;
}

/** `SENDING 21 s, attempt 2: BUY 2 BTC-C @ 9`, since the first one */
function sendingWords(intent: Intent, now: Moment): string {
  const words = describe(intent);
  const {attempts} = intent;
  const {process, startedAt} = attempts[0] ?? {};
  // The monotonic clock of an earlier process is not ours.
  const sinceMs = startedAt && (process === 'this' ? age(startedAt, now) : now.wall - startedAt.wall);
  const ms = isSending(intent) ? Math.max(0, sinceMs ?? 0) : 0;
  const again = attempts.length > 1 ? `, attempt ${attempts.length}` : '';
  return ms < 1_000 ? words : `${intent.state} ${seconds(ms)}${again}${words.slice(intent.state.length)}`;
}

export function faultInView(state: State): string | undefined {
  const {pane, feeds} = state;
  return isFeedPane(pane) ? feeds[pane].fault?.text : ownPaneViews[pane].fault(state);
}
