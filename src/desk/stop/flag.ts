import {eventLine} from '../events/news.ts';
import type {Moment} from '../model/moment.ts';
import {log, tell} from '../model/notices.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {type StopRecord, stoppedReason} from './record.ts';
import type {StopMsg} from './room.ts';

/**
 * The flag of a stop: nothing that adds risk goes out while it is set, whichever process set it. The journal
 * holds it back in the commit of every attempt; what stands here refuses it before it is asked for.
 */
export function setStop(state: State, now: Moment): Step {
  const at = now.wall;
  const next = held({...state, stop: {...state.stop, unkept: {at, reason: undefined}}});
  return [next, [{type: 'stop', command: {type: 'set', at}}]];
}

export function takeStop(state: State, msg: StopMsg, now: Moment): Step {
  switch (msg.type) {
    case 'seen':
      return takeSeen(state, msg.record, now);
    case 'unkept':
      return [unkept(state, msg, now), []];
    default:
      return msg satisfies never;
  }
}

/** With each tick: other dashboards may have set it or lifted it, and what the journal did not take waits. */
export function lookForStop({stop, journal}: State): Step[1] {
  if (journal.status !== 'open') return [];
  const {unkept} = stop;
  return unkept?.reason === undefined
    ? [{type: 'stop', command: {type: 'look'}}]
    : [{type: 'stop', command: {type: 'set', at: unkept.at}}];
}

function takeSeen(state: State, record: StopRecord | undefined, now: Moment): Step {
  const {stop} = state;
  if (stop.record === record && (record === undefined || stop.unkept === undefined)) return [state, []];
  const next = held({...state, stop: {record, unkept: record === undefined ? stop.unkept : undefined}});
  if ((stop.record === undefined) === (record === undefined)) return [next, []];
  const text =
    record === undefined ? 'The stop was lifted: opening and placing go on.' : stoppedReason(record);
  const target = record === undefined ? 'lifted' : 'set';
  const told = {what: 'Stop', target, amount: '', outcome: text};
  const line = eventLine(
    record?.at ?? now.wall,
    'stop',
    told,
    `stop:${target}:${(record ?? stop.record)?.at}`,
  );
  const level = record === undefined ? 'warning' : 'danger';
  return [tell(log(next, [line]), text, level, now), [{type: 'keepActivity', lines: [line]}]];
}

function unkept(state: State, {what, reason}: Extract<StopMsg, {type: 'unkept'}>, now: Moment): State {
  if (what === 'lift') return tell(state, `The stop was not lifted. ${reason}`, 'danger', now);
  const before = state.stop.unkept;
  if (before === undefined || before.reason === reason) return state;
  const next = held({...state, stop: {...state.stop, unkept: {...before, reason}}});
  const text = `STOPPED here alone: the journal did not take it, and is tried again. ${reason}`;
  return tell(next, text, 'danger', now, {about: 'stop', stays: true});
}

/** Whatever asks whether a write may go out is told. */
function held(state: State): State {
  const {record, unkept} = state.stop;
  const stopped =
    record !== undefined
      ? stoppedReason(record)
      : unkept && stoppedReason({at: unkept.at, by: 'this dashboard'});
  return {...state, intents: {...state.intents, stopped}};
}
