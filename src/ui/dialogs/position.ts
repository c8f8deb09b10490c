import type {Id, Trade} from '../../api/wire/records.ts';
import {
  fillsByOrder,
  type PositionTotals,
  percentShown,
  plPercent,
  positionTotals,
  rounded,
} from '../../desk/resources/figures.ts';
import type {State} from '../../desk/state.ts';
import {hintLine} from '../../desk/words/keys.ts';
import {flat, number, signed, words} from '../../desk/words/text.ts';
import {zoneOf} from '../../desk/words/times.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {type Column, factsAt, namingZone} from '../columns/column.ts';
import {columns} from '../columns/panes.ts';
import {cut, wrap} from '../format.ts';
import type {Drawing} from '../panels/drawing.ts';
import {columnsNamed, stillLines} from '../table/figures.ts';

const orderColumns = ['orderId', 'side', 'price', 'size', 'filled', 'status', 'symbol'];
const tradeColumns = [
  'tradeId',
  'orderId',
  'tradeSide',
  'openPrice',
  'filledSizeContracts',
  'filledSizeUsdt',
  'fee',
  'time',
];

/** A title, two tables of one row, and the hint. */
const leastRows = 8;

export const positionDrawing: Drawing<'position'> = {
  lines: (state, overlay, {columns: width, rows}, paint) => {
    const {positionId, orders, trades, fault} = overlay;
    const title = ` ${paint('strong', `Position #${sanitize(positionId)}`)}`;
    const back = ` ${paint('dim', hintLine(state.settings.bindings, 'position', [[['back'], 'back']]))}`;
    if (fault !== undefined)
      return [title, ...wrap(sanitize(fault), width - 2).map(line => ` ${paint('warning', line)}`), back];
    if (orders === undefined || trades === undefined) return [title, ' Reading its orders and trades…', back];
    const facts = {
      ...factsAt(state.now.wall, zoneOf(state.settings.times, state.now.wall)),
      fills: fillsByOrder(trades),
    };
    const contracts = contractsOf(trades);
    const [contract = ''] = contracts.length === 1 ? contracts : [];
    const head = [`Position #${sanitize(positionId)}`, contract].filter(Boolean).join(' ');
    const told = positionTotalsIn(state, positionId, trades)
      .flatMap(line => wrap(line, width - 2).map(each => ` ${each}`))
      // On a low screen the tables get the room before the text.
      .slice(0, Math.max(0, rows - leastRows));
    const half = Math.max(1, Math.floor((rows - 6 - told.length) / 2));
    const table = <R>(name: string, records: readonly R[], chosen: readonly Column<R>[]) => {
      const shown = records.slice(0, half);
      const hidden = records.length - shown.length;
      const cells = shown.map(row => chosen.map(column => column.cell(row, facts, '')));
      return [
        ` ${name}: ${records.length}${hidden > 0 ? `, ${hidden} more than shown` : ''}`,
        ...(cells.length === 0 ? [] : stillLines(chosen, cells, width, paint)),
      ];
    };
    const shownTrades = contracts.length > 1 ? [...tradeColumns, 'contract'] : tradeColumns;
    return [
      ` ${paint('strong', cut(head, width - 2))}`,
      ...told,
      ...table('Open orders', orders, columnsNamed(columns.orders, orderColumns)),
      ...table('Trades', trades, namingZone(columnsNamed(columns.trades, shownTrades), facts.zone)),
      back,
    ];
  },
};

function contractsOf(trades: readonly Trade[]): readonly string[] {
  const column = columns.trades.find(each => each.name === 'contract');
  return [...new Set(trades.map(trade => column?.cell(trade, factsAt(0, 0), '').text ?? ''))];
}

export function positionTotalsIn(state: State, positionId: Id, trades: readonly Trade[]): readonly string[] {
  return [...easyOptionWords(state, positionId), ...totalWords(trades)];
}

function easyOptionWords({feeds}: State, positionId: Id): readonly string[] {
  const option = feeds.easyOptions.rows.find(each => each.positionId === positionId);
  if (option === undefined) return [];
  const {cardName, status, pl, investmentAmount, investmentCurrency: currency} = option;
  const share = percentShown(plPercent(option));
  const parts = [
    `P/L ${signed(rounded(pl, currency))}${share === undefined ? '' : ` (${signed(share)} %)`}`,
    words(status),
    `invested ${number(rounded(investmentAmount, currency))} ${words(currency)}`,
    flat(cardName ?? 'Easy Option'),
  ];
  return [parts.join(', ')];
}

const mostTrades = 100;

function totalWords(trades: readonly Trade[]): readonly string[] {
  const totals = positionTotals(trades);
  if (totals === undefined) return [];
  const {net, bought, sold, fees} = totals;
  const leg = (verb: string, {contracts, average}: PositionTotals['bought']) =>
    average === undefined ? [] : [`${verb} ${number(contracts)} at ${number(rounded(average, undefined))}`];
  const parts = [
    `Net ${signed(net)}`,
    ...leg('bought', bought),
    ...leg('sold', sold),
    ...(fees === undefined ? [] : [`fees ${number(rounded(fees, undefined))}`]),
  ];
  return [`${parts.join(', ')}${trades.length < mostTrades ? '' : ' (of the newest 100 trades)'}`];
}
