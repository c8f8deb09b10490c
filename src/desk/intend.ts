import {pollAll, type Step} from './feeds.ts';
import type {Draft, Intent, IntentCommand, IntentMsg, IntentSent} from './intents/intent.ts';
import {updateIntents} from './intents/update.ts';
import {activityOf} from './intents/words.ts';
import type {Command} from './messages.ts';
import {log, tell} from './notices.ts';
import type {Moment, State} from './state.ts';

/** Hands a message to the life of the intents, and sees to what it asks for. */
export function intend(state: State, msg: IntentSent, now: Moment): Step {
  const [intents, asked] = updateIntents(state.intents, {...msg, now} as IntentMsg);
  const next = intents === state.intents ? state : logChanges({...state, intents}, state.intents.list);
  const [done, commands] = asked.reduce<Step>(
    ([before, commands], command) => {
      const [after, more] = carry(before, command, now);
      return [after, [...commands, ...more]];
    },
    [next, []],
  );
  const [batched, more] = nextOfBatch(done, now);
  return [batched, [...commands, ...more]];
}

function carry(state: State, command: IntentCommand, now: Moment): Step {
  switch (command.type) {
    case 'refresh':
      return pollAll(state, now);
    case 'tell':
      return [tell(state, command.text, command.level, now), []];
    default:
      return [state, [{type: 'intent', command}]];
  }
}

/** Every change of an intent's state is a line of Activity; the line of an intent is replaced, not repeated. */
function logChanges(state: State, before: readonly Intent[]): State {
  const old = new Set(before);
  const lines = state.intents.list.filter(each => !old.has(each)).map(activityOf);
  if (lines.length === 0) return state;
  const ids = new Set(lines.map(each => each.id));
  return log({...state, activity: state.activity.filter(each => !ids.has(each.id))}, lines);
}

/** Sends the first of several drafts; the others follow one after another, each when the one before it has ended. */
export function askAll(state: State, drafts: readonly Draft[], now: Moment): Step {
  const [first, ...rest] = drafts;
  return first === undefined
    ? [state, []]
    : intend({...state, batch: rest}, {type: 'ask', draft: first}, now);
}

/** Goes on with the next cancel once nothing is under way, and stops at the first that a 429 or UNKNOWN ended. */
function nextOfBatch(state: State, now: Moment): readonly [State, readonly Command[]] {
  const [next, ...rest] = state.batch;
  if (next === undefined) return [state, []];
  const {list, asking, blockedUntil} = state.intents;
  const isUnderWay =
    asking.length > 0 || list.some(each => each.state === 'ASKED' || each.state === 'SENDING');
  if (isUnderWay) return [state, []];
  const isStopped =
    (blockedUntil.cancel ?? 0) > now.mono ||
    list.at(-1)?.state === 'UNKNOWN' ||
    list.at(-1)?.state === 'NOT SENT';
  if (isStopped) {
    const left = `${state.batch.length} of the orders were not cancelled: the one before them did not end well.`;
    return [tell({...state, batch: []}, left, 'danger', now), []];
  }
  return intend({...state, batch: rest}, {type: 'ask', draft: next}, now);
}
