import type {Config} from '../../config/config.ts';
import {rowId} from '../../desk/model/rows.ts';
import type {FeedPane, Look} from '../../desk/model/vocabulary.ts';
import {needOf, resources} from '../../desk/resources/resources.ts';
import type {Row, Sort} from '../../desk/state.ts';
import {type Zone, zoneOf} from '../../desk/words/times.ts';
import {sgrText} from '../../term/screen/cells.ts';
import {toAscii} from '../../term/text/sanitize.ts';
import {type Column, factsAt} from '../../ui/columns/column.ts';
import {stillLines} from '../../ui/table/figures.ts';
import {chosenColumns, sortSign} from '../../ui/table/view.ts';
import {createStyles} from '../../ui/theme.ts';
import type {Out} from './output.ts';

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
  const styled = createStyles(config.theme, look);
  const lines = stillLines(chosen, cells, out.columns ?? usualColumns, column => sortSign(sort, column));
  const text = lines.map(line => sgrText(styled(line)).trimEnd()).join('\n');
  return `${look.ascii ? toAscii(text) : text}\n`;
}

/** The id comes first and is dropped last: `optty show` needs it. */
function withId(pane: FeedPane, names: readonly string[], zone: Zone): readonly Column<never>[] {
  const {id} = resources[pane];
  const chosen = chosenColumns(pane, [id, ...names.filter(name => name !== id)], zone);
  return chosen
    .filter(column => needOf(pane, column.name) === undefined)
    .map(column => (column.name === id ? {...column, priority: 0} : column));
}
