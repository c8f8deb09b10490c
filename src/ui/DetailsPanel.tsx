import {Box, Text} from 'ink';
import {Table} from 'ink-table';
import type {PropsWithChildren} from 'react';
import type {State} from '../desk/state.ts';
import {labelOf} from '../desk/words/keys.ts';
import {lineChart, payoffLines} from './charts.ts';
import {type Detail, details, optionSelected, seenOf} from './details.ts';
import {fit, type Line, width, wrap} from './format.ts';
import {Lines, Toned} from './Lines.tsx';
import {sameLines} from './same.ts';
import type {PanelSize} from './sheet/draw.ts';
import {useDesk} from './store.ts';

const chartRows = 9;

export function DetailsPanel({columns, rows}: PanelSize) {
  const bindings = useDesk(({settings}) => settings.bindings);
  const texts = useDesk(state => (details(state) ?? []).flatMap(each => [each.field, each.value]), sameLines);
  const fields = tableRows(texts, columns);
  const scroll = useDesk(state => state.detailsScroll);
  const height = Math.max(1, rows - 4);
  const hasCharts = useDesk(state => seenOf(state) !== undefined || optionSelected(state) !== undefined);
  // If the fields fill the panel, the charts follow the last field.
  const kept = hasCharts ? Math.max(1, height - chartRows) : height;
  const start = Math.min(scroll, Math.max(0, fields.length - (fields.length > height ? kept : height)));
  const shown = fields.slice(start, start + height);
  const left = Math.max(0, rows - shown.length - 4);
  const charts = useDesk(state => chartLines(state, columns - 2, left), sameLines);
  if (fields.length === 0) return <Lines lines={[[{text: ' No row is selected.', tone: 'dim'}]]} />;
  const place =
    shown.length < fields.length
      ? `${start + 1}-${start + shown.length} of ${fields.length}  ${labelOf(bindings, 'row.pageDown')} ${labelOf(bindings, 'row.pageUp')}  `
      : '';
  return (
    <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
      <StillTable data={shown} columns={['field', 'value']} {...stillLook} />
      {charts.length > 0 ? <Lines lines={charts} /> : null}
      <Lines lines={[[{text: ` ${place}${labelOf(bindings, 'back')} back`, tone: 'dim'}]]} />
    </Box>
  );
}

function tableRows(texts: readonly string[], columns: number): {field: string; value: string}[] {
  const pairs: Detail[] = [];
  for (let index = 0; index + 1 < texts.length; index += 2)
    pairs.push({field: texts[index] ?? '', value: texts[index + 1] ?? ''});
  // Three rules, and a space on each side of each cell; numbers must fit, names may wrap.
  const widestNumber = Math.max(
    0,
    ...pairs.flatMap(each =>
      each.value
        .split(' ')
        .filter(word => /\d/.test(word))
        .map(width),
    ),
  );
  const names = Math.max(5, Math.min(longest(pairs), columns - 7 - widestNumber));
  const room = Math.max(8, columns - names - 7);
  return pairs.flatMap(({field, value}) => {
    const [left, right] = [wrap(field, names), wrap(value, room)];
    return Array.from({length: Math.max(left.length, right.length)}, (_, index) => ({
      field: left[index] ?? '',
      value: right[index] ?? '',
    }));
  });
}

const longest = (pairs: readonly Detail[]) => Math.max(0, ...pairs.map(each => each.field.length));

function chartLines(state: State, columns: number, rows: number): readonly Line[] {
  const {ascii: isAscii} = state.look;
  const seen = seenOf(state);
  const option = optionSelected(state);
  const size = {columns, isAscii};
  // If both charts would be too low, the payoff is words only.
  const isRoomy = rows >= 16;
  const below = option === undefined ? 0 : seen === undefined ? rows : isRoomy ? Math.floor(rows / 2) : 2;
  const above = Math.min(14, rows - below - 1);
  const line = seen === undefined ? [] : lineChart(seen.values, {...size, rows: above});
  const payoff = option === undefined ? [] : payoffLines(option, {...size, rows: Math.min(14, below)});
  const titled = line.length > 0 ? [`${seen?.name} since polls began`, ...line] : [];
  return [...titled.map(text => [{text: ` ${text}`}]), ...payoff].slice(0, Math.max(0, rows));
}

/** A table of ink-table without rules between rows. */
export class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** ink-table pads by characters; cells count. */
function StillCell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

function StillHeader({children}: PropsWithChildren) {
  return <Toned text={String(children)} tone="heading" />;
}

function StillRule({children}: PropsWithChildren) {
  return <Toned text={String(children)} tone="dim" />;
}

export const stillLook = {cell: StillCell, header: StillHeader, skeleton: StillRule};
