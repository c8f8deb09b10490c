import type {State} from '../../desk/model/state.ts';
import {isEnd, liftingWord, type StopProgress} from '../../desk/stop/record.ts';
import {isStopped} from '../../desk/stop/room.ts';
import {listedAgain, stopCounts, stopWord} from '../../desk/words/stop.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, flat} from '../format.ts';
import type {Paint} from '../theme.ts';
import {ownClock} from '../times.ts';
import {labelOf} from './keys.ts';

/**
 * A stop stands on every pane from the key that sets it to the word that lifts it: how it stands, and on a
 * second line what is left or what to do. A low screen has the first alone.
 */
export function stopLines(state: State, paint: Paint): string[] {
  if (!isStopped(state)) return [];
  const {settings, viewport} = state;
  const room = viewport.columns - 2;
  const way = `  ${labelOf(settings.bindings, 'pane.activity')} ${labelOf(settings.bindings, 'lift')} ${liftingWord}`;
  const first = paint('danger', ` ${cut(flat(sanitize(standing(state))), room - way.length)}${way} `);
  return viewport.rows < 16
    ? [first]
    : [first, ` ${paint('warning', cut(flat(sanitize(leftWords(state))), room))}`];
}

function standing(state: State): string {
  const {record, unkept} = state.stop;
  if (record === undefined)
    return `STOPPED at ${ownClock(state, unkept?.at ?? 0)} here alone, for the journal did not take it: nothing that adds risk goes out.`;
  const {progress, asked} = record;
  const word = stopWord(record);
  if (asked === undefined || progress === undefined)
    return `${word} at ${ownClock(state, asked?.at ?? record.at)} (${record.by}): nothing that adds risk goes out.`;
  const again = listedAgain(state);
  if (again > 0)
    return `LISTED AGAIN: ${again} open, ${progress.word} was at ${ownClock(state, progress.at)}.`;
  if (isEnd(progress.word))
    return `${word} at ${ownClock(state, progress.at)}: nothing that adds risk goes out.`;
  return [word, stopCounts(progress), nothingListed(state, progress)].filter(Boolean).join(' · ');
}

function nothingListed(state: State, {nothingListedSince: since, proved}: StopProgress): string {
  if (proved !== undefined) return proved;
  return since === undefined ? '' : `NOTHING LISTED since ${ownClock(state, since)}`;
}

function leftWords(state: State): string {
  const {settings} = state;
  const {record} = state.stop;
  const key = labelOf(settings.bindings, 'stop');
  if (record?.asked === undefined)
    return `${key} asks what is canceled, and closed, as well. It stops what this machine's journal sends, nothing else.`;
  const {left = [], word} = record.progress ?? {};
  if (listedAgain(state) > 0) return `${key} asks to cancel, and close, what is open now.`;
  if (word !== undefined && isEnd(word))
    return "By this machine's journal and the service's lists as they were then.";
  const [first, ...others] = left;
  if (first === undefined) return "It is being read what is left. It stops this machine's journal only.";
  return others.length === 0 ? first : `1 of ${left.length}: ${first}`;
}
