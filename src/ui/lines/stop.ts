import type {State} from '../../desk/model/state.ts';
import {liftingWord} from '../../desk/stop/record.ts';
import {isStopped} from '../../desk/stop/room.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut} from '../format.ts';
import type {Paint} from '../theme.ts';
import {ownClock} from '../times.ts';
import {labelOf} from './keys.ts';

/** A stop stands on every pane from the key that sets it to the word that lifts it. */
export function stopLines(state: State, paint: Paint): string[] {
  const {stop, settings, viewport} = state;
  if (!isStopped(state)) return [];
  const at = ownClock(state, (stop.record ?? stop.unkept)?.at ?? 0);
  const by = stop.record === undefined ? 'here alone, the journal did not take it' : sanitize(stop.record.by);
  const way = `  ${labelOf(settings.bindings, 'pane.activity')} ${labelOf(settings.bindings, 'lift')} ${liftingWord}`;
  const text = `STOPPED at ${at} (${by}): nothing that adds risk goes out.`;
  return [paint('danger', ` ${cut(text, viewport.columns - 2 - way.length)}${way} `)];
}
