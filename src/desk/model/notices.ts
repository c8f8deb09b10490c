import type {Moment} from './moment.ts';
import type {ActivityLine, Notice, State} from './state.ts';

/** Messages to the person, newest last. A few are kept; those that matter stay until they are dismissed. */
const mostNotices = 5;

/** How long a message that does not matter stays, in ms. */
const noticeMs = 8_000;

export function tell(state: State, text: string, level: Notice['level'], now: Moment): State {
  const notice: Notice = {id: state.counter + 1, text, level, at: now};
  const others = state.notices.filter(each => each.text !== text);
  return {...state, counter: notice.id, notices: [...others, notice].slice(-mostNotices)};
}

/** Drops what has been up long enough; warnings and dangers stay until Esc. */
export function fade(state: State, now: Moment): State {
  const kept = state.notices.filter(each => isLasting(each) || now.mono - each.at.mono < noticeMs);
  return kept.length === state.notices.length ? state : {...state, notices: kept};
}

function isLasting({level}: Notice): boolean {
  return level === 'danger' || level === 'warning';
}

const mostActivity = 1_000;

export function log(state: State, lines: readonly ActivityLine[]): State {
  return lines.length === 0
    ? state
    : {...state, activity: [...lines].reverse().concat(state.activity).slice(0, mostActivity)};
}

/** Lines of what others did or the journal holds: each takes its place in time and replaces what it was. */
export function merge(state: State, lines: readonly ActivityLine[]): State {
  if (lines.length === 0) return state;
  const ids = new Set(lines.map(each => each.id));
  const others = state.activity.filter(each => !ids.has(each.id));
  return {...state, activity: [...others, ...lines].sort((a, b) => b.at - a.at).slice(0, mostActivity)};
}
