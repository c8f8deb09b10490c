import {describe, expect, it} from 'vitest';
import {expiresNext, openGains} from '../../../src/account/portfolio/groups.ts';
import {portfolioOf} from '../../../src/account/portfolio/portfolio.ts';
import {type Position, positionsOf} from '../../../src/account/portfolio/positions.ts';
import {divideHalfEven} from '../../../src/api/wire/decimal.ts';
import type {EasyOption, EasyOptionCard, Order, Trade} from '../../../src/api/wire/records.ts';
import {cases} from '../../helpers/cases.ts';
import {wholeRows} from '../../helpers/whole.ts';
import {type Chance, createChance} from '../../sim/chance.ts';
import {accountOf, day, easyOption, given, hour, noon, trade} from './account.ts';

const contract = {asset: 'BTC', type: 'CALL', strikePrice: '75000', expiryDate: noon + 5 * day};
const positionsIn = (lists: Parameters<typeof accountOf>[0]) => positionsOf(accountOf(lists));
const fill = (tradeSide: string, filledSizeContracts: string, openPrice: string, at: number, more = {}) =>
  trade({
    ...contract,
    tradeSide,
    filledSizeContracts,
    openPrice,
    openDate: noon + at,
    positionId: '9',
    ...more,
  });

describe('a position', () => {
  it('is incomplete where not all trades of the account are read', () => {
    const account = accountOf({trades: [fill('BUY', '1', '10', 1)]});
    const isComplete = (trades: Partial<typeof account.trades>) =>
      positionsOf({...account, trades: {...account.trades, ...trades}})[0]?.isComplete;
    expect([isComplete({since: 0}), isComplete({}), isComplete({since: 0, isWhole: false})]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('has the ask of a card that trades its contract, as an order or an Easy Option names the symbol', () => {
    const card = {id: '1', currentOptionSymbol: 'X', currentAskPrice: '12'} as EasyOptionCard;
    const order: Order = {...contract, orderId: '7', symbol: 'X', side: 'SELL', status: 'PENDING', size: '2'};
    const held = fill('BUY', '2', '10', 1);
    expect(positionsIn({trades: [held], cards: [card]})).toMatchObject([{ask: undefined, openPl: undefined}]);
    expect(positionsIn({trades: [held], cards: [card], orders: [order]})).toMatchObject([
      {symbol: 'X', ask: '12', openPl: '4', working: '2'},
    ]);
    // Of what it cost, not of its rounded average.
    const dear = [fill('BUY', '2', '250', 1), fill('BUY', '1', '244.16', 2)];
    expect(positionsIn({trades: dear, cards: [card], orders: [order]})).toMatchObject([{openPl: '-708.16'}]);
    const option = easyOption({positionId: '5', optionSymbol: 'X'});
    const its = fill('BUY', '1', '10', 1, {positionId: '5'});
    expect(positionsIn({trades: [held, its], cards: [card], easyOptions: [option]})).toMatchObject([
      {ask: '12'},
    ]);
    const other = {...order, orderId: '8', symbol: 'Y'};
    expect(positionsIn({trades: [held], cards: [card], orders: [order, other]})).toMatchObject([
      {symbol: undefined, ask: undefined},
    ]);
  });

  it('counts working orders of the other side and of no other position', () => {
    const order = (orderId: string, more: Partial<Order>): Order => ({
      ...{...contract, orderId, side: 'SELL', status: 'PENDING', size: '4', sizeContracts: '4'},
      ...more,
    });
    const orders = [
      order('1', {}),
      order('2', {positionId: '9'}),
      order('3', {positionId: '10'}),
      order('4', {side: 'BUY'}),
      order('5', {strikePrice: '1'}),
    ];
    const trades = [fill('BUY', '9', '10', 1, {orderId: '70'}), fill('SELL', '1', '10', 2, {orderId: '2'})];
    expect(positionsIn({trades, orders})).toMatchObject([{net: '8', working: '7'}]);
  });
});

describe('positions in the open P/L and the next expiry of the account', () => {
  const accountWith = (more: object, easyOptions: EasyOption[]) => {
    const order: Order = {...contract, orderId: '7', symbol: 'X', side: 'SELL', status: 'PENDING', size: '2'};
    const card = {id: '1', currentOptionSymbol: 'X', currentAskPrice: '12', underlying: 'BTC'};
    const cards = [card as EasyOptionCard];
    const trades = [fill('BUY', '2', '10', 1, more)];
    const account = accountOf({easyOptions, trades, orders: [order], cards});
    return portfolioOf({...account, trades: {...account.trades, since: 0}}, given());
  };
  const option = easyOption({positionId: '5', pl: '1'});

  it('are beside the Easy Options, in their currency if they have one', () => {
    const one = accountWith({}, [option]);
    expect(openGains(one)).toEqual([{currency: 'USDT', sum: '5', without: 0, count: 2, isAtAsk: true}]);
    expect(expiresNext(one)).toEqual({at: contract.expiryDate, count: 1});
    const two = accountWith({}, [option, easyOption({investmentCurrency: 'EUR', pl: '2'})]);
    expect(openGains(two).map(({currency, sum}) => [currency, sum])).toEqual([
      ['EUR', '2'],
      ['USDT', '1'],
      ['', '4'],
    ]);
  });

  it('are unpriced if their trades are not all known, and never counted twice', () => {
    expect(openGains(accountWith({fee: undefined}, []))).toEqual([
      {currency: '', sum: '0', without: 1, count: 1},
    ]);
    const ofOption = accountWith({positionId: '5'}, [option]);
    expect(openGains(ofOption)).toEqual([{currency: 'USDT', sum: '1', without: 0, count: 1}]);
  });
});

const scale = 10n ** 12n;
const units = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(12, '0'));
};
const exact = (value: bigint) => {
  const text = String(value < 0n ? -value : value).padStart(25, '0');
  const cut = `${text.slice(0, -24)}.${text.slice(-24)}`.replace(/\.?0+$/, '');
  return value < 0n ? `-${cut}` : cut;
};
/** A quotient to the nearest whole, a half to the even one, found by trying both neighbours. */
function nearest(a: bigint, b: bigint): bigint {
  const low = a / b;
  const [below, above] = [a - low * b, (low + 1n) * b - a];
  if (below === above) return low % 2n === 0n ? low : low + 1n;
  return below < above ? low : low + 1n;
}

const later = noon + day;
const facts = ['tradeSide', 'filledSizeContracts', 'openPrice', 'openDate', 'fee'] as const;

/** The figures of one group from its raw rows: in units of 10 ** -12, P/L in their square. */
function byHand(rows: readonly Trade[]) {
  const unique = rows.filter(
    (each, at) => rows.findLastIndex(({tradeId}) => tradeId === each.tradeId) === at,
  );
  unique.sort(
    (a, b) => (a.openDate ?? later) - (b.openDate ?? later) || Number(BigInt(a.tradeId) - BigInt(b.tradeId)),
  );
  let [held, average, paid, made, fees] = [0n, 0n, 0n, 0n, 0n];
  let last = {held, paid};
  for (const {tradeSide, filledSizeContracts: size, openPrice, fee = '0'} of unique) {
    fees += units(fee);
    if (tradeSide === undefined || size === undefined || openPrice === undefined) continue;
    const price = units(openPrice);
    for (let left = units(size); left > 0n; ) {
      const sign = tradeSide === 'BUY' ? 1n : -1n;
      const isLess = held !== 0n && held > 0n !== sign > 0n;
      const most = held < 0n ? -held : held;
      const part = isLess && left > most ? most : left;
      // What closes the last of it takes all that it cost.
      const share = () => nearest(last.paid * part, last.held * scale) * scale;
      const cost = !isLess ? -part * price : part === most ? paid : share();
      paid -= cost;
      if (isLess) made += (price * part - cost) * -sign;
      else average = nearest(paid, most + part);
      held += sign * part;
      if (!isLess) last = {held: most + part, paid};
      left -= part;
    }
  }
  return {
    net: exact(held * scale),
    average: held === 0n ? undefined : exact(average * scale),
    made: exact(made),
    fees: exact(fees * scale),
    lacks: unique.some(each => facts.some(fact => each[fact] === undefined)),
  };
}

function accountOfChance(chance: Chance): {trades: Trade[]; easyOptions: EasyOption[]} {
  const easyOptions = [easyOption({positionId: '3'}), easyOption({orderId: '77'})];
  const amount = () => `${chance.from(0, 5)}.${chance.from(1, 999_999)}`;
  const trades = Array.from({length: chance.from(1, 30)}, (_, at) =>
    trade({
      ...contract,
      tradeId: String(chance.is(0.05) ? 1 : at + 1),
      strikePrice: chance.pick(['75000', '80000']),
      expiryDate: chance.is(0.1) ? noon - day : noon + day,
      positionId: chance.pick(['1', '2', '3', undefined]),
      orderId: chance.is(0.05) ? '77' : '1',
      tradeSide: chance.is(0.03) ? undefined : chance.pick(['BUY', 'SELL']),
      filledSizeContracts: chance.is(0.03) ? undefined : chance.is(0.5) ? '1' : amount(),
      openPrice: chance.is(0.03) ? undefined : amount(),
      openDate: chance.is(0.03) ? undefined : noon - chance.from(0, 20) * hour,
      fee: chance.is(0.03) ? undefined : amount(),
    }),
  );
  return {trades, easyOptions};
}

describe('positions of random accounts', () => {
  it('are those that an independent computation over the raw lists gives', () => {
    for (let seed = 1; seed <= cases(1_000, 20_000); seed++) {
      const {trades, easyOptions} = accountOfChance(createChance(seed));
      const own = trades.filter(({positionId, orderId}) => positionId !== '3' && orderId !== '77');
      const keyOf = (each: Pick<Trade, 'positionId' | 'strikePrice' | 'expiryDate'>) =>
        `${each.positionId} ${each.strikePrice} ${each.expiryDate}`;
      const rows = wholeRows({trades, easyOptions}, {mono: 0, wall: noon});
      const told = portfolioOf(rows, given()).positions;
      const keyed = (each: Position) => keyOf({...each, strikePrice: each.strike, expiryDate: each.expiry});
      const found = told.map(each => [
        keyed(each),
        {
          ...{net: each.net, average: each.averageCost, made: each.realizedPl, fees: each.fees},
          lacks: !each.isComplete,
        },
      ]);
      const wanted = [...Map.groupBy(own, keyOf)].map(([key, rows]) => [key, byHand(rows)]);
      expect([seed, found]).toEqual([seed, wanted]);
    }
  });

  it('stay when a first read that had failed goes on', () => {
    const failed = accountOf({trades: [fill('BUY', '2', '250', 0)]});
    const reading = {...failed, trades: {...failed.trades, began: undefined}};
    const failing = {...reading.trades, fault: 'The service is busy.'};
    const before = portfolioOf({...reading, trades: failing}, given());
    expect(before.positions).toHaveLength(1);
    expect(portfolioOf(reading, given(), structuredClone(before.positions)).positions).toEqual(
      before.positions,
    );
  });
});

it.each([
  ['1', '8', 2, '0.12'],
  ['3', '8', 2, '0.38'],
  ['-1', '8', 2, '-0.12'],
  ['-3', '8', 2, '-0.38'],
  ['2', '3', 3, '0.667'],
] as const)('%s / %s to %i places, half to even, is %s', (left, right, places, result) => {
  expect(divideHalfEven(left, right, places)).toBe(result);
});
