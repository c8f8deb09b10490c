import {knownColumns} from '../account/model/rows.ts';
import {ofEach} from '../account/resources/resources.ts';
import type {KnownNames} from '../config/settings.ts';
import {kinds} from '../core/intents/kinds/kinds.ts';
import {remappable} from '../desk/keys.ts';
import {activityColumns, paneColumns} from '../ui/table/columns.ts';

export const knownNames: KnownNames = {
  actions: remappable,
  kinds: [...kinds.keys()],
  columns: knownColumns,
  headings: {...ofEach((_, pane) => headingsOf(paneColumns[pane])), activity: headingsOf(activityColumns)},
};

/** A name wins over an equal heading. */
function headingsOf(all: readonly {readonly name: string; readonly heading: string}[]) {
  const names = new Set(all.map(({name}) => name));
  const others = all.filter(({heading}) => !names.has(heading));
  return Object.fromEntries(others.map(({name, heading}) => [heading, name]));
}
