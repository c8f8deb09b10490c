import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {EasyOption} from '../../../src/api/wire/records.ts';
import {type AccountPortfolio, portfolioOf} from '../../../src/desk/portfolio/portfolio.ts';
import {accountOf, day, given, noon} from './account.ts';

const option = fc.record({
  id: fc.constant('1'),
  status: fc.constantFrom('PENDING', 'ACTIVE', 'CLOSED', 'EXPIRED', undefined),
  investmentAmount: fc.constantFrom('1', '0.30', '99.999999', undefined),
  investmentCurrency: fc.constantFrom('USDT', 'BTC', undefined),
  pl: fc.constantFrom('1', '-2.5', '0.000001', 'n/a', undefined),
  plClosed: fc.constantFrom('1', '-2.5', '0', undefined),
  fee: fc.constantFrom('0.5', undefined),
  cardId: fc.constantFrom('1', '2', undefined),
  closeTime: fc.option(fc.integer({min: noon - 33 * day, max: noon + day}), {nil: undefined}),
});

/** Lists one after another: rows stay, go, come anywhere and change their places. */
const lists = fc.array(option, {minLength: 1, maxLength: 30}).chain(pool => {
  const list = fc.shuffledSubarray(pool);
  const slid = fc.tuple(fc.nat(pool.length), fc.nat(pool.length)).map(([from, to]) => pool.slice(from, to));
  return fc.array(fc.oneof(list, slid, fc.subarray(pool)), {minLength: 2, maxLength: 6});
});

const card = {id: '1', type: 'TOUCH', underlying: 'ETH', direction: 'UP', targetPrice: '1', title: 'a card'};
const cards = [[], [{...card, expiryDate: '2026-11-27T08:00:00Z'}], [{...card, expiryDate: 'soon'}]];

describe('a list that changed', () => {
  it('gives the same figures as a full new sum', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(2), {minLength: 6, maxLength: 6}), (each, cardsOf) => {
        let portfolio: AccountPortfolio | undefined;
        each.forEach((easyOptions: readonly EasyOption[], at) => {
          const rows = accountOf({easyOptions, cards: cards[cardsOf[at] ?? 0] ?? []});
          const when = given(noon + Math.floor(at / 3) * day);
          portfolio = portfolioOf(rows, when, portfolio);
          expect(portfolio).toEqual(portfolioOf(rows, when));
        });
      }),
    );
  });
});
