import {fillsByOrder} from '../../desk/model/figures.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type Column, factsAt} from '../columns/column.ts';
import {columns} from '../columns/panes.ts';
import {wrap} from '../format.ts';
import {hintLine} from '../lines/keys.ts';
import type {Drawing} from '../panels/drawing.ts';
import {drawHeadings, drawRow} from '../table/draw.ts';
import {placeColumns} from '../table/layout.ts';

const orderColumns = ['orderId', 'side', 'price', 'size', 'filled', 'status', 'symbol'];
const tradeColumns = [
  'tradeId',
  'orderId',
  'tradeSide',
  'filledSizeContracts',
  'filledSizeUsdt',
  'fee',
  'time',
  'contract',
];

/** The orders and the trades of one position, under each other. */
export const positionDrawing: Drawing<'position'> = {
  lines: (state, overlay, {columns: width, rows}, paint) => {
    const {positionId, orders, trades, fault} = overlay;
    const title = ` ${paint('strong', `Position #${sanitize(positionId)}`)}`;
    const back = ` ${paint('dim', hintLine(state.settings.bindings, 'position', [[['back'], 'back']]))}`;
    if (fault !== undefined)
      return [title, ...wrap(sanitize(fault), width - 2).map(line => ` ${paint('warning', line)}`), back];
    if (orders === undefined || trades === undefined) return [title, ' Reading its orders and trades…', back];
    const facts = {...factsAt(state.now.wall), fills: fillsByOrder(trades)};
    const half = Math.max(1, Math.floor((rows - 6) / 2));
    const table = <R>(name: string, records: readonly R[], chosen: readonly Column<R>[]) => {
      const shown = records.slice(0, half);
      const hidden = records.length - shown.length;
      const cells = shown.map(row => chosen.map(column => column.cell(row, facts, '')));
      const {placed} = placeColumns(chosen, cells, width);
      const look = {isSelected: false, isDim: false, mark: () => ' ' as const};
      const lines = cells.map(row =>
        drawRow(
          placed,
          new Map(chosen.map((column, at) => [column.name, row[at] ?? {text: ''}])),
          look,
          paint,
        ),
      );
      const head = records.length === 0 ? [] : [drawHeadings(placed, () => '', paint)];
      return [
        ` ${name}: ${records.length}${hidden > 0 ? `, ${hidden} more than shown` : ''}`,
        ...head,
        ...lines,
      ];
    };
    return [
      title,
      ...table('Open orders', orders, named(columns.orders, orderColumns)),
      ...table('Trades', trades, named(columns.trades, tradeColumns)),
      back,
    ];
  },
};

const named = <R>(all: readonly Column<R>[], names: readonly string[]) =>
  names.flatMap(name => all.find(column => column.name === name) ?? []);
