import {Box} from 'ink';
import {Fragment, useCallback} from 'react';
import {sheetOf} from '../desk/dialogs/index.ts';
import type {State} from '../desk/state.ts';
import {DetailsPanel, StillTable, stillLook} from './DetailsPanel.tsx';
import {Lines, Toned} from './Lines.tsx';
import type {Layout} from './layout.ts';
import {sameLines} from './same.ts';
import {draw, type Input, isLine, type PanelSize, type Part} from './sheet/draw.ts';
import {useDesk, useMostScroll} from './store.ts';
import {StillField, TextField} from './TextField.tsx';

export function Panel({columns, rows}: PanelSize) {
  const name = useDesk(({overlay}) => overlay.kind);
  useMostScroll(useCallback(state => draw(sheetOf(state), {columns, rows}).most, [columns, rows]));
  // A filter is typed above the table, so the details stay in place.
  if (name === 'none' || name === 'filter') return <DetailsPanel columns={columns} rows={rows} />;
  return <SheetPanel columns={columns} rows={rows} />;
}

export function FilterBar({columns}: {readonly columns: number}) {
  const isOpen = useDesk(({overlay}) => overlay.kind === 'filter');
  return isOpen ? <SheetPanel columns={columns} rows={2} /> : null;
}

function SheetPanel({columns, rows}: PanelSize) {
  const select = useCallback((state: State) => draw(sheetOf(state), {columns, rows}).parts, [columns, rows]);
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
  return <StillTable data={[...part.rows]} columns={['keys', 'what', 'where']} {...stillLook} />;
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

/** Columns that Ink needs: one for lines that are already drawn, the panel's own for what Ink draws itself. */
export function inkColumns(state: State, {panel, panelColumns}: Layout): number {
  const {overlay, viewport} = state;
  if (overlay.kind === 'filter') return viewport.columns;
  if (panel === 'none') return 1;
  // Ink lays out fields and the tables of ink-table.
  const isDrawn =
    overlay.kind !== 'none' && !sheetOf(state).some(({is}) => ['field', 'fields', 'table'].includes(is));
  const own = isDrawn ? 1 : panelColumns;
  return panel === 'beside' ? own + 2 : own;
}
