import {parseFilter} from '../../desk/filter/index.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {Feed, State} from '../../desk/state.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, width} from '../format.ts';
import type {Paint} from '../theme.ts';

export function chipsLine(state: State, paint: Paint): string {
  if (!isFeedPane(state.pane)) return '';
  const feed = state.feeds[state.pane];
  const parsed = parseFilter(state.pane, feed.filterText, state.now.wall);
  const chips = parsed.ok ? parsed.chips.map(chip => sanitize(chip.text)) : [sanitize(feed.filterText)];
  let room = state.viewport.columns - 10;
  const shown = chips.map(chip => {
    const text = room > 4 ? cut(chip, room) : '';
    room -= width(text) + 3;
    return text === '' ? '' : paint('tab', ` ${text} `);
  });
  const words = sanitize(filteredWords(feed));
  const how = room > 12 ? cut(words, room) : '';
  const tone = feed.filtered?.disobeyed === undefined ? 'dim' : 'warning';
  return ` ${[paint('dim', 'filter'), ...shown, how && paint(tone, how)].filter(Boolean).join(' ')}`;
}

export function filteredWords({filtered}: Feed): string {
  if (filtered === undefined) return '';
  const {searches, narrowedFrom, disobeyed} = filtered;
  const here = narrowedFrom === undefined ? '' : 'narrowed here, this page only';
  if (disobeyed !== undefined) return `not obeyed by the service: ${here}`;
  return [searches > 1 ? `asked: ${searches} searches` : '', here].filter(Boolean).join(', ');
}
