import {Box, Text} from 'ink';
import {Fragment, useCallback} from 'react';
import {sheetOf} from '../desk/dialogs/index.ts';
import type {State} from '../desk/state.ts';
import {DetailsPanel, StillTable, stillLook} from './DetailsPanel.tsx';
import {Line, Lines} from './Line.tsx';
import type {Layout} from './layout.ts';
import {draw, type Input, type PanelSize, type Part} from './sheet/draw.ts';
import {useDesk, useMostScroll} from './store.ts';
import {StillField, TextField} from './TextField.tsx';
import {noPaint, type Paint} from './theme.ts';

export function Panel({columns, rows}: PanelSize) {
  const name = useDesk(({overlay}) => overlay.kind);
  useMostScroll(useCallback(state => draw(sheetOf(state), {columns, rows}, noPaint).most, [columns, rows]));
  // A filter is typed above the table, so the details stay in place.
  if (name === 'none' || name === 'filter') return <DetailsPanel columns={columns} rows={rows} />;
  return <SheetPanel columns={columns} rows={rows} />;
}

export function FilterBar({columns}: {readonly columns: number}) {
  const isOpen = useDesk(({overlay}) => overlay.kind === 'filter');
  return isOpen ? <SheetPanel columns={columns} rows={2} /> : null;
}

function SheetPanel({columns, rows}: PanelSize) {
  const select = useCallback(
    (state: State, paint: Paint) => draw(sheetOf(state), {columns, rows}, paint).parts,
    [columns, rows],
  );
  const parts = useDesk(select, sameParts);
  if (parts.every(isLine)) return <Lines lines={parts} height={rows} width={columns} />;
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0} overflow="hidden">
      {parts.map((part, index) => (
        <Fragment key={keyOf(part, index)}>{drawn(part)}</Fragment>
      ))}
    </Box>
  );
}

const isLine = (part: Part) => typeof part === 'string';

/** Each field has its own cursor. */
const keyOf = (part: Part, index: number) =>
  isLine(part) || part.is === 'table' ? String(index) : `${part.name} ${part.isFocused}`;

function sameParts(some: readonly Part[], others: readonly Part[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      (each, index) => each === others[index] || JSON.stringify(each) === JSON.stringify(others[index]),
    )
  );
}

function drawn(part: Part) {
  if (isLine(part)) return <Line text={part} />;
  if (part.is === 'input') return <InputLine {...part} />;
  return <StillTable data={[...part.rows]} columns={['keys', 'what', 'where']} {...stillLook} />;
}

function InputLine({before, beforeColumns, name, value, columns, isFocused, isMarked, after}: Input) {
  return (
    <Box height={1} flexShrink={0}>
      <Line text={before} columns={beforeColumns} />
      {isFocused ? (
        <TextField name={name} value={value} columns={columns} isMarked={isMarked} />
      ) : (
        <StillField value={value} columns={columns} />
      )}
      {/* Ink draws the field, so that nothing to the right of it can be cited. */}
      {after === '' ? null : <Text wrap="truncate">{after}</Text>}
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
