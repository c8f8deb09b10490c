import {describe, expect, it} from 'vitest';
import {payoffsIn} from '../../../src/account/portfolio/expiry-payoffs.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import type {EasyOption, Trade} from '../../../src/api/wire/records.ts';
import {cases} from '../../helpers/cases.ts';
import {type Chance, createChance} from '../../sim/chance.ts';
import {accountOf, day, easyOption, given, noon, trade} from './account.ts';

function payoffsOf(easyOptions: EasyOption[], trades: Trade[]) {
  const account = accountOf({easyOptions, trades});
  const rows = {...account, trades: {...account.trades, since: 0}};
  return payoffsIn({rows, positions: portfolioOf(rows, given()).positions, at: noon});
}

const expiryDate = noon + 5 * day;
const fill = (positionId: string, size: string, openPrice: string, more: Partial<Trade> = {}) =>
  trade({...{expiryDate, positionId, filledSizeContracts: size, openPrice, openDate: noon}, ...more});
const option = (positionId: string, qty: string, entryPrice: string, more: Partial<EasyOption> = {}) =>
  easyOption({type: 'UP_DOWN', positionId, qty, entryPrice, ...more});

describe('the payoff of what is held', () => {
  it('joins contracts and Easy Options of one underlying and expiry', () => {
    const [only, ...others] = payoffsOf(
      [option('1', '2', '100')],
      [
        fill('1', '2', '101'),
        fill('2', '1', '300', {strikePrice: '80000', tradeSide: 'SELL'}),
        fill('3', '1', '5', {asset: 'ETH'}),
        fill('4', '1', '5', {expiryDate: noon - 1}),
      ],
    );
    expect(only).toMatchObject({
      ...{asset: 'BTC', expiry: expiryDate, notDrawn: []},
      legs: [
        {of: 'position', id: '2', type: 'CALL', strike: '80000', size: '-1', price: '300'},
        {of: 'easyOption', type: 'CALL', strike: '75000', size: '2', price: '100'},
      ],
      payoff: {breakEvens: [], maxLoss: '0', maxGain: undefined},
    });
    expect(others.map(({asset}) => asset)).toEqual(['ETH']);
  });

  it.each<[string, EasyOption, Trade[]]>([
    ['may be sold at a trigger', option('1', '2', '9', {type: 'TOUCH'}), [fill('1', '2', '9')]],
    ['has no trade', option('1', '2', '9'), []],
    ['has another quantity than its trades', option('1', '3', '9'), [fill('1', '2', '9')]],
    ['has no entry price', option('1', '2', '9', {entryPrice: undefined}), [fill('1', '2', '9')]],
  ])('lists an Easy Option as not drawn if it %s', (_, each, trades) => {
    expect(payoffsOf([each], trades)).toMatchObject([
      {legs: [], payoff: undefined, notDrawn: [{of: 'easyOption', id: each.id}]},
    ]);
  });

  it('lists a position with an unknown trade as not drawn', () => {
    const trades = [fill('1', '2', '9'), fill('1', '1', '9', {openPrice: undefined})];
    expect(payoffsOf([], trades)).toMatchObject([{legs: [], notDrawn: [{of: 'position', id: '1'}]}]);
  });
});

/** Strikes and premiums are whole, so that the line is straight between two whole prices. */
function accountOfChance(chance: Chance) {
  const types = ['CALL', 'PUT'] as const;
  const contracts = Array.from({length: chance.from(1, 6)}, (_, index) => ({
    ...{type: chance.pick(types), strikePrice: String(chance.from(1, 60)), positionId: String(index)},
    ...{openPrice: String(chance.from(1, 20)), isOption: chance.is(0.4)},
  }));
  const trades = contracts.flatMap(({isOption, ...contract}) =>
    Array.from({length: isOption ? 1 : chance.from(1, 4)}, () =>
      trade({
        ...{...contract, expiryDate, openDate: noon - chance.from(0, 99)},
        tradeSide: isOption ? 'BUY' : chance.pick(['BUY', 'SELL']),
        filledSizeContracts: `${chance.from(0, 3)}.${chance.from(1, 9)}`,
      }),
    ),
  );
  const easyOptions = contracts.flatMap(({isOption, positionId, openPrice}) => {
    const [own] = trades.filter(each => each.positionId === positionId);
    return isOption ? [option(positionId, own?.filledSizeContracts ?? '', openPrice)] : [];
  });
  return {trades, easyOptions};
}

const tenths = (size = '') => Number(size.replace('.', ''));

/** In tenths, at a whole price, from the raw trades: each contract was dealt at one price. */
function profitByHand(trades: readonly Trade[], price: number): number {
  return trades.reduce((total, {type, strikePrice, openPrice, filledSizeContracts, tradeSide}) => {
    const worth = Math.max(0, type === 'PUT' ? Number(strikePrice) - price : price - Number(strikePrice));
    const size = tenths(filledSizeContracts) * (tradeSide === 'BUY' ? 1 : -1);
    return total + size * (worth - Number(openPrice));
  }, 0);
}

describe('payoffs of random accounts', () => {
  it('are those that an independent computation over the raw lists gives', () => {
    const far = 1_000_000;
    for (let seed = 1; seed <= cases(1_000, 20_000); seed++) {
      const {trades, easyOptions} = accountOfChance(createChance(seed));
      const [found] = payoffsOf(easyOptions, trades);
      const nets = Map.groupBy(trades, ({positionId}) => positionId);
      const held = [...nets.values()].filter(each => {
        const sizes = each.map(
          ({tradeSide, filledSizeContracts: size}) => (tradeSide === 'BUY' ? 1 : -1) * tenths(size),
        );
        return sizes.reduce((sum, size) => sum + size, 0) !== 0;
      });
      if (held.length === 0) continue;
      const at = (price: number) => profitByHand(held.flat(), price);
      const line = Array.from({length: 61}, (_, price) => at(price));
      const slope = at(far + 1) - at(far);
      const told = found?.payoff;
      const scaled = (value: string | undefined) => value && Math.round(Number(value) * 10);
      expect([scaled(told?.maxLoss), scaled(told?.maxGain)], `seed ${seed}`).toEqual([
        slope < 0 ? undefined : Math.abs(Math.min(0, ...line)),
        slope > 0 ? undefined : Math.max(0, ...line),
      ]);
      const crossings = line.flatMap((pl, price): [number, number][] => {
        const next = line[price + 1] ?? at(far);
        if (pl === 0) return [[price, price]];
        return next !== 0 && pl < 0 !== next < 0 ? [[price, price === 60 ? far : price + 1]] : [];
      });
      const evens = told?.breakEvens.map(Number) ?? [];
      // Flat stretches of 0 have their corners only.
      const kept = crossings.filter(([from, to]) => evens.some(each => each >= from && each <= to));
      expect(
        evens.every(each => kept.some(([from, to]) => each >= from && each <= to)),
        `seed ${seed}`,
      ).toBe(true);
      const isFlat = (price: number) => line[price] === 0 && line[price - 1] === 0 && line[price + 1] === 0;
      expect(
        crossings.filter(each => !kept.includes(each)).every(([from]) => isFlat(from)),
        `seed ${seed}`,
      ).toBe(true);
      expect(Number(told?.slope), `seed ${seed}`).toBe(slope / 10);
    }
  });
});
