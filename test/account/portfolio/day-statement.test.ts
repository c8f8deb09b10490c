import {describe, expect, it} from 'vitest';
import {dayOf} from '../../../src/account/portfolio/day-statement.ts';
import {dayNow, daySpan} from '../../../src/account/portfolio/days.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import type {EasyOption, Trade} from '../../../src/api/wire/records.ts';
import {accountOf, closed, day, easyOption, given, hour, noon, trade} from './account.ts';

const today = {from: noon - 12 * hour, to: noon + 12 * hour};
const fill = (tradeId: string, tradeSide: string, openPrice: string, more: Partial<Trade> = {}) =>
  trade({tradeId, orderId: tradeId, tradeSide, openPrice, openDate: noon, positionId: '9', ...more});

function statement(trades: Trade[], easyOptions: EasyOption[] = []) {
  const rows = accountOf({trades, easyOptions});
  const {positions, serviceTime} = portfolioOf(rows, given());
  return dayOf({rows, positions, serviceTime}, today);
}

describe('the statement of a day', () => {
  it('has what each contract realized on the day, with its fees', () => {
    const before = fill('1', 'BUY', '10', {openDate: noon - day, filledSizeContracts: '2'});
    const {contracts, fees} = statement([
      before,
      fill('2', 'SELL', '15'),
      fill('3', 'SELL', '8', {openDate: noon + day}),
    ]);
    expect(contracts).toMatchObject([{fills: 1, realizedPl: '5', fees: '0.1'}]);
    expect(fees).toEqual({sum: '0.1', without: 0});
  });

  it('has the positions that expired on the day without a settlement', () => {
    const bought = (tradeId: string, expiryDate: number, tradeSide = 'BUY') =>
      fill(tradeId, tradeSide, '10', {expiryDate, openDate: noon - day});
    const {contracts} = statement([
      bought('1', noon - hour),
      bought('2', noon + hour),
      bought('3', noon - day),
      bought('4', noon - 2 * hour),
      fill('5', 'SELL', '12', {expiryDate: noon - 2 * hour, openDate: noon - 3 * hour}),
    ]);
    expect(
      contracts.map(({position, ...each}) => [
        position.expiry,
        each.fills,
        each.realizedPl,
        each.isUnsettled,
      ]),
    ).toEqual([
      [noon - hour, 0, '0', true],
      [noon - 2 * hour, 1, '2', false],
    ]);
  });

  it('has the Easy Options that ended on the day', () => {
    const ended = [closed('3', noon), closed('4', noon - day), closed('5', undefined)];
    expect(statement([], ended).easyOptions).toEqual([ended[0]]);
  });

  it('has fills in order, each once', () => {
    const option = easyOption({orderId: '3', positionId: '7'});
    const {fills} = statement(
      [
        fill('2', 'SELL', '9', {openDate: noon + 1}),
        fill('1', 'BUY', '12', {filledSizeContracts: '2'}),
        fill('3', 'BUY', '5', {openDate: noon + 2, positionId: '7'}),
        fill('4', 'BUY', '5', {openDate: noon + 3}),
        fill('4', 'BUY', '5', {openDate: noon + 3}),
      ],
      [option],
    );
    expect(fills.map(each => [each.trade.tradeId, each.realizedPl, each.easyOptionId])).toEqual([
      ['1', '0', undefined],
      ['2', '-3', undefined],
      ['3', undefined, option.id],
      ['4', '0', undefined],
    ]);
  });
});

describe('the day of a zone', () => {
  it('is the same for the Portfolio and for a date, also where the clock changes', () => {
    const zone = 'America/New_York';
    for (const name of ['2026-11-01', '2026-03-08', '2026-11-22', '2024-02-29']) {
      const span = daySpan(name, zone);
      expect(dayNow((span?.to ?? 0) - 1, zone)).toEqual({...span, zone});
    }
    const hours = (name: string) => {
      const {from, to} = daySpan(name, zone) ?? {from: 0, to: 0};
      return (to - from) / hour;
    };
    expect(['2026-11-01', '2026-03-08', '2026-11-22'].map(hours)).toEqual([25, 23, 24]);
  });

  it('exists for dates alone', () => {
    expect(['2026-11-31', 'today', '2026-1-1', ''].map(name => daySpan(name, 'UTC'))).toEqual(
      Array.from({length: 4}),
    );
  });
});
