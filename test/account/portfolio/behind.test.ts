import {describe, expect, it} from 'vitest';
import {ownId} from '../../../src/account/model/rows.ts';
import {type Figure, rowsBehind} from '../../../src/account/portfolio/behind.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import {accountOf, day, easyOption, given, noon, trade} from './account.ts';

describe('the records behind a figure', () => {
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
