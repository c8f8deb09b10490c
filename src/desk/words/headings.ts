import type {FeedPane} from '../model/vocabulary.ts';
import {resources} from '../resources/resources.ts';

/** What stands over a column, and what sentences call it: its name, where the resource has no other heading. */
export function headingOf(pane: FeedPane, name: string): string {
  const {columns} = resources[pane];
  return (Object.hasOwn(columns, name) ? columns[name]?.heading : undefined) ?? name;
}
