import {completeFilter, parseFilter} from '../../desk/filter/index.ts';
import {nearest} from '../../desk/filter/nearest.ts';
import type {KeyAction} from '../../desk/keys.ts';
import {isFeedPane} from '../../desk/model/vocabulary.ts';
import type {Feed, State} from '../../desk/state.ts';
import {labelOf} from '../../desk/words/keys.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {cut, padEnd, width} from '../format.ts';
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

export function filterHint(state: State, text: string, indent: number, paint: Paint): string {
  if (!isFeedPane(state.pane)) return '';
  const {columns} = state.viewport;
  const key = (action: KeyAction) => labelOf(state.settings.bindings, action, 'filter');
  if (text.startsWith('@')) return namedHint(state, text, paint);
  const parsed = parseFilter(state.pane, text, state.now.wall);
  const isTyping = /(^|[\s:=~<>])$|[:=~]$/.test(text);
  const completion = completeFilter(state.pane, text, text.length);
  const names = completion.candidates.map(each => each.text);
  const wrong = parsed.ok ? parsed.doubts[0] : parsed.error;
  if (wrong !== undefined && !(isTyping && names.length > 0)) {
    const at = Math.min(indent + width(text.slice(0, wrong.at)), Math.max(0, columns - 24));
    const message = sanitize(
      wrong.message +
        (wrong.members === undefined || wrong.nearest !== undefined
          ? ''
          : `; ${key('complete')} lists what there is`),
    );
    const start = Math.max(1, Math.min(at, columns - 3 - width(message)));
    return (
      padEnd('', start) + paint(parsed.ok ? 'warning' : 'danger', `▲ ${cut(message, columns - start - 3)}`)
    );
  }
  const first = completion.candidates[0];
  const about =
    first === undefined
      ? `${key('accept')} filters · ${key('back')} clears · ${key('row.up')} history`
      : namesFitting(key('complete'), names, first.about, columns - 2);
  return ` ${paint('dim', cut(about, columns - 2))}`;
}

function namesFitting(tab: string, names: readonly string[], about: string, room: number): string {
  const all = `${tab} ${names.join(' ')}`;
  if (width(all) <= room) return width(all) + 2 + width(about) <= room ? `${all}  ${about}` : all;
  const rest = (count: number) => ` +${names.length - count} more by their first letters`;
  const said = names.map((_, index) => `${tab} ${names.slice(0, index + 1).join(' ')}${rest(index + 1)}`);
  return said.findLast(each => width(each) <= room) ?? all;
}

function namedHint({settings, pane, viewport}: State, text: string, paint: Paint): string {
  const named = !isFeedPane(pane) ? {} : (settings.namedFilters[pane] ?? {});
  const wanted = text.slice(1);
  const meaning = named[wanted];
  if (meaning !== undefined)
    return ` ${paint('dim', cut(`${labelOf(settings.bindings, 'accept', 'filter')}: ${meaning}`, viewport.columns - 2))}`;
  const names = Object.keys(named);
  const meant = nearest(wanted, names);
  const said =
    names.length === 0
      ? 'no filters are named in the configuration'
      : `named filters: ${names.map(name => `@${name}`).join(' ')}`;
  return ` ${paint('warning', cut(meant === undefined ? said : `@${meant}? ${said}`, viewport.columns - 2))}`;
}
