import {describe, expect, it} from 'vitest';
import type {Limits} from '../../../src/account/model/vocabulary.ts';
import {ownZone} from '../../../src/account/portfolio/days.ts';
import {ownClock} from '../../../src/account/words/times.ts';
import {measuresNow, whyBeyond} from '../../../src/core/limits/decide.ts';
import type {Load} from '../../../src/core/limits/measures.ts';
import type {AccountStanding, SeenAccount} from '../../../src/core/limits/pending.ts';
import {usedWords} from '../../../src/core/limits/words.ts';
import {later, start} from '../intents/attempts.ts';
import {
  card,
  knows,
  opening,
  option,
  order,
  ordering,
  pending,
  type Records,
  readOf,
  readOn,
  standing,
  trade,
} from './account.ts';

/** Why an account that stands so refuses what is added; `passes` if it does not. */
function verdict(
  limits: Partial<Limits>,
  records: Records,
  added: Load,
  of: Partial<AccountStanding> = {},
): string {
  return whyBeyond(knows(limits, added, readOf(records)), standing(of)) ?? 'passes';
}

const investment = (each: string) => ({maxOpenInvestment: {each}});

describe('the open investment', () => {
  it('includes what was requested and the new request, to the last digit', () => {
    const records = {options: [option('1', {investmentAmount: '4600'})]};
    const of = {pending: [pending({load: opening('100')}), pending({intentId: 'i2', load: opening('50')})]};
    const at = (amount: string) => verdict(investment('5000'), records, opening(amount), of);
    expect(at('250')).toBe('passes');
    expect(at('250.000000000000000001')).toBe(
      'Open investment would be up to 5,000.000000000000000001 of 5,000 USDT: 4,600 open, 150 pending, ' +
        '250.000000000000000001 now. ' +
        '4,600 is known: the rest is in doubt. Resolve what is UNKNOWN, or wait for its answer.',
    );
  });

  it('counts every state that is not final, also an undocumented one', () => {
    const states = ['PENDING', 'ACTIVE', 'TRIGGERED', 'CLOSING', 'CLOSED', 'EXPIRED', 'SUSPENDED', undefined];
    const options = states.map((status, index) => option(String(index), {status}));
    const count = {maxOpenCount: 6};
    expect(verdict(count, {options}, opening('1'))).toBe(
      'Open Easy Options would be 7 of 6: 6 open, 1 now. 0 left: close or cancel for more.',
    );
    expect(verdict({maxOpenCount: 7}, {options}, opening('1'))).toBe('passes');
    expect(verdict(count, {options}, ordering('1'))).toBe('passes');
  });

  it('counts a TRIGGERED one until it is sold', () => {
    const triggered = option('1', {status: 'TRIGGERED', closeTime: 1});
    expect(verdict({maxOpenCount: 1}, {options: [triggered]}, opening('1'))).not.toBe('passes');
    expect(verdict({maxOpenCount: 1}, {options: [{...triggered, plClosed: '5'}]}, opening('1'))).toBe(
      'passes',
    );
  });

  it('counts each currency separately, and a record without a currency in every one', () => {
    const options = [
      option('1', {investmentAmount: '90', investmentCurrency: 'EUR'}),
      option('2', {investmentAmount: '10', investmentCurrency: 'USDT'}),
    ];
    const added = (currency: string | undefined) =>
      verdict(investment('100'), {options}, opening('20', {currency}));
    expect(added('USDT')).toBe('passes');
    expect(added('EUR')).toContain('would be 110 of 100 EUR');
    expect(added(undefined)).toContain('would be 110 of 100 EUR');
    const unknown = [option('3', {investmentAmount: '95', investmentCurrency: undefined})];
    expect(verdict(investment('100'), {options: unknown}, opening('20'))).toContain('115 of 100 USDT');
    expect(verdict(investment('100'), {}, opening('101', {currency: undefined}))).toContain('101 of 100:');
  });

  it('allows only the currencies that a table of limits names', () => {
    const limits = {maxOpenInvestment: {USDT: '50', EUR: '10'}};
    expect(verdict(limits, {}, opening('50'))).toBe('passes');
    expect(verdict(limits, {}, opening('1', {currency: 'BTC'}))).toContain('would be 1 of 0 BTC');
    expect(verdict(limits, {}, opening('20', {currency: undefined}))).toContain('would be 20 of 10 EUR');
  });

  it('counts by the underlying of cards and orders, and a record without one in every underlying', () => {
    const records = {
      options: [option('1'), option('2', {cardId: '8'}), option('3', {cardId: '9'})],
      cards: [card('7', 'BTC'), card('8', 'ETH')],
      orders: [order('5', {asset: 'ETH'})],
    };
    const limits = {underlyings: {BTC: {maxOpenInvestment: {each: '220'}, maxOpenNotional: '40'}}};
    expect(verdict(limits, records, opening('30', {underlying: 'ETH'}))).toBe('passes');
    expect(verdict(limits, records, opening('30'))).toContain(
      'Open investment in BTC would be 230 of 220 USDT: 200 open, 30 now.',
    );
    expect(verdict(limits, records, opening('30', {underlying: undefined}))).toContain('in BTC');
    expect(verdict(limits, records, ordering('40'))).toBe('passes');
    expect(verdict(limits, records, ordering('41', {underlying: undefined}))).toContain(
      'Open notional in BTC would be 41 of 40: 0 open, 41 now.',
    );
  });

  it('blocks new risk if a record lacks a value that the limit needs', () => {
    const noAmount = {options: [option('1', {investmentAmount: undefined})]};
    expect(verdict(investment('5000'), noAmount, opening('1'))).toContain(
      'Easy Option #1 has no investment amount.',
    );
    expect(verdict({maxOpenCount: 5}, noAmount, opening('1'))).toBe('passes');
    const noPrice = {orders: [order('5', {price: undefined})]};
    expect(verdict({maxOpenNotional: '500'}, noPrice, ordering('1'))).toBe(
      'Order #5 has no price or size. The limit cannot be checked. Reducing orders pass: close a position.',
    );
    expect(verdict(investment('5000'), noPrice, opening('1'))).toBe('passes');
  });

  it('blocks an order if older trades are not read: what they opened may be open still', () => {
    const read = readOf({});
    const rows = {...read.rows, trades: {...read.rows.trades, since: start.wall}};
    const why = (limits: Partial<Limits>, added: Load) =>
      whyBeyond(knows(limits, added, {...read, rows}), standing());
    expect(why({maxOpenNotional: '500'}, ordering('1'))).toMatch(
      /^Trades before \S+ are not read\. The limit/,
    );
    expect(why({maxOpenNotional: '500'}, opening('1'))).toBeUndefined();
    expect(why(investment('5000'), ordering('1'))).toBeUndefined();
  });

  it('counts the unfilled part of an order, and the whole order if its size may not be in contracts', () => {
    const fills = [trade('1', {orderId: '5', filledSizeContracts: '4', tradeSide: 'SELL', positionId: '2'})];
    const notional = (fields: object) => {
      const records = {orders: [order('5', fields)], trades: fills};
      return verdict({maxOpenNotional: '1'}, records, ordering('1'));
    };
    // One contract of five is left at 10; the four that filled are open themselves.
    expect(notional({})).toContain('would be 51 of 1: 50 open');
    expect(notional({sizeContracts: '7'})).toContain('would be 91 of 1: 90 open');
    expect(notional({sizeContracts: undefined})).toContain('would be 91 of 1: 90 open');
  });
});

describe('fills', () => {
  const open = (...trades: readonly Parameters<typeof trade>[1][]) => {
    const records = {trades: trades.map((fields, index) => trade(String(index), fields))};
    const [, notional] = /: (.*) open/.exec(verdict({maxOpenNotional: '0'}, records, ordering('1'))) ?? [];
    return notional;
  };

  it('stay open until the other side of the same contract and position nets them, at their average cost', () => {
    expect(open({})).toBe('50');
    expect(open({}, {tradeSide: 'SELL', filledSizeContracts: '3'})).toBe('20');
    expect(open({}, {openPrice: '20'}, {tradeSide: 'SELL', filledSizeContracts: '6'})).toBe('60');
    expect(open({}, {tradeSide: 'SELL', filledSizeContracts: '8', openPrice: '9'})).toBe('27');
  });

  it('net nothing for another contract, for another position, or without a position or side', () => {
    const sold = {tradeSide: 'SELL'};
    expect(open({}, {...sold, strikePrice: '80000'})).toBe('100');
    expect(open({}, {...sold, positionId: '2'})).toBe('100');
    expect(open({}, {...sold, positionId: undefined})).toBe('100');
    expect(open({}, {tradeSide: undefined})).toBe('100');
  });

  it('end with their option, within the possible clock difference', () => {
    expect(open({expiryDate: start.wall - 299_000})).toBe('50');
    expect(open({expiryDate: start.wall - 301_000})).toBe('0');
    expect(open({expiryDate: undefined})).toBe('50');
  });

  it('count at the limit price of their order if they have no price or size, else block orders', () => {
    const trades = [trade('1', {orderId: '5', openPrice: undefined})];
    expect(verdict({maxOpenNotional: '10'}, {trades}, ordering('1'))).toContain(
      'Trade #1 and its order have no price or size.',
    );
    expect(verdict({maxOpenNotional: '10'}, {trades}, opening('1'))).toBe('passes');
    // What is left of the order, and all of it once more for the fill.
    const listed = {trades, orders: [order('5')]};
    expect(verdict({maxOpenNotional: '1'}, listed, ordering('1'))).toContain('50 open');
    const placed = new Map([['5', {price: '4', size: '2'}]]);
    const asked = {...knows({maxOpenNotional: '1'}, ordering('1'), readOf({trades})), placed};
    expect(whyBeyond(asked, standing())).toContain('would be 9 of 1: 8 open, 1 now.');
  });

  it('count for a MARKET order too, unless an Easy Option names it or the order sells one', () => {
    const options = [option('1', {orderId: 'x', optionSymbol: 'BTC-C'})];
    const worth = (fields: object) => {
      const orders = [order('5', {orderType: 'MARKET', ...fields})];
      return verdict({maxOpenNotional: '0'}, {options, orders}, ordering('1'));
    };
    expect(worth({})).toContain('50 open');
    expect(worth({side: 'SELL', symbol: 'BTC-P'})).toContain('50 open');
    expect(worth({orderType: 'LIMIT', side: 'SELL'})).toContain('50 open');
    expect(worth({orderId: 'x'})).toContain(': 0 open');
    expect(worth({side: 'SELL'})).toContain(': 0 open');
  });

  it('of an Easy Option count by its investment, and its close nets nothing of an order', () => {
    const options = [option('1', {orderId: 'x', positionId: '9', qty: '5'})];
    const bought = trade('1', {orderId: 'x', positionId: '9'});
    const closed = trade('2', {positionId: '9', tradeSide: 'SELL'});
    const own = trade('3', {positionId: '3', filledSizeContracts: '1'});
    const notional = (...trades: ReturnType<typeof trade>[]) =>
      /: (.*) open/.exec(verdict({maxOpenNotional: '0'}, {options, trades}, ordering('1')))?.[1];
    expect(notional(bought)).toBe('0');
    expect(notional(bought, closed)).toBe('0');
    expect(notional(bought, closed, own)).toBe('10');
    expect(notional(bought, {...closed, filledSizeContracts: '7'})).toBe('20');
    expect(notional(bought, {...closed, tradeSide: 'BUY'})).toBe('50');
  });
});

describe('a requested write', () => {
  const opened = pending({isEnded: true, recordId: '1'});
  const seen = {ended: [opened]};
  const weighs = (of: ReturnType<typeof pending>, read = readOf({})) => {
    const [measure] = measuresNow(knows(investment('5000'), opening('1'), read), standing({pending: [of]}));
    return measure?.pending !== '0';
  };

  it('counts until it has ended, even if a read shows its record', () => {
    expect(weighs(pending())).toBe(true);
    expect(weighs(pending({recordId: '1'}), readOf({options: [option('1')]}))).toBe(true);
  });

  it('counts after it is accepted until a complete read shows its record, which then counts instead', () => {
    expect(weighs(opened)).toBe(true);
    expect(weighs(opened, readOf({}, seen))).toBe(true);
    expect(weighs(opened, readOf({options: [option('1')]}))).toBe(false);
    expect(weighs(opened, readOf({options: [option('1', {status: 'CLOSED'})]}, seen))).toBe(false);
  });

  it('counts until a read that began a lag after its end does not list it, as an order for one more lag', () => {
    for (const recordId of ['1', undefined]) {
      const of = {...opened, recordId};
      const first = readOf({}, {ended: [of]});
      expect(weighs(of, readOn(first, [[118, {}]]))).toBe(true);
      expect(weighs(of, readOn(first, [[119, {}]]))).toBe(false);
      // An order may have filled just before, and its trades lag too.
      const placed = {...of, makes: 'order', size: '5'} as const;
      const missed = readOn(first, [[119, {}]]);
      expect(weighs(placed, readOn(missed, [[238, {}]]))).toBe(true);
      expect(weighs(placed, readOn(missed, [[239, {}]]))).toBe(false);
      // A process that has not learned of the end has no read from after it.
      expect(weighs(of, readOn(readOf({}), [[1_000, {}]]))).toBe(true);
    }
  });

  it('counts for an order that is neither listed nor filled, as long as lists may lag', () => {
    const placed = pending({makes: 'order', size: '5', load: opening('100'), isEnded: true, recordId: '1'});
    const filled = trade('1', {orderId: '1'});
    const first = readOf({}, {ended: [placed]});
    expect(weighs(placed, readOf({orders: [order('1')]}))).toBe(false);
    expect(weighs(placed, readOf({trades: [filled]}))).toBe(false);
    expect(weighs(placed, readOf({trades: [{...filled, filledSizeContracts: '4'}]}))).toBe(true);
    expect(weighs(placed, first)).toBe(true);
    // Gone from the list it is weighed itself for as long as lists may lag, and not a second time.
    const gone = readOn(first, [
      [60, {orders: [order('1')]}],
      [119, {}],
    ]);
    expect(weighs(placed, gone)).toBe(false);
    const both = knows({maxOpenNotional: '1000'}, ordering('1'), gone);
    const of = standing({pending: [{...placed, load: ordering('50')}]});
    expect(measuresNow(both, of)[0]).toMatchObject({open: '0', left: '50', pending: '0'});
    const later = readOn(gone, [[239, {}]]);
    expect(weighs(placed, later)).toBe(false);
    expect(measuresNow({...both, read: later}, of)[0]).toMatchObject({open: '0', left: '0', pending: '0'});
  });
});

describe('a limit that counts a worst case', () => {
  const clock = (at: number) => `${(at - start.wall) / 1_000} s`;
  const words = (of: ReturnType<typeof pending>, read: SeenAccount, limit = '1000') => {
    const asked = knows({maxOpenNotional: limit}, ordering('60'), read);
    const [measure] = measuresNow(asked, standing({pending: [of]}));
    return {used: measure && usedWords(measure, clock), why: whyBeyond(asked, standing({pending: [of]}))};
  };
  const load = ordering('100');
  const placed = pending({makes: 'order', size: '5', isEnded: true, recordId: '1', load});
  const read = readOf({orders: [order('5')]}, {ended: [placed]});

  it('says what is known, what it may be at most, and until when', () => {
    // Twice the lag, and each time until the next read.
    expect(words(placed, read).used).toBe('notional: 850 left of 1,000, 50 known, up to 150 until 299 s');
    expect(words({...placed, isEnded: false}, read).used).toBe(
      'notional: 850 left of 1,000, 50 known, up to 150 until no write is in doubt',
    );
    const missed = readOn(read, [[130, {orders: [order('5')]}]]);
    expect(words(placed, missed).used).toBe('notional: 850 left of 1,000, 50 known, up to 150 until 280 s');
    const rarely = readOn(read, [[148, {orders: [order('5')]}]]);
    expect(words(placed, rarely).used).toMatch(/up to 150 until 298 s$/);
    expect(words(placed, readOn(rarely, [[297, {orders: [order('5')]}]])).used).toMatch(/, 50 used$/);
    const seen = readOn(missed, [[250, {orders: [order('5')]}]]);
    expect(words(placed, seen).used).toBe('notional: 950 left of 1,000, 50 used');
  });

  it('refuses by it with the time after which it passes, and says nothing of closing', () => {
    const {why} = words(placed, read, '120');
    expect(why).toMatch(
      /^Open notional would be up to 210 of 120: 50 open, 100 pending, 60 now\. Only 50 is known/,
    );
    expect(why).toMatch(/the reads show the rest by [\d:]{8}\. Try again then\.$/);
    expect(words(placed, read, '105').why).toMatch(/ 0 left: close or cancel for more\.$/);
  });
});

describe('an order that left the list', () => {
  const limits = {maxOpenNotional: '60'};
  const listed = readOf({orders: [order('5')]});

  it('counts until its fills are visible or lists can no longer lag', () => {
    const why = (read: typeof listed) => whyBeyond(knows(limits, ordering('20'), read), standing());
    expect(why(listed)).toContain('50 open');
    const gone = readOn(listed, [[10, {}]]);
    const end = ownClock(start.wall + 160_000);
    const some =
      'Open notional would be up to 70 of 60: 0 open, 50 off the list, may have filled, 20 now. ' +
      `Only 0 is known to be open: the reads show the rest by ${end}. Try again then.`;
    expect(why(gone)).toBe(some);
    expect(why(readOn(gone, [[129, {}]]))).toBe(some);
    expect(why(readOn(gone, [[130, {}]]))).toBeUndefined();
    const filled = {trades: [trade('1', {orderId: '5', filledSizeContracts: '5', openPrice: '4'})]};
    expect(why(readOn(gone, [[20, filled]]))).toBeUndefined();
  });

  it('counts as long as lists may lag by the settings, at most one hour', () => {
    const slow = readOn({...listed, lagMs: 3_600_000}, [
      [10, {}],
      [3_609, {}],
    ]);
    const why = (read: typeof listed) => whyBeyond(knows(limits, ordering('20'), read), standing());
    expect(why(slow)).toContain('50 off the list');
    expect(why(readOn(slow, [[3_610, {}]]))).toBeUndefined();
  });

  it('counts for one more read if lists do not lag, because they are read one after another', () => {
    const gone = readOn({...listed, lagMs: 0}, [[10, {}]]);
    expect(whyBeyond(knows(limits, ordering('20'), gone), standing())).toContain('50 off the list');
    const once = readOn(gone, [[20, {}]]);
    expect(whyBeyond(knows(limits, ordering('20'), once), standing())).toBeUndefined();
  });
});

describe('a complete read', () => {
  it('is required, and must not be old', () => {
    const read = readOf({});
    const asked = knows(investment('5000'), opening('1'), undefined);
    expect(whyBeyond(asked, standing())).toBe('Not yet: the account is being read. Retry in a few seconds.');
    const at = (ms: number) =>
      whyBeyond({...knows(investment('5000'), opening('1'), read), now: later(ms)}, standing());
    expect(at(30_000)).toBeUndefined();
    const old = 'Not now: this needs a newer read of the account, the last is 31 s old.';
    expect(at(31_500)).toBe(`${old} Retry in a few seconds.`);
    const failing = {...knows(investment('5000'), opening('1'), read), now: later(31_500)};
    expect(whyBeyond({...failing, failing: ['orders', 'trades']}, standing())).toBe(
      `${old} Failing: Orders, Trades. Retry once they are read.`,
    );
    const slept = {
      ...knows(investment('5000'), opening('1'), read),
      now: {...start, wall: start.wall + 40_000},
    };
    expect(whyBeyond(slept, standing())).toContain('40 s old');
  });

  it('is not required without a limit, for an exit, or for a limit of writes', () => {
    expect(whyBeyond(knows({}, opening('1'), undefined), standing())).toBeUndefined();
    const exit = {...knows(investment('0'), opening('1'), undefined), added: undefined};
    expect(whyBeyond(exit, standing())).toBeUndefined();
    expect(whyBeyond(knows({maxWritesPerMinute: 5}, opening('1'), undefined), standing())).toBeUndefined();
  });
});

it('the limit of writes per minute counts what was asked for, by the clock of the journal', () => {
  const limits = {maxWritesPerMinute: 2};
  const writes = [-61_000, -59_000, -1_000].map(ms => start.wall + ms);
  expect(verdict(limits, {}, opening('1'), {writes})).toBe(
    '2 of 2 openings and orders in the last minute. Next in 1 s. Reducing orders pass: close a position.',
  );
  expect(verdict(limits, {}, ordering('1'), {writes: writes.slice(0, 2)})).toBe('passes');
});

describe('the daily loss limit', () => {
  const closed = (id: string, plClosed: string | undefined, fields = {}) =>
    option(id, {status: 'CLOSED', closeTime: start.wall - 3_600_000, plClosed, ...fields});
  const limits = {maxDayLoss: {each: '50'}};
  const gate = (options: Records['options'], of: Partial<AccountStanding> = {}) =>
    verdict(limits, {options: options ?? []}, ordering('1'), of);

  it('blocks openings and orders, and offsets losses with gains', () => {
    expect(gate([closed('1', '-40'), closed('2', '-9.99')])).toBe('passes');
    expect(gate([closed('1', '-60'), closed('2', '-9.99'), closed('3', '20')])).toBe('passes');
    expect(gate([closed('1', '-60'), closed('2', '10')])).toContain(
      'Daily loss limit hit (UTC): -50 of 50 USDT. New risk blocked.',
    );
  });

  it('counts each currency separately, the whole investment if there is no P/L, and nothing that is open', () => {
    expect(gate([closed('1', '-49'), closed('2', '-49', {investmentCurrency: 'EUR'})])).toBe('passes');
    expect(gate([closed('1', undefined)])).toContain(
      'Daily loss limit hit (UTC): -100 of 50 USDT. 1 Easy Option unpriced: counted as lost. New risk blocked.',
    );
    expect(gate([option('1', {pl: '-70', plClosed: '-70'})])).toBe('passes');
    const ofNone = closed('1', '-51', {investmentCurrency: undefined});
    expect(verdict({maxDayLoss: {USDT: '500', EUR: '50'}}, {options: [ofNone]}, ordering('1'))).toContain(
      'Daily loss limit hit (UTC): -51 of 50. New risk blocked.',
    );
  });

  it('counts the premium of a long position that expired today, because its settlement is unknown', () => {
    const hours = 3_600_000;
    const held = (tradeSide: string, expiredAgo: number, filledSizeContracts = '0.3') =>
      trade(`${tradeSide} ${expiredAgo}`, {
        ...{asset: 'BTC', type: 'CALL', strikePrice: '1', expiryDate: start.wall - expiredAgo},
        ...{tradeSide, openPrice: '50', filledSizeContracts, fee: '1', positionId: '9'},
        openDate: start.wall - 30 * hours,
      });
    const loss = (...trades: ReturnType<typeof held>[]) =>
      verdict(limits, {options: [closed('1', '-40')], trades}, ordering('1'));
    expect(loss(held('BUY', -1))).toBe('passes');
    expect(loss(held('BUY', 1, '0.1'))).toBe('passes');
    expect(loss(held('BUY', 1))).toContain(
      'Daily loss limit hit (UTC): -55 of 50 USDT. Includes 15 for 1 expired, settlement unknown. New risk blocked. Reducing',
    );
    expect(loss(held('BUY', 24 * hours))).toBe('passes');
    expect(loss(held('SELL', 1))).toBe('passes');
    expect(loss(held('BUY', 1), held('SELL', 2))).toContain(
      'Includes 15 for 1 expired, settlement unknown. 1 short expired, settlement unknown: not counted. New',
    );
  });

  it('counts from midnight in the time zone that the journal keeps', () => {
    const early = [closed('1', '-60', {closeTime: Date.UTC(2026, 10, 20, 23, 30)})];
    expect(gate(early)).toBe('passes');
    expect(gate(early, {zone: 'Europe/Berlin'})).toContain(
      'Daily loss limit hit (Europe/Berlin): -60 of 50 USDT. New risk blocked.',
    );
    expect(gate([closed('1', '-60')], {zone: undefined})).toContain(
      `Daily loss limit hit (${ownZone(Date.now())})`,
    );
  });
});
