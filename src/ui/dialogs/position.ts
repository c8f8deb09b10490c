import {fillsByOrder} from '../../desk/model/figures.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type Column, factsAt} from '../columns/column.ts';
import {columns} from '../columns/panes.ts';
import {wrap} from '../format.ts';
import {hintLine} from '../lines/keys.ts';
import type {Drawing} from '../panels/drawing.ts';
import {columnsNamed, stillLines} from '../table/still.ts';

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
      return [
        ` ${name}: ${records.length}${hidden > 0 ? `, ${hidden} more than shown` : ''}`,
        ...(cells.length === 0 ? [] : stillLines(chosen, cells, width, paint)),
      ];
    };
    return [
      title,
      ...table('Open orders', orders, columnsNamed(columns.orders, orderColumns)),
      ...table('Trades', trades, columnsNamed(columns.trades, tradeColumns)),
      back,
    ];
  },
};
