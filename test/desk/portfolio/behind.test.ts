import {describe, expect, it} from 'vitest';
import {ownId} from '../../../src/desk/model/rows.ts';
import {type Figure, rowsBehind} from '../../../src/desk/portfolio/behind.ts';
import {portfolioOf} from '../../../src/desk/portfolio/portfolio.ts';
import {createChance} from '../../sim/chance.ts';
import {accountOf, day, easyOption, given, noon, trade} from './account.ts';
import {accountOfSeed, type Seen} from './proof/accounts.ts';
import {withOddities} from './proof/oddities.ts';

/** Every figure that a portfolio tells, with the count that it tells. */
function countsIn(rows: Seen['rows'], now: number): (readonly [Figure, number])[] {
  const {currencies, expiries, underlyings, orders, tradeFees, positions} = portfolioOf(rows, given(now));
  const spans = ['today', 'days7', 'days30', 'unknown', 'later'] as const;
  const roles = ['maker', 'taker', 'unknown'] as const;
  return [
    ...currencies.flatMap(({currency, open, states, closed, fees}) => [
      [{of: 'open', currency}, open.count] as const,
      [{of: 'fees', currency}, fees.count] as const,
      ...[...states].map(([status, {count}]) => [{of: 'state', currency, status}, count] as const),
      ...spans.map(span => [{of: 'closed', currency, span}, closed[span].count] as const),
      ...closed.byDay.map(
        ({day: name, closed: {count}}) => [{of: 'closedOn', currency, day: name}, count] as const,
      ),
    ]),
    ...expiries.map(each => [{of: 'expiry', day: each.day}, each.count] as const),
    ...underlyings.map(({asset, count}) => [{of: 'underlying', asset}, count] as const),
    ...orders.map(({side, count}) => [{of: 'orders', side}, count] as const),
    ...roles.map(role => [{of: 'tradeFees', role}, tradeFees[role].count] as const),
    ...positions.map(({id, trades, ...contract}) => [{of: 'position', id, contract}, trades.length] as const),
  ];
}

describe('the records behind a figure', () => {
  it('are as many as the figure counts, for accounts that traded and for odd ones', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const seen = [...accountOfSeed(seed)].at(-1);
      if (seen === undefined) continue;
      const odd = withOddities(seen.rows, createChance(seed), 0.5, seen.now);
      for (const rows of [seen.rows, odd]) {
        const {days} = portfolioOf(rows, given(seen.now));
        for (const [figure, count] of countsIn(rows, seen.now))
          expect([seed, figure, rowsBehind(rows, figure, days).rows.length]).toEqual([seed, figure, count]);
      }
    }
  });

  it('are the records of that figure', () => {
    const [one, other, late] = [
      easyOption({positionId: '5'}),
      easyOption(),
      easyOption({status: 'CLOSED', plClosed: '1', closeTime: noon - 2 * day}),
    ];
    const rows = accountOf({easyOptions: [one, other, late], trades: [trade({positionId: '5'})]});
    const {days} = portfolioOf(rows, given());
    const idsBehind = (figure: Figure) => {
      const {pane, rows: behind} = rowsBehind(rows, figure, days);
      return behind.map(row => ownId(pane, row));
    };
    expect(idsBehind({of: 'expiry', day: '2026-11-27'})).toEqual([one?.id]);
    expect(idsBehind({of: 'expiry', day: undefined})).toEqual([other?.id]);
    expect(idsBehind({of: 'closed', currency: 'USDT', span: 'days7'})).toEqual([late?.id]);
    expect(idsBehind({of: 'closed', currency: 'USDT', span: 'today'})).toEqual([]);
    expect(idsBehind({of: 'closedOn', currency: 'USDT', day: '2026-11-20'})).toEqual([late?.id]);
  });
});
