import type {FeedPane} from '../model/vocabulary.ts';
import {resources} from '../resources/resources.ts';

/** The heading of a column, also used in sentences; by default the column's name. */
export function headingOf(pane: FeedPane, name: string): string {
  const {columns} = resources[pane];
  return (Object.hasOwn(columns, name) ? columns[name]?.heading : undefined) ?? name;
}
