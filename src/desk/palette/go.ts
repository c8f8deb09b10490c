import {andThen} from '../chain.ts';
import {selectAt, toPane} from '../feeds/navigate.ts';
import {indexOfId} from '../model/rows.ts';
import type {Feed, State} from '../model/state.ts';
import {type FeedPane, feedPanes, paneTitles} from '../model/vocabulary.ts';
import {entryOf, type PaletteEntry} from './entry.ts';

/** Where the id that was typed is listed, the pane in view first: `42`, `#42` and `go 42`. */
export function goEntries(state: State, text: string): readonly PaletteEntry[] {
  const id = /^(?:go\s+(?:to\s+)?)?#?(\d+)$/i.exec(text.trim())?.[1];
  if (id === undefined) return [];
  const found = feedPanes.filter(pane => placeOf(state, pane, id) >= 0);
  if (found.length === 0)
    return [
      entryOf(
        `go to #${id}`,
        same => [same, []],
        () => notListed(id),
      ),
    ];
  const nearestFirst = found.toSorted(
    (one, other) => Number(other === state.pane) - Number(one === state.pane),
  );
  return nearestFirst.map(pane => goEntry(pane, id));
}

function goEntry(pane: FeedPane, id: string): PaletteEntry {
  return entryOf(
    `go to #${id} on ${paneTitles[pane]}`,
    // The details show what was selected before.
    (state, now) =>
      andThen(toPane({...state, details: false}, pane, now), next => [
        selectAt(next, pane, placeOf(next, pane, id)),
        [],
      ]),
    state => (placeOf(state, pane, id) < 0 ? notListed(id) : undefined),
  );
}

const notListed = (id: string) => `#${id} is not listed on any page that is read.`;

function placeOf({feeds}: State, pane: FeedPane, id: string): number {
  const {rows}: Feed = feeds[pane];
  return indexOfId(pane, rows, id);
}
