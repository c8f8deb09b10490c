/** Rows of a list as a table for people: the dashboard's columns and its drawing, as many columns as fit. */
import type {Config} from '../../config/config.ts';
import {idField, rowId} from '../../desk/model/rows.ts';
import type {Row, Sort} from '../../desk/model/state.ts';
import type {FeedPane, Look} from '../../desk/model/vocabulary.ts';
import {toAscii} from '../../term/text/sanitize.ts';
import {type Column, factsAt} from '../../ui/columns/column.ts';
import {stillLines} from '../../ui/table/still.ts';
import {chosenColumns, sortSign} from '../../ui/table/view.ts';
import {createPaint} from '../../ui/theme.ts';
import {type Zone, zoneOf} from '../../ui/times.ts';
import type {Out} from './output.ts';

/** What one read cannot know: a history of prices, the fills of an order, and what the cards tell. */
const needMore: {readonly [P in FeedPane]: readonly string[]} = {
  cards: ['trend'],
  easyOptions: ['trend', 'underlying', 'ask', 'expiry'],
  orders: ['filled', 'left', 'ask', 'distance'],
  trades: [],
};

const usualColumns = 80;

export function rowsTable(
  {pane, sort}: {readonly pane: FeedPane; readonly sort?: Sort | undefined},
  rows: readonly Row[],
  config: Config,
  look: Look,
  out: Out,
  now: number,
): string {
  const zone = zoneOf(config.times, now);
  const chosen = withId(pane, config.columns[pane], zone);
  const facts = factsAt(now, zone);
  const cells = rows.map((row, index) =>
    chosen.map(column => column.cell(row as never, facts, rowId(pane, row, index))),
  );
  const paint = createPaint(config.theme, look);
  const lines = stillLines(chosen, cells, out.columns ?? usualColumns, paint, column =>
    sortSign(sort, column),
  );
  const text = lines.join('\n');
  return `${look.ascii ? toAscii(text) : text}\n`;
}

/** The id stands first and goes last of all: `optty show` wants one. */
function withId(pane: FeedPane, names: readonly string[], zone: Zone): readonly Column<never>[] {
  const id = idField[pane];
  const chosen = chosenColumns(pane, [id, ...names.filter(name => name !== id)], zone);
  return chosen
    .filter(column => !needMore[pane].includes(column.name))
    .map(column => (column.name === id ? {...column, priority: 0} : column));
}
