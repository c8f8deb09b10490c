import {tell} from '../model/notices.ts';
import {knownColumns} from '../model/rows.ts';
import type {State} from '../model/state.ts';
import {isTablePane, type TablePane, themes} from '../model/vocabulary.ts';
import {entryOf, type PaletteEntry} from './entry.ts';

/** How the screen looks for this session: its theme, and the columns of the pane in view. */

export const themeEntries: readonly PaletteEntry[] = themes.map(theme =>
  entryOf(
    `theme ${theme}`,
    state => [{...state, settings: {...state.settings, theme}}, []],
    ({settings}) => (settings.theme === theme ? `The theme ${theme} is in force.` : undefined),
  ),
);

/** Every column of the pane in view, to be hidden or shown. */
export function columnEntries({pane, settings}: State): readonly PaletteEntry[] {
  if (!isTablePane(pane)) return [];
  const shown = settings.columns[pane];
  return knownColumns[pane].map(name =>
    shown.includes(name) ? hideEntry(pane, name) : showEntry(pane, name),
  );
}

function hideEntry(pane: TablePane, name: string): PaletteEntry {
  return entryOf(
    `hide column ${name}`,
    state => [
      withColumns(
        state,
        pane,
        state.settings.columns[pane].filter(each => each !== name),
      ),
      [],
    ],
    ({settings}) => (settings.columns[pane].length === 1 ? 'It is the only column.' : undefined),
  );
}

function showEntry(pane: TablePane, name: string): PaletteEntry {
  return entryOf(`show column ${name}`, (state, now) => {
    const next = withColumns(state, pane, inPlace(pane, state.settings.columns[pane], name));
    return [tell(next, `The column ${name} stands wherever the screen has room for it.`, 'info', now), []];
  });
}

/** Before the first of those that usually stand behind it; what was hidden comes back to its place. */
function inPlace(pane: TablePane, shown: readonly string[], name: string): readonly string[] {
  const usual = (each: string) => knownColumns[pane].indexOf(each);
  const behind = shown.findIndex(each => usual(each) > usual(name));
  return behind < 0 ? [...shown, name] : shown.toSpliced(behind, 0, name);
}

function withColumns(state: State, pane: TablePane, names: readonly string[]): State {
  const columns = {...state.settings.columns, [pane]: names};
  return {...state, settings: {...state.settings, columns}};
}
