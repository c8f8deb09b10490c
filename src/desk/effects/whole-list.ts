import type {Operations} from '../../api/client.ts';
import {everyRow} from '../feeds/lists.ts';
import {fits, heldByOne} from '../filter/index.ts';
import type {Command, ListAnswer} from '../model/messages.ts';
import type {Moment} from '../model/moment.ts';
import {ownId} from '../model/rows.ts';
import type {RowOf} from '../model/state.ts';
import type {WrittenPane} from '../model/vocabulary.ts';
import {faultOf} from './faults.ts';
import {mostPagesWhole, type Pace} from './pace.ts';

type ListCommand = Extract<Command, {type: 'readList'}>;
type How = {readonly signal: AbortSignal; readonly pace: Pace};

const noRows = {orders: [], easyOptions: []} as const;

/** What several writes need of a list: its rows, and the ids of those that a filter lets through. */
export async function readWholeList(
  client: Operations,
  command: ListCommand,
  how: How,
  began: Moment,
): Promise<ListAnswer> {
  if (command.pane === 'orders') {
    const {rows, ...read} = await readRows(client, 'orders', command, how);
    return {...noRows, ...read, orders: rows, began};
  }
  const {rows, ...read} = await readRows(client, 'easyOptions', command, how);
  return {...noRows, ...read, easyOptions: rows, began};
}

/**
 * A list from its first page to its last, or until the rows of all the ids are there. What fails ends it: the
 * rows that came before are told with the reason.
 */
async function readRows<P extends WrittenPane>(
  client: Operations,
  pane: P,
  {through, ids}: ListCommand,
  how: How,
) {
  const missing = ids === undefined ? undefined : new Set(ids);
  const rows: RowOf[P][] = [];
  let total: number | undefined;
  let unreadable = 0;
  const options = {
    ...how,
    maxPages: mostPagesWhole,
    onUnreadable: () => void unreadable++,
    onTotal: (told: number | undefined) => {
      total = told;
    },
  };
  try {
    for await (const row of everyRow(client, pane, {}, options)) {
      rows.push(row);
      missing?.delete(ownId(pane, row) ?? '');
      if (missing?.size === 0) return {rows, total, unreadable, isWhole: false};
    }
  } catch (error) {
    return {rows, total, unreadable, isWhole: false, fault: faultOf(error).text};
  }
  const narrowed = through === undefined ? undefined : await narrowedIds(client, pane, through, how);
  return {rows, total, unreadable, isWhole: true, narrowed};
}

/**
 * The ids of those that a filter lets through: what the service gives, less what contradicts the filter or is
 * not told to meet what it cannot be asked for.
 */
async function narrowedIds(
  client: Operations,
  pane: WrittenPane,
  through: NonNullable<ListCommand['through']>,
  how: How,
): Promise<ListAnswer['narrowed']> {
  const ids = new Set<string>();
  try {
    const options = {...how, maxPages: mostPagesWhole, onUnreadable: () => {}};
    const held = heldByOne(through);
    for await (const row of everyRow<WrittenPane>(client, pane, through.query, options))
      if (held.every(each => fits(row, each))) ids.add(ownId(pane, row) ?? '');
  } catch (error) {
    return {fault: faultOf(error).text};
  }
  return {ids};
}
