import {describe, expect, it} from 'vitest';
import {nextExpiry} from '../../../src/account/portfolio/groups.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import type {PortfolioRows} from '../../../src/account/portfolio/rows.ts';
import type {EasyOption, EasyOptionCard} from '../../../src/api/wire/records.ts';
import {accountOf, easyOption, given, hour, noon, whole} from './account.ts';

const told = (sum: string, without = 0) => ({sum, without});
const portfolioFor = (lists: Parameters<typeof accountOf>[0]) => portfolioOf(accountOf(lists), given());

const card = (more: Partial<EasyOptionCard> = {}): EasyOptionCard => ({
  id: '7',
  type: 'TOUCH',
  underlying: 'ETH',
  direction: 'UP',
  targetPrice: '1',
  expiryDate: '2026-11-27T23:30:00-05:00',
  title: 'a card',
  ...more,
});

describe('Easy Options that are not over', () => {
  it('have at risk what is left of the investment, and nothing once sold', () => {
    const {currencies} = portfolioFor({
      easyOptions: [
        easyOption({investmentAmount: '40', pl: '-15.5'}),
        easyOption({investmentAmount: '10', pl: undefined}),
        easyOption({investmentAmount: '10', pl: '-12'}),
        easyOption({investmentAmount: undefined}),
      ],
    });
    expect(currencies[0]?.open.atRisk).toEqual(told('34.5', 1));
  });
});

it('the ladder of expiries takes as its next day the first one with something left to sell', () => {
  const sold = {status: 'TRIGGERED', plClosed: '5', closeTime: noon};
  const next = (...easyOptions: readonly Partial<EasyOption>[]) =>
    nextExpiry(
      portfolioFor({
        cards: [card({id: '7', expiryDate: '2026-11-22T08:00:00Z'}), card({id: '8'})],
        easyOptions: easyOptions.map(easyOption),
      }).expiries,
    )?.day;
  expect(next({cardId: '7', ...sold}, {cardId: '8'}, {cardId: '9'})).toBe('2026-11-28');
  expect(next({cardId: '7', ...sold}, {cardId: '7'}, {cardId: '8'})).toBe('2026-11-22');
  expect(next({cardId: '7', ...sold}, {cardId: '9'})).toBeUndefined();
});

describe('the portfolio', () => {
  it('is partial if a list has an unreadable row or is not complete', () => {
    const isPartial = (more: Partial<PortfolioRows>) =>
      portfolioOf({...accountOf({}), ...more}, given()).isPartial;
    expect(isPartial({})).toBe(false);
    expect(isPartial({cards: whole([], {isWhole: false})})).toBe(true);
  });

  it('is as old as its first requested list', () => {
    const rows = {...accountOf({}), orders: whole([], {began: {mono: 0, wall: noon - hour}})};
    expect(portfolioOf(rows, given()).asOf).toBe(noon - hour);
  });
});
