import {drawCells, type Ground, type PrintedCell, type PrintedRow} from '../../src/commands/prints/svg.ts';
import type {Emulator} from './emulator.ts';

type EmulatorCell = NonNullable<
  ReturnType<NonNullable<ReturnType<Emulator['buffer']['active']['getLine']>>['getCell']>
>;

/** What an emulator shows, as a picture. */
export function drawScreen(emulator: Emulator, ground: Ground = 'dark'): string {
  const rows = Array.from({length: emulator.rows}, (_, row) => rowOf(emulator, row));
  return drawCells(rows, emulator.cols, ground);
}

function rowOf(emulator: Emulator, row: number): PrintedRow {
  const line = emulator.buffer.active.getLine(row);
  return Array.from({length: emulator.cols}, (_, column): PrintedCell[] => {
    const cell = line?.getCell(column);
    // The second half of a wide character.
    return cell === undefined || cell.getWidth() === 0 ? [] : [printed(cell)];
  }).flat();
}

function printed(cell: EmulatorCell): PrintedCell {
  return {
    text: cell.getChars() || ' ',
    cells: cell.getWidth(),
    style: {
      foreground: cell.isFgDefault() ? '' : parameters(cell.getFgColor(), cell.isFgRGB()),
      background: cell.isBgDefault() ? '' : parameters(cell.getBgColor(), cell.isBgRGB()),
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
      isUnderlined: cell.isUnderline() !== 0,
      isInverse: cell.isInverse() !== 0,
    },
  };
}

function parameters(color: number, isRgb: boolean): string {
  return isRgb ? `38;2;${color >> 16};${(color >> 8) & 255};${color & 255}` : `38;5;${color}`;
}
