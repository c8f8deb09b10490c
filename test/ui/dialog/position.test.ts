import {describe, expect, it} from 'vitest';
import type {Trade} from '../../../src/api/wire/records.ts';
import {linesIn} from '../helpers/panel.ts';
import {filledDesk, order, trade} from '../helpers/sample.ts';
import {texts} from '../helpers/texts.ts';

const trades = [
  trade(0, {openPrice: '100', filledSizeContracts: '1'}),
  trade(2, {...trade(0), tradeId: '88003', tradeSide: 'SELL', openPrice: '140', filledSizeContracts: '0.4'}),
];

function shown(columns: number, rows: number, all: readonly Trade[] = trades): string[] {
  const positionId = '500';
  const overlay = {kind: 'position', positionId, orders: [order(0)], trades: all, fault: undefined} as const;
  const state = {...filledDesk(120, 40), overlay};
  return texts(linesIn(state, {columns, rows}));
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
    const lines = shown(100, 24, [trade(0), trade(1)]);
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

  it('shows how many trades its net covers if there may be more', () => {
    const many = Array.from({length: 100}, (_, index) => ({...trades[0], tradeId: String(index)}) as Trade);
    expect(shown(120, 24, many)[2]).toContain('(of the newest 100 trades)');
  });
});
