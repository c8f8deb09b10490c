import {eventLine} from '../events/news.ts';
import type {Moment} from '../model/moment.ts';
import {log, tell} from '../notices.ts';
import type {State} from '../state.ts';
import type {Step} from '../step.ts';
import {isEnd, type StopRecord, stoppedReason} from './record.ts';
import type {StopMsg} from './room.ts';

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
