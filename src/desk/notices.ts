import {age, type Moment} from '../account/model/moment.ts';
import {type Intent, isSending} from '../core/intents/intent.ts';
import {target} from '../core/intents/kinds/kinds.ts';
import {mayHaveArrived} from '../core/intents/outcome.ts';
import {inBanner, inFlight} from '../core/intents/selectors.ts';
import type {Notice} from './news.ts';
import type {ActivityLine, State} from './state.ts';

const mostNotices = 50;
const mostMessages = 500;

/** A hint fades after it. */
const hintStaysMs = 8_000;
/** Good news stays for it, and an answer to the person comes first. */
const newsStaysMs = 10_000;
/** A key takes good news away that has been in view for it. */
const newsSeenMs = 1_000;
/** A record that changes together with an own write does not take the place of its result. */
const ownResultFirstMs = 2_000;
/** An older message is shown with its time. */
export const timeShownFromMs = 60_000;

export const isRecent = ({at}: Notice, now: Moment) => age(at, now) < newsStaysMs;

/** `whole`: the text in the list of messages, if that is longer. */
type How = Partial<Omit<Notice, 'id' | 'text' | 'level' | 'at' | 'isHint'>> & {readonly whole?: string};

/**
 * An informational notice that is not about a record is a hint: it fades, and goes with its subject. Good news
 * goes with time or the next key, and takes older news with it. Other notices stay until they are acknowledged
 * or newer ones replace them.
 */
export function tell(
  state: State,
  text: string,
  level: Notice['level'],
  now: Moment,
  {about, stays = false, isOwn, isAnswer = isOwn, whole = text, ...more}: How = {},
): State {
  const isHint = level === 'info' && about === undefined;
  const of = {about, isHint, isOwn, isAnswer: isAnswer || isHint, stays, ...more};
  const notice: Notice = {id: state.counter + 1, text, level, at: now, ...of};
  const others = state.notices.filter(
    each => each.text !== text && (about === undefined || each.about !== about),
  );
  const before =
    isHint || about !== undefined ? state.messages.filter(each => each.text !== text) : state.messages;
  return {
    ...state,
    counter: notice.id,
    notices: [...others, notice].slice(-mostNotices),
    messages: [...before, {...notice, text: whole}].slice(-mostMessages),
  };
}

/** A notice about what is typed: it goes once that can be sent, or with its form. */
export const aboutForm = 'form';

/** Adds it to the list of messages alone: another part of the screen shows it. */
export function note(state: State, text: string, at: Moment): State {
  return {...tell(state, text, 'warning', at), notices: state.notices};
}

export function fade(state: State, now: Moment): State {
  const isOld = ({isHint, at}: Notice) => isHint && now.mono - at.mono >= hintStaysMs;
  return without(withoutGood(state, now, newsStaysMs), isOld);
}

/** Speech may come late, so in screen-reader mode time removes no message. */
export function withoutGood(state: State, now: Moment, oldMs = newsSeenMs): State {
  if (state.listening !== undefined) return state;
  const {notices} = state;
  const isRead = ({level, stays, at}: Notice) => level === 'good' && !stays && now.mono - at.mono >= oldMs;
  const last = notices.findLastIndex(isRead);
  // Older news was replaced on the line: it does not come back as if it were the latest.
  return without(state, (each, index) => isRead(each) || (each.level === 'info' && index < last));
}

export function without(state: State, isOver: (each: Notice, index: number) => boolean): State {
  const kept = state.notices.filter((each, index) => !isOver(each, index));
  return kept.length === state.notices.length ? state : {...state, notices: kept};
}

export function messagesSince({messages}: Pick<State, 'messages'>, id: number): readonly Notice[] {
  return messages.filter(each => each.id > id && !each.isHint);
}

/** Removes a progress notice whose work has ended. */
export function takeBack(state: State, text: string): State {
  const isOther = (each: Notice) => each.text !== text;
  return {...state, notices: state.notices.filter(isOther), messages: state.messages.filter(isOther)};
}

/** Notices that are newer than the state before a key are the answer to it. */
export function asAnswers({counter}: State, state: State): State {
  if (state.counter === counter) return state;
  const notices = state.notices.map(each => (each.id > counter ? {...each, isAnswer: true} : each));
  return {...state, notices};
}

/** UNKNOWN ones, also while they are sent again: nothing more is proved until the answer. */
export const inDoubt = (intents: State['intents']): readonly Intent[] => {
  const {list, reads, viewing} = intents;
  // Reads are of the holder. A viewer has the attempt that is under way as the last one.
  const isAgain = ({id, attempts}: Intent) =>
    viewing === undefined ? reads[id] !== undefined : attempts.slice(0, -1).some(mayHaveArrived);
  const unknown = inBanner(intents);
  return list.filter(each => unknown.includes(each) || (isSending(each) && isAgain(each)));
};

/** A viewer shows no write of another process. */
export const underWay = ({intents}: State) => (intents.viewing === undefined ? inFlight(intents) : []);

/**
 * The newest answer to the person (the outcome of a write, the reason of a key) comes first while it is
 * recent; then a write under way, why the open form is not sent, what stays until it is dismissed, a present
 * fault, and the newest news. A newer danger, or newer news of a record, ends that of an answer.
 * Undefined if the line has a write under way. The banner says what is about the halt or its intent.
 */
export function noticeInView(state: State): Notice | undefined {
  const {notices, intents, halt, now} = state;
  const inRow = inDoubt(intents)[0];
  const said = [halt.record && 'halt', inRow && target(inRow.draft)];
  const others = notices.filter(({about, stays}) => stays || about === undefined || !said.includes(about));
  const rest =
    others.findLast(({about}) => about === aboutForm) ?? others.findLast(({stays}) => stays) ?? others.at(-1);
  const answer = others.findLast(each => each.isAnswer && isRecent(each, now));
  const flying = underWay(state);
  if (answer === undefined || rest === undefined || isEnded(answer, rest))
    return flying.length === 0 ? rest : undefined;
  return answer.isHint || flying.every(({askedAt}) => askedAt.wall <= answer.at.wall) ? answer : undefined;
}

/** Else a present fault takes the line from the notice in view. */
export function isBeforeFault(notice: Notice, now: Moment): boolean {
  const {level, stays, isOwn, isAnswer} = notice;
  const isWarning = level === 'warning';
  if (stays || level === 'danger' || (isWarning && isOwn)) return true;
  return (isWarning || isAnswer === true) && isRecent(notice, now);
}

function isEnded(answer: Notice, {id, level, stays, about, at}: Notice): boolean {
  const isWithIt = answer.isOwn && at.mono - answer.at.mono < ownResultFirstMs;
  return id > answer.id && (level === 'danger' || stays || (about !== undefined && !isWithIt));
}

const mostActivity = 1_000;

/** Each id once, newest first: of lines of one time, the first. */
export function merge(state: State, lines: readonly ActivityLine[]): State {
  if (lines.length === 0) return state;
  const newest = new Map([...lines].sort((a, b) => a.at - b.at).map(each => [each.id, each]));
  const others = state.activity.filter(each => !newest.has(each.id));
  const all = [...newest.values(), ...others].sort((a, b) => b.at - a.at);
  return {...state, activity: all.slice(0, mostActivity)};
}
