import {Box} from 'ink';
import type {State} from '../../desk/state.ts';
import {lineChart} from '../charts/line.ts';
import {payoffLines} from '../charts/payoff.ts';
import {wrap} from '../format.ts';
import {Line, Lines} from '../Line.tsx';
import {sameLines, useDesk, useSurroundings} from '../store.ts';
import {type Detail, details, optionOf, seenOf} from './details.ts';
import {StillTable, stillLook} from './Still.tsx';

type Size = {readonly columns: number; readonly rows: number};

/** All fields of the selected record; below them its charts, where rows are left. */
export function DetailsPanel({columns, rows}: Size) {
  const {paint} = useSurroundings();
  const texts = useDesk(state => (details(state) ?? []).flatMap(each => [each.field, each.value]), sameLines);
  const fields = tableRows(texts, columns);
  const height = Math.max(1, rows - 4);
  const shown = fields.slice(0, height);
  const left = Math.max(0, rows - shown.length - 4);
  const charts = useDesk(state => chartLines(state, columns - 2, left), sameLines);
  if (fields.length === 0) return <Line text={` ${paint('dim', 'No row is selected.')}`} />;
  const hidden = fields.length - shown.length;
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <StillTable data={shown} columns={['field', 'value']} {...stillLook} />
      {charts.length > 0 ? <Lines lines={charts.map(line => ` ${line}`)} /> : null}
      <Line text={` ${paint('dim', hidden > 0 ? `${hidden} more lines  Esc back` : 'Esc back')}`} />
    </Box>
  );
}

/** Fields and values as wide as the panel; a long value goes on below itself. */
export function tableRows(texts: readonly string[], columns: number): {field: string; value: string}[] {
  const pairs: Detail[] = [];
  for (let index = 0; index + 1 < texts.length; index += 2)
    pairs.push({field: texts[index] ?? '', value: texts[index + 1] ?? ''});
  const names = Math.max(5, ...pairs.map(each => each.field.length));
  // Three rules and a space at each side of each cell.
  const room = Math.max(8, columns - names - 7);
  return pairs.flatMap(({field, value}) =>
    wrap(value, room).map((line, index) => ({field: index === 0 ? field : '', value: line})),
  );
}

function chartLines(state: State, columns: number, rows: number): string[] {
  const {ascii: isAscii} = state.settings;
  const seen = seenOf(state);
  const option = optionOf(state);
  const both = seen !== undefined && option !== undefined;
  const each = Math.min(12, both ? Math.floor((rows - 2) / 2) : rows - 1);
  const line = seen === undefined ? [] : lineChart(seen.values, {columns, rows: each, isAscii});
  const payoff = option === undefined ? [] : payoffLines(option, {columns, rows: each, isAscii});
  return [...(line.length > 0 ? [`${seen?.name} since polls began`, ...line] : []), ...payoff].slice(
    0,
    Math.max(0, rows),
  );
}
