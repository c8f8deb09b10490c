import {describe, expect, it, onTestFinished} from 'vitest';
import {subtract, sum} from '../../src/api/wire/decimal.ts';
import {startTestPaper} from '../helpers/paper.ts';
import {scriptedService} from '../helpers/service.ts';
import {busyPaper} from './busy-paper.ts';
import {at, home, printed} from './optty.ts';

type Card = {readonly expiryDate: string};

describe('optty day', () => {
  it('prints what today realized, with its fills, as JSON and as CSV', async () => {
    const paper = await busyPaper();
    const {net, realized, contracts, fills, easyOptions} = await printed('day', paper);
    const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);
    expect(realized).toEqual({
      ...{easyOptions: {}, contracts: amount, fees: amount, easyOptionFees: amount},
    });
    expect(contracts).toMatchObject([{asset: 'BTC', realizedPl: amount, fees: amount, complete: true}]);
    const {realizedPl, fees} = contracts[0];
    expect(net.USDT).toMatchObject({realized: subtract(realizedPl, fees)});
    expect(net.USDT.net).toBe(sum([net.USDT.realized, net.USDT.open]));
    expect(sum([contracts[0].fees, realized.easyOptionFees])).toBe(realized.fees);
    expect(fills[0]).toMatchObject({what: 'fill', id: amount, side: 'BUY', size: amount, price: amount});
    expect(easyOptions).toEqual([]);
    const csv = await home().asked(['day', '--csv'], at(paper));
    const [head, ...lines] = csv.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^time,what,id,.*,price,fee,realizedPl,currency$/);
    expect(lines).toHaveLength(fills.length);
  });

  it('books an Easy Option at its close price, with its fees in its fills alone', async () => {
    const paper = await busyPaper();
    const {json: open} = await paper.call('GET', '/v1/easy-options/search');
    const {id} = open.content[0];
    await paper.call('POST', `/v1/easy-options/${id}/close`);
    paper.serviceClock.advance(5_000);
    const {json: found} = await paper.call('GET', `/v1/easy-options/search?id=${id}`);
    const closed = found.content[0];
    expect(closed.status).toBe('CLOSED');
    const {stdout} = await home().asked(['day', '--csv'], at(paper));
    const [head = '', ...lines] = stdout.trimEnd().split('\n');
    const row = lines.find(each => each.includes(',CLOSED,'))?.split(',') ?? [];
    const cells = Object.fromEntries(head.split(',').map((name, index) => [name, row[index]]));
    expect(cells).toMatchObject({
      ...{easyOptionId: id, price: String(closed.closePrice), realizedPl: closed.plClosed},
      ...{orderId: '', fee: ''},
    });
  });

  it('names on a terminal its zone, the time of each fill there, and what has no P/L and no fee', async () => {
    const paper = await busyPaper();
    const {json: open} = await paper.call('GET', '/v1/easy-options/search');
    await paper.call('POST', `/v1/easy-options/${open.content[0].id}/close`);
    paper.serviceClock.advance(5_000);
    const {json: trades} = await paper.call('GET', '/v1/trades');
    const [day = '', time = ''] = new Date(trades.items[0].openDate + 9 * 3_600_000)
      .toISOString()
      .split(/[T.]/);
    // A service that tells neither.
    const service = await scriptedService(async ({method, url}) => {
      const {status, text} = await paper.call(method, url);
      return {status, body: text.replace(/,"(?:plClosed|fee)":[^,}]*/g, '')};
    });
    const terminal = home().onTerminal(['day', day], {...at(service), TZ: 'Asia/Tokyo'});
    await terminal.exit;
    const screen = terminal.screen();
    expect(screen).toContain(`${day} (Asia/Tokyo)\n`);
    expect(screen).toMatch(new RegExp(`^ +${time} +SELL .*  Easy Option$`, 'm'));
    expect(screen).toMatch(/^Easy Options 0 USDT\n1 unpriced\n/m);
    expect(screen).toMatch(/^fees 0 USDT \(\d without\)$/m);
  });

  it('takes today from the clock of the service', async () => {
    const paper = await startTestPaper({}, onTestFinished);
    expect(await printed('day', paper)).toMatchObject({day: '2026-11-19'});
  });

  it('says that the settlement of a position is unknown that expired on the day, and so does portfolio', async () => {
    const paper = await startTestPaper({}, onTestFinished);
    const {json: cards} = await paper.call('GET', '/v1/easy-options/list');
    const soonest = cards.toSorted((one: Card, other: Card) =>
      one.expiryDate < other.expiryDate ? -1 : 1,
    )[0];
    const order = {symbol: soonest.currentOptionSymbol, price: '9000', size: '0.3', side: 'BUY'};
    await paper.call('POST', '/v1/orders', {idempotencyKey: 'held', ...order, orderType: 'LIMIT'});
    paper.serviceClock.advance(Date.parse(soonest.expiryDate) - paper.serviceClock.now() + 60_000);
    const expired = {expiry: Date.parse(soonest.expiryDate), settlement: 'unknown', complete: false};
    expect(await printed('day', paper)).toMatchObject({
      contracts: [{...expired, fills: 0, realizedPl: '0'}],
      realized: {without: {settlement: 1}},
    });
    const csv = await home().asked(['day', '--csv'], at(paper));
    expect(csv.stdout).toMatch(/,"expired, settlement unknown",.*,0\.3,/);
    expect(await printed('portfolio', paper)).toMatchObject({
      partial: false,
      positions: [{...expired, net: '0.3'}],
    });
  });

  it('names a fill that no trade shows yet', async () => {
    const paper = await startTestPaper({lag: 60}, onTestFinished);
    const {json: cards} = await paper.call('GET', '/v1/easy-options/list');
    const order = {symbol: cards[0].currentOptionSymbol, price: '1', size: '0.3', side: 'BUY'};
    const placed = await paper.call('POST', '/v1/orders', {
      ...{idempotencyKey: 'part', ...order, orderType: 'LIMIT'},
    });
    paper.fillOrder(String(placed.json.orderId), '0.1');
    const missing = async () => (await printed('day', paper)).unlistedFills;
    expect(await missing()).toBe(1);
    paper.clock.advance(61_000);
    expect(await missing()).toBe(0);
  });

  it('has nothing on a day without trades, and refuses what is no day', async () => {
    const paper = await busyPaper();
    const empty = {day: '2020-02-29', contracts: [], fills: []};
    expect(await printed('day 2020-02-29', paper)).toMatchObject(empty);
    const {code, stderr} = await home().asked(['day', '2026-02-30'], at(paper));
    expect([code, stderr]).toEqual([
      2,
      'optty: date: expected a day such as 2026-11-22, not "2026-02-30".\n',
    ]);
  });
});
