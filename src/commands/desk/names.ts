import type {KnownNames} from '../../config/schema.ts';
import {remappable} from '../../desk/model/keys.ts';
import {knownColumns} from '../../desk/model/rows.ts';
import {activityColumns} from '../../ui/columns/activity.ts';
import {columns} from '../../ui/columns/panes.ts';

/** The names of actions and columns that a file may use. */
export const knownNames: KnownNames = {
  actions: remappable,
  columns: knownColumns,
  headings: {
    cards: headingsOf(columns.cards),
    easyOptions: headingsOf(columns.easyOptions),
    orders: headingsOf(columns.orders),
    trades: headingsOf(columns.trades),
    activity: headingsOf(activityColumns),
  },
};

/** A name goes before a heading that spells the same. */
function headingsOf(all: readonly {readonly name: string; readonly heading: string}[]) {
  const names = new Set(all.map(({name}) => name));
  const others = all.filter(({heading}) => !names.has(heading));
  return Object.fromEntries(others.map(({name, heading}) => [heading, name]));
}
