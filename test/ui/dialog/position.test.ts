import {describe, expect, it} from 'vitest';
import type {Trade} from '../../../src/api/wire/records.ts';
import type {State} from '../../../src/desk/state.ts';
import {linesIn} from '../helpers/panel.ts';
import {filledDesk, order, trade} from '../helpers/sample.ts';
import {texts} from '../helpers/texts.ts';

const trades = [
  trade(0, {openPrice: '100', filledSizeContracts: '1'}),
  trade(2, {...trade(0), tradeId: '88003', tradeSide: 'SELL', openPrice: '140', filledSizeContracts: '0.4'}),
];

type Rows = State['rounds']['reading']['rows'];

function shown(columns: number, rows: number, all: readonly Trade[] = trades, changed: Partial<Rows> = {}) {
  const state = filledDesk(120, 40);
  const {now, rounds} = state;
  const whole = {total: undefined, began: now, isWhole: true, unreadable: 0, fault: undefined};
  const lists: Rows = {
    ...rounds.reading.rows,
    ...{
      orders: {...whole, rows: [order(0)]},
      trades: {...whole, rows: all.toReversed(), since: 0},
      ...changed,
    },
  };
  const overlay = {kind: 'position', positionId: '500'} as const;
  const read = {...rounds, reading: {...rounds.reading, rows: lists}};
  return texts(linesIn({...state, rounds: read, overlay}, {columns, rows}));
}

describe('a position', () => {
  it('shows its P/L, net, average prices, and price, USDT, fee and time of each trade', () => {
    const lines = shown(80, 24);
    expect(lines.slice(0, 3)).toEqual([
      ' Position #500 BTC 90,000 CALL 27 NOV 26',
      ' P/L +0.75 (+0.75 %), ACTIVE, invested 100 USDT, BTC to the moon by Friday',
      ' Net +0.6, bought 1 at 100, sold 0.4 at 140, fees 1.36875',
    ]);
    const head = lines.find(line => line.includes('time UTC')) ?? '';
    for (const each of ['price', 'size', 'USDT', 'fee', 'time UTC']) expect(head).toContain(` ${each}`);
    expect(lines.at(-2)).toContain('140');
  });

  it('shows the contract of each trade if there are several, and no net', () => {
    const lines = shown(100, 24, [trade(0), trade(1, {positionId: '500'})]);
    expect(lines[0]).toBe(' Position #500');
    expect(lines.join('\n')).not.toContain('Net');
    expect(lines.join('\n')).toContain('BTC 90,500 PUT 27 NOV 26');
  });

  it('shows a row of each table and the key to go back on the lowest screen', () => {
    const lines = shown(40, 9);
    expect(lines).toHaveLength(9);
    expect(lines[1]).toContain('P/L +0.75');
    expect(lines.join('\n')).toMatch(/Open orders: 1\n.*\n.*1,240.5.*\n Trades: 2.*\n.*\n.*100/);
    expect(lines.at(-1)).toContain('Esc back');
  });

  it('shows no net where older trades are not read, and since when they are', () => {
    const since = Date.UTC(2026, 9, 30);
    const {now} = filledDesk(120, 40);
    const whole = {total: undefined, began: now, isWhole: true, unreadable: 0, fault: undefined};
    const lines = shown(80, 24, trades, {trades: {...whole, rows: trades, since}});
    expect(lines[1]).toBe(' Only trades since 2026-10-30: older ones are not read');
    expect(lines.join('\n')).not.toContain('Net');
  });

  it('says how old its records are while a list fails', () => {
    const {now} = filledDesk(120, 40);
    const began = {mono: now.mono - 601_000, wall: now.wall - 601_000};
    const failed = {total: 1, began, isWhole: true, unreadable: 0, fault: 'The service answered 502.'};
    const lines = shown(80, 24, trades, {orders: {...failed, rows: [order(0)]}});
    expect(lines[1]).toBe(' Data 10m old: The service answered 502.');
  });
});
