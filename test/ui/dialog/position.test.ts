import {describe, expect, it} from 'vitest';
import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import {wholeList, wholeRows, withRead} from '../../helpers/whole.ts';
import {linesIn} from '../helpers/panel.ts';
import {filledDesk, order, trade} from '../helpers/sample.ts';
import {texts} from '../helpers/texts.ts';

const trades = [
  trade(0, {openPrice: '100', filledSizeContracts: '1'}),
  trade(2, {...trade(0), tradeId: '88003', tradeSide: 'SELL', openPrice: '140', filledSizeContracts: '0.4'}),
];

function shown(columns: number, rows: number, all = trades, changed: Partial<PortfolioRows> = {}) {
  const state = filledDesk(120, 40);
  const {orders, trades} = wholeRows({orders: [order(0)], trades: all.toReversed()}, state.now);
  const overlay = {kind: 'position', positionId: '500'} as const;
  const read = withRead(state, {orders, trades, ...changed});
  return texts(linesIn({...read, overlay}, {columns, rows}));
}

describe('a position', () => {
  it('shows its net at average cost, and what it has realized', () => {
    expect(shown(100, 24).join('\n')).toContain('Net +0.6 at 100, realized +16, fees 1.36875');
  });

  it('shows the contract of each trade if there are several, and no net', () => {
    const lines = shown(100, 24, [trade(0), trade(1, {positionId: '500'})]);
    expect(lines[0]).toBe(' Position #500');
    expect(lines.join('\n')).not.toContain('Net');
    expect(lines.join('\n')).toContain('BTC 90,500 PUT 27 NOV 26');
  });

  it('shows no net where older trades are not read, and since when they are', () => {
    const since = Date.UTC(2026, 9, 30);
    const {now} = filledDesk(120, 40);
    const lines = shown(80, 24, trades, wholeRows({trades}, now, since));
    expect(lines[1]).toBe(' Only trades since 2026-10-30: older ones are not read');
    expect(lines.join('\n')).not.toContain('Net');
  });

  it('says how old its records are while a list fails', () => {
    const {now} = filledDesk(120, 40);
    const began = {mono: now.mono - 601_000, wall: now.wall - 601_000};
    const orders = wholeList([order(0)], began, {fault: 'The service answered 502.'});
    const lines = shown(80, 24, trades, {orders});
    expect(lines[1]).toBe(' Data 10m old: The service answered 502.');
  });
});
