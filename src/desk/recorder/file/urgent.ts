import type {IntentSent} from '../../intents/intent.ts';
import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {questionOf} from '../../order/questions.ts';
import type {StopMsg} from '../../stop/room.ts';

/** What comes every second though nothing is being written. */
const routineOfIntents: ReadonlySet<IntentSent['type']> = new Set(['held', 'polled', 'restored']);
const routineOfStop: ReadonlySet<StopMsg['type']> = new Set(['seen', 'due']);

/** What must be on the disk as soon as it has happened: writes and what asks for them, and what failed. */
export function isUrgent(msg: Msg, before: State): boolean {
  switch (msg.type) {
    case 'intent':
      return !routineOfIntents.has(msg.msg.type);
    case 'stop':
      return !routineOfStop.has(msg.msg.type);
    case 'failed':
    case 'journalFailed':
      return true;
    case 'pressed':
      return questionOf(before.overlay) !== undefined;
    case 'told':
      return msg.level === 'danger';
    default:
      return false;
  }
}
