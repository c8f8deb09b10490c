import {beforeEach, describe, expect, it} from 'vitest';
import {cardFields} from '../../../src/api/wire/records.ts';
import {startTrader, type Trader} from './trader.ts';

let trader: Trader;
beforeEach(async () => {
  trader = await startTrader();
  return () => trader.paper.close();
});

describe('cards', () => {
  it('are a plain array of forty with all documented fields', async () => {
    const list = await trader.cards();
    expect(list).toHaveLength(40);
    const touch = list.find((card: {type: string}) => card.type === 'TOUCH');
    expect(Object.keys(touch).toSorted()).toEqual([...cardFields].toSorted());
    expect(list.some((card: {active: boolean}) => !card.active)).toBe(true);
  });

  it.each([
    ['?type=TOUCH', 20],
    ['?direction=UP', 20],
    ['?underlying=BTC', 8],
    ['?underlyingContains=t', 16],
    ['?titleContains=TOUCHES', 20],
    ['?search=doge', 8],
    ['?active=false', 5],
    ['?type=TOUCH&direction=DOWN&underlying=XRP', 2],
    ['?pageSize=15', 15],
    ['?pageSize=15&pageNumber=2', 10],
    ['?pageSize=15&pageNumber=3', 0],
    ['?wl=1', 40],
    ['?underlying=btc', 0],
  ])('are filtered and paged by %s', async (query, count) => {
    expect(await trader.cards(query)).toHaveLength(count);
  });

  it('are sorted by any field, in both directions', async () => {
    for (const field of cardFields) {
      const up = await trader.cards(`?sortByField=${field}&sortByDirection=ASC`);
      const down = await trader.cards(`?sortByField=${field}&sortByDirection=DESC`);
      expect(up).toHaveLength(40);
      const values = up
        .map((card: Record<string, unknown>) => card[field])
        .filter((value: unknown) => value !== undefined);
      const [first, last] = [values[0], values.at(-1)];
      expect(first <= last, field).toBe(true);
      expect(down[0][field]).toEqual(last);
    }
  });
});
