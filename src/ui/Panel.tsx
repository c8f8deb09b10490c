import {Box, Text} from 'ink';
import {Table} from 'ink-table';
import {Fragment, type PropsWithChildren, useCallback} from 'react';
import {sheetOf} from '../desk/dialogs/index.ts';
import type {Sheet} from '../desk/sheet.ts';
import type {State} from '../desk/state.ts';
import {panelSheet} from './details.ts';
import {fit} from './format.ts';
import {Lines, Toned} from './Lines.tsx';
import type {Layout} from './layout.ts';
import {sameLines} from './same.ts';
import {draw, type Input, isLine, type PanelSize, type Part} from './sheet/draw.ts';
import {useDesk, useMostScroll} from './store.ts';
import {StillField, TextField} from './TextField.tsx';

export function Panel({columns, rows}: PanelSize) {
  useMostScroll(useCallback(state => draw(sheetOf(state), {columns, rows}).most, [columns, rows]));
  return <SheetPanel of={panelSheet} columns={columns} rows={rows} />;
}

export function FilterBar({columns}: {readonly columns: number}) {
  const isOpen = useDesk(({overlay}) => overlay.kind === 'filter');
  return isOpen ? <SheetPanel of={sheetOf} columns={columns} rows={2} /> : null;
}

function SheetPanel({of, columns, rows}: PanelSize & {readonly of: (state: State) => Sheet}) {
  const select = useCallback((state: State) => draw(of(state), {columns, rows}).parts, [of, columns, rows]);
  const parts = useDesk(select, sameLines);
  if (parts.every(isLine)) return <Lines lines={parts} height={rows} width={columns} />;
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0} overflow="hidden">
      {parts.map((part, index) => (
        <Fragment key={keyOf(part, index)}>{drawn(part)}</Fragment>
      ))}
    </Box>
  );
}

/** Each field has its own cursor. */
const keyOf = (part: Part, index: number) =>
  isLine(part) || part.is === 'table' ? String(index) : `${part.name} ${part.isFocused}`;

function drawn(part: Part) {
  if (isLine(part)) return <Lines lines={[part]} />;
  if (part.is === 'input') return <InputLine {...part} />;
  return <StillTable data={[...part.rows]} columns={[...part.columns]} {...stillLook} />;
}

function InputLine({before, beforeColumns, name, value, columns, isFocused, isMarked, after}: Input) {
  return (
    <Box height={1} flexShrink={0}>
      <Lines lines={[before]} width={beforeColumns} />
      {isFocused ? (
        <TextField name={name} value={value} columns={columns} isMarked={isMarked} />
      ) : (
        <StillField value={value} columns={columns} />
      )}
      {after.map(span => (
        <Toned key={span.text} {...span} />
      ))}
    </Box>
  );
}

/** A table of ink-table without rules between rows. */
class StillTable<T extends Record<string, string>> extends Table<T> {
  override separator = () => <></>;
}

/** ink-table pads by characters; cells count. */
function StillCell({children}: PropsWithChildren) {
  const text = String(children);
  return <Text>{fit(text.trimEnd(), text.length)}</Text>;
}

const stillLook = {
  cell: StillCell,
  header: ({children}: PropsWithChildren) => <Toned text={String(children)} tone="heading" />,
  skeleton: ({children}: PropsWithChildren) => <Toned text={String(children)} tone="dim" />,
};

/** Columns that Ink needs: one for lines that are already drawn, the panel's own for what Ink draws itself. */
export function inkColumns(state: State, {panel, panelColumns}: Layout): number {
  const {overlay, viewport} = state;
  if (overlay.kind === 'filter') return viewport.columns;
  if (panel === 'none') return 1;
  const isInk = panelSheet(state).some(({is}) => ['field', 'fields', 'table'].includes(is));
  const own = isInk ? panelColumns : 1;
  return panel === 'beside' ? own + 2 : own;
}
