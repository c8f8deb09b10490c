import {heldInSight, inBanner} from '../../desk/intents/selectors.ts';
import {bookFreshness, freshness} from '../../desk/model/freshness.ts';
import type {ActivityLine, State} from '../../desk/model/state.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {LiveNow} from '../../desk/recorder/past.ts';
import {isStopped} from '../../desk/stop/room.ts';
import {stopWord} from '../../desk/words/stop.ts';

/** How things stand now, for whoever looks at what was; counted since `began`. */
export function liveNow(state: State, began: State): LiveNow {
  const {pane, intents, stop} = state;
  const age = isFeedPane(pane) ? freshness(state, pane) : bookFreshness(state);
  return {
    isStale: age.kind === 'stale',
    unknown: inBanner(intents).length + heldInSight(intents).length,
    stop: isStopped(state) ? (stop.record === undefined ? 'STOPPED' : stopWord(stop.record)) : undefined,
    fills: fillsSince(state, began),
  };
}

function fillsSince({activity}: State, began: State): number {
  if (activity === began.activity) return 0;
  const known = new Map(began.activity.map(each => [each.id, each.outcome]));
  return activity.filter(each => isFill(each) && known.get(each.id) !== each.outcome).length;
}

function isFill({kind, outcome}: ActivityLine): boolean {
  return kind === 'filled' || kind === 'partly filled' || (kind === 'intent' && /\bFILLED\b/.test(outcome));
}
