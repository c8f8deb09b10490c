import {parseFilter} from '../filter/index.ts';
import {isOfPanes} from '../model/keys.ts';
import type {State} from '../model/state.ts';
import {isFeedPane} from '../model/vocabulary.ts';
import {blocked} from '../order/availability.ts';
import {applyFilter} from '../overlays/filter.ts';
import {entryOf, type PaletteEntry} from './entry.ts';
import {goEntries} from './go.ts';
import {columnEntries, themeEntries} from './look.ts';
import {profileEntries} from './profiles.ts';
import {readOnlyEntries} from './read-only.ts';

/**
 * The entries whose names hold every word typed, what keys do before all else; where there are none, the
 * commands that have its letters in this order: `limord` is New limit order. Columns are found once something
 * is typed: they are too many to be gone through. What is typed whole goes first: `profile a` is not
 * `profile beta`.
 */
export function paletteMatches(state: State, text: string): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const commands = commandEntries(state);
  const others = [...readOnlyEntries, ...filterEntries(state), ...profileEntries(state), ...themeEntries];
  const columns = words.length === 0 ? [] : columnEntries(state);
  const holding = [...commands, ...others, ...columns].filter(each =>
    words.every(word => `${each.label} ${each.words}`.toLowerCase().includes(word)),
  );
  const isWhole = ({label, words: others}: PaletteEntry) =>
    words.length > 0 && [label, others].includes(text.trim());
  const whole = holding.filter(isWhole);
  const found = [...goEntries(state, text), ...whole, ...holding.filter(each => !whole.includes(each))];
  return found.length > 0
    ? found
    : commands.filter(({label}) => hasInOrder(label.toLowerCase(), words.join('')));
}

/** What keys do over the panes, by its name. */
function commandEntries({settings}: State): readonly PaletteEntry[] {
  return settings.bindings
    .filter(isOfPanes)
    .filter(each => each.action !== 'palette')
    .map(({label, keys, action}) => ({
      label,
      words: action,
      keys,
      blocked: state => blocked(state, action),
      choose: (state, _now, run) => run(state, action),
    }));
}

/** The filters that the configuration names for the pane in view. */
function filterEntries({pane, settings, now}: State): readonly PaletteEntry[] {
  if (!isFeedPane(pane)) return [];
  return Object.entries(settings.namedFilters[pane] ?? {}).map(([name, text]) =>
    entryOf(
      `filter @${name}: ${text}`,
      (state, at) => applyFilter(state, pane, text, at),
      () => {
        const parsed = parseFilter(pane, text, now.wall);
        return parsed.ok ? undefined : `The filter: ${parsed.error.message}.`;
      },
    ),
  );
}

function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  return [...letters].every(letter => {
    at = text.indexOf(letter, at + 1);
    return at >= 0;
  });
}
