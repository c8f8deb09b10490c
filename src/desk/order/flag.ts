import type {Moment} from '../../account/model/moment.ts';
import type {Millis} from '../../api/wire/records.ts';
import {eventLine} from '../../core/events/line.ts';
import {
  type HaltEnd,
  type HaltMsg,
  type HaltRecord,
  haltedReason,
  haltState,
  isHaltOver,
  isUnderWay,
  notEnded,
} from '../../core/halt/halt.ts';
import {labelOf} from '../key-words.ts';
import {merge, tell} from '../notices.ts';
import type {State, Step} from '../state.ts';

/**
 * The flag of a halt: while it is set, by any process, nothing that adds risk is sent. The journal enforces it
 * in the commit of every attempt; this file refuses earlier.
 * @param wants confirmed by a review; this process carries it out while it has the controls
 */
export function setHalt(state: State, now: Moment, wants?: HaltEnd): Step {
  const {halt} = state;
  const at = now.wall;
  const unkept = halt.record === undefined ? {at, reason: undefined} : undefined;
  const isFound = wants === undefined ? halt.isFound : false;
  return [held({...state, halt: {...halt, unkept, isFound}}), [{type: 'setHalt', at, wants}]];
}

/** Also while the journal refuses writes: it takes a halt earlier. */
export function lookForHalt({halt}: State): Step[1] {
  const {unkept} = halt;
  return unkept?.reason === undefined ? [{type: 'lookForHalt'}] : [{type: 'setHalt', at: unkept.at}];
}

/** By a former holder of the controls: the present one may wait for a key. */
export const isReportedBefore = ({progress}: HaltRecord, since: Millis): boolean =>
  progress !== undefined && progress.at < since;

export function takeSeen(state: State, record: HaltRecord | undefined, now: Moment): Step {
  const {halt} = state;
  // Another halt than the one that was found goes on as any.
  const isNew = halt.record !== undefined && halt.record.at !== record?.at;
  const isFound = record !== undefined && !isNew && (halt.isFound ?? isUnderWay(record));
  const isSame = halt.record === record && (record === undefined || halt.unkept === undefined);
  if (isSame && halt.isFound === isFound) return [state, []];
  const unkept = record === undefined ? halt.unkept : undefined;
  const isSameEnd = halt.record?.progress?.at === record?.progress?.at;
  const endSeen = isHaltOver(record) ? ((isSameEnd ? halt.endSeen : undefined) ?? now) : undefined;
  const next = held({...state, halt: {...halt, record, unkept, isFound, endSeen}});
  const news = newsOf(state, next, now);
  if (news === undefined) return [next, []];
  const {text, target, level} = news;
  const told = {what: 'Halt', target, amount: '', outcome: text};
  // The same for all that see it: the journal may have it already.
  const since = record === undefined ? halt.record?.at : news.at;
  const line = eventLine(news.at, 'halt', told, `halt:${target}:${since}`);
  const about = {about: 'halt', stays: record === undefined && level === 'danger'};
  return [tell(merge(next, [line]), text, level, now, about), [{type: 'keepActivity', lines: [line]}]];
}

function newsOf({halt: {record: before}}: State, state: State, now: Moment) {
  const {record: after} = state.halt;
  if (after === undefined) {
    // It was that of the last service at the address.
    if (state.journal.status !== 'open') return undefined;
    const left = notEnded(before);
    const early = `RESUMED before the halt ended: ${left}. No new cancels; UNKNOWN ones repeat.`;
    const text = left === undefined ? 'RESUMED: opening and placing are allowed again.' : early;
    const level = left === undefined ? 'info' : 'danger';
    return before && ({at: now.wall, target: 'lifted', text, level} as const);
  }
  if (before === undefined) {
    const key = labelOf(state.settings.bindings, 'halt');
    const text = state.halt.isFound
      ? `HALTED, ${notEnded(after)}: ${key} continues it.`
      : haltedReason(after);
    return {at: after.at, target: 'set', text, level: 'danger'} as const;
  }
  if (after.progress === undefined || !isHaltOver(after) || isHaltOver(before)) return undefined;
  const text = `${haltState(after)}. Confirmed by this machine's journal and the service.`;
  return {at: after.progress.at, target: 'confirmed', text, level: 'good'} as const;
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
  return {...state, intents: {...state.intents, halted, isHalting: isUnderWay(record)}};
}
