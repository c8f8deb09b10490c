import {describe, expect, it} from 'vitest';
import {openGains} from '../../../src/account/portfolio/groups.ts';
import {madeIn, netNotes, netsOf} from '../../../src/account/portfolio/made.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import {negate} from '../../../src/api/wire/decimal.ts';
import {gatesNow} from '../../../src/core/limits/decide.ts';
import {start} from '../../core/intents/attempts.ts';
import {knows, option, ordering, readOf, standing, trade} from '../../core/limits/account.ts';

const hour = 3_600_000;
const contract = {asset: 'BTC', type: 'CALL', strikePrice: '1', positionId: '9', fee: '1'};
const fill = (id: string, tradeSide: string, openPrice: string, hoursAgo: number, more = {}) =>
  trade(id, {
    ...{...contract, tradeSide, openPrice, filledSizeContracts: '1', expiryDate: start.wall + 1_000_000},
    ...{openDate: start.wall - hoursAgo * hour, ...more},
  });
const closed = (id: string, plClosed: string | undefined, fields = {}) =>
  option(id, {status: 'CLOSED', closeTime: start.wall - hour, plClosed, ...fields});

const todayOf = (read: ReturnType<typeof readOf>) => portfolioOf(read.rows, {now: start, zone: 'UTC'});

describe('the net result of today', () => {
  it('is what the daily loss limit counts, and the P/L of what is open', () => {
    const read = readOf({
      options: [
        option('1', {pl: '5'}),
        closed('2', '-9'),
        closed('3', '-40', {closeTime: start.wall - 30 * hour}),
      ],
      trades: [fill('1', 'BUY', '100', 30), fill('2', 'SELL', '60', 1)],
    });
    const {today} = todayOf(read);
    expect(today).toEqual([{currency: 'USDT', net: '-45', realized: '-50', open: '5'}]);
    const asked = knows({maxDayLoss: {each: '500'}}, ordering('1'), read);
    const [limit] = gatesNow(asked, standing()).losses;
    expect(limit?.loss).toBe(negate(today[0]?.realized ?? ''));
  });

  it('says that what is not known counts at its worst', () => {
    const expired = fill('1', 'BUY', '50', 30, {expiryDate: start.wall - 1});
    const worst = {isAtWorst: true, currency: 'USDT'};
    expect(todayOf(readOf({options: [closed('2', undefined)]})).today).toMatchObject([
      {...worst, realized: '-100'},
    ]);
    expect(todayOf(readOf({options: [option('1')], trades: [expired]})).today).toMatchObject([
      {...worst, realized: '-50'},
    ]);
  });

  it('says how many open Easy Options it lacks', () => {
    const options = [option('1', {pl: '5'}), option('4', {pl: undefined}), closed('2', '-9')];
    const [today] = todayOf(readOf({options})).today;
    expect(today).toMatchObject({net: '-4', unpriced: 1});
    expect(today && netNotes({...today, isAtWorst: true})).toEqual(['at worst', '1 unpriced']);
  });

  it('is of no currency that realized nothing today', () => {
    const {today, ...account} = todayOf(readOf({options: [option('1', {pl: '5'})]}));
    expect(today).toEqual([]);
    expect(openGains(account)).toMatchObject([{sum: '5'}]);
  });

  it('of a day that is over has nothing of another day, and nothing without a time', () => {
    const day = {
      easyOptions: [closed('2', '-9'), closed('3', '-40', {closeTime: undefined, openTime: undefined})],
      positions: todayOf(readOf({trades: [fill('1', 'BUY', '100', 30), fill('2', 'BUY', '60', 1)]}))
        .positions,
      now: start.wall,
    };
    const made = madeIn(day, start.wall - 48 * hour, start.wall - 20 * hour);
    expect(netsOf(made, [])).toEqual([{currency: 'USDT', net: '-1', realized: '-1', open: '0'}]);
  });
});
