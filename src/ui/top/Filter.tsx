import {isFeedPane} from '../../account/model/vocabulary.ts';
import {serviceNow} from '../../core/intents/clock.ts';
import {chipWords} from '../../desk/filter/complete.ts';
import {parseFilter} from '../../desk/filter/parse.ts';
import type {Feed, State} from '../../desk/state.ts';
import {sanitize} from '../../text/sanitize.ts';
import {LineOf, type OneLine} from '../desk.tsx';
import {cut, type Line, noLine, width} from '../format.ts';

export const Filter = ({columns}: OneLine) => <LineOf select={chipsLine} columns={columns} />;

export function chipsLine(state: State): Line {
  const {pane} = state;
  if (!isFeedPane(pane)) return noLine;
  const feed = state.feeds[pane];
  const parsed = parseFilter(pane, feed.filterText, serviceNow(state));
  const chips = parsed.ok
    ? parsed.chips.map(chip => sanitize(chipWords(pane, chip)))
    : [sanitize(feed.filterText)];
  let room = state.viewport.columns - 10;
  const shown = chips.flatMap((chip): Line => {
    const text = room > 4 ? cut(chip, room) : '';
    room -= width(text) + 3;
    return text === '' ? [] : [{text: ' '}, {text: ` ${text} `, tone: 'tab'}];
  });
  const words = sanitize(filteredWords(feed));
  const how = room > 12 ? cut(words, room) : '';
  const tone = feed.filtered?.disobeyed === undefined ? 'dim' : 'warning';
  return [{text: ' filter', tone: 'dim'}, ...shown, {text: ` ${how}`, tone}];
}

export function filteredWords({filtered}: Feed): string {
  if (filtered === undefined) return '';
  const here = 'filtered on this page only';
  return filtered.disobeyed === undefined ? here : `not obeyed by the service: ${here}`;
}
