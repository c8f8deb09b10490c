import {parseFilter} from '../../desk/filter/index.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {Feed, State} from '../../desk/state.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, type Line, noLine, width} from '../format.ts';

export function chipsLine(state: State): Line {
  if (!isFeedPane(state.pane)) return noLine;
  const feed = state.feeds[state.pane];
  const parsed = parseFilter(state.pane, feed.filterText, state.now.wall);
  const chips = parsed.ok ? parsed.chips.map(chip => sanitize(chip.text)) : [sanitize(feed.filterText)];
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
  const {searches, narrowedFrom, disobeyed} = filtered;
  const here = narrowedFrom === undefined ? '' : 'filtered on this page only';
  if (disobeyed !== undefined) return `not obeyed by the service: ${here}`;
  return [searches > 1 ? `asked: ${searches} searches` : '', here].filter(Boolean).join(', ');
}
