import type {Msg} from '../../model/messages.ts';
import type {State} from '../../model/state.ts';
import {questionOf} from '../../order/questions.ts';

/** What must be on the disk as soon as it has happened: writes and what asks for them, and what failed. */
export function isUrgent(msg: Msg, before: State): boolean {
  switch (msg.type) {
    case 'intent':
    case 'stop':
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
