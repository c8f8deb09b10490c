import {andThen} from '../chain.ts';
import type {Moment} from '../model/moment.ts';
import type {State} from '../model/state.ts';
import type {Step} from '../step.ts';
import {takeSeen, takeUnkept} from './flag.ts';
import {takeReview} from './review.ts';
import type {StopMsg} from './room.ts';
import {followStop, takeChecked, takeRound} from './rounds.ts';

/** What a message about the stop makes of the desk. */
export function takeStop(state: State, msg: StopMsg, now: Moment): Step {
  switch (msg.type) {
    case 'seen':
      return andThen(takeSeen(state, msg.record, now), next => followStop(next, now));
    case 'unkept':
      return [takeUnkept(state, msg, now), []];
    case 'read':
      return msg.number === state.stop.reviewing
        ? takeReview(state, msg.read, now)
        : takeRound(state, msg, now);
    case 'driven':
    case 'due':
      return takeRound(state, msg, now);
    case 'checked':
      return takeChecked(state, msg, now);
    default:
      return msg satisfies never;
  }
}
