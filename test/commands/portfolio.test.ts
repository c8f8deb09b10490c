import {describe, expect, it} from 'vitest';
import {unlimited} from '../core/limits/knows.ts';
import {intentFor} from '../helpers/intents.ts';
import type {TestPaper} from '../helpers/paper.ts';
import {passedOn, scriptedService} from '../helpers/service.ts';
import {busyPaper} from './busy-paper.ts';
import {at, home, journalOf, printed} from './optty.ts';

describe('optty portfolio', () => {
  it('says that a journal was moved, and reads no own orders of it', async () => {
    const paper = await busyPaper();
    const asking = home();
    const service = {origin: paper.origin, path: '', fingerprint: 'a', credentialSource: 'paper'};
    const moved = await asking.journal(service, 'default', journalOf(asking, paper));
    await moved.account.claim(new Set());
    moved.close();
    for (const command of ['portfolio', 'day']) {
      const {code, stderr} = await asking.asked([command, '--json'], at(paper));
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/is of account default of .* Move it back\./),
      ]);
    }
  });

  it('names an own order that may have filled, as no list shows it any more', async () => {
    const paper = await busyPaper();
    const asking = home();
    const service = {origin: paper.origin, path: '', ledger: paper.ledgerId, fingerprint: 'a'};
    const journal = await asking.journal({...service, credentialSource: 'env'});
    const place = {kind: 'place', symbol: 'BTC-C', side: 'BUY', price: '5', size: '2'} as const;
    const order = intentFor(place, {}, {mono: 0, wall: Date.now()});
    journal.ask(order, unlimited);
    journal.save({...order, state: 'CONFIRMED', proof: 'proved', resolvedRecordId: '7'});
    journal.close();
    const {stdout} = await asking.asked(['portfolio', '--json'], at(paper));
    expect(JSON.parse(stdout).unlistedFills).toBe(1);
  });

  it('has the documented fields in order, amounts as strings, and days in UTC', async () => {
    const portfolio = await printed('portfolio', await busyPaper());
    const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const sums = {count: expect.any(Number), invested: {USDT: amount}, pl: {USDT: amount}};
    expect(Object.keys(portfolio)).toEqual([
      'asOf',
      'partial',
      'unlistedFills',
      'today',
      'currencies',
      'expiries',
      'underlyings',
      'orders',
      'tradeFees',
      'positions',
      'tradesSince',
    ]);
    expect(portfolio).toMatchObject({asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), partial: false});
    expect(Object.keys(portfolio.currencies.USDT)).toEqual(['open', 'states', 'fees']);
    const {open, states} = portfolio.currencies.USDT;
    expect(open).toEqual({count: 2, invested: '100', pl: amount, atRisk: amount});
    expect(states.ACTIVE).toEqual(open);
    expect(portfolio.currencies.USDT.fees).toEqual(amount);
    expect(portfolio.expiries[0]).toEqual({day, ...sums});
    expect(portfolio.underlyings).toEqual([{asset: 'BTC', ...sums}]);
    expect(portfolio.orders).toEqual({BUY: {count: 2, notional: '1'}, SELL: {count: 0, notional: '0'}});
    expect(portfolio.tradeFees).toEqual({maker: '0', taker: amount, total: amount});
  });

  it('has the positions of limit orders, with the ask of a card that trades the contract', async () => {
    const paper = await busyPaper();
    const cards = (await paper.call('GET', '/v1/easy-options/list')).json as Record<string, unknown>[];
    const card = cards.find(each => String(each.currentOptionSymbol).endsWith('-C'));
    const order = {symbol: card?.currentOptionSymbol, side: 'BUY', size: '2', orderType: 'LIMIT'};
    const price = String(Math.ceil(Number(card?.currentAskPrice) * 1.2));
    await paper.call('POST', '/v1/orders', {...order, price, idempotencyKey: 'held'});
    const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);
    const {positions} = await printed('portfolio', paper);
    expect(Object.keys(positions[0])).toEqual(
      'asset type strike expiry positionId net averageCost ask openPl realizedPl fees working complete'.split(
        ' ',
      ),
    );
    expect(positions).toContainEqual({
      ...{asset: 'BTC', type: 'CALL', strike: amount, expiry: expect.any(Number), positionId: amount},
      ...{net: '2', averageCost: amount, ask: String(card?.currentAskPrice), openPl: amount},
      ...{realizedPl: amount, fees: amount, working: '0', complete: true},
    });
    // What is sold again stays until it expires.
    expect(positions).toContainEqual({
      ...{asset: 'BTC', type: expect.any(String), strike: amount, expiry: expect.any(Number)},
      ...{positionId: amount, net: '0', averageCost: null, ask: expect.anything(), openPl: null},
      ...{realizedPl: amount, fees: amount, working: '0', complete: true},
    });
  });

  it('prints the same figures as tables on a terminal', async () => {
    const paper = await busyPaper();
    const terminal = home().onTerminal(['portfolio'], at(paper), {columns: 100, rows: 60});
    await terminal.exit;
    const screen = terminal.screen();
    expect(screen).toMatch(/^As of \d{4}-\d\d-\d\d .* UTC; today in UTC, expiries in UTC/m);
    expect(screen).toMatch(/^ {2}Easy at risk +\d+(\.\d+)? USDT · 2 open · P\/L /m);
    expect(screen).toMatch(/^ {2}ACTIVE +2 +100\.00 /m);
    expect(screen).toMatch(/^ {2}BUY +2 +1 /m);
  });

  it('reads everything from a service that cannot sort by id', async () => {
    const paper = await busyPaper();
    const dialect = '[profiles.main.dialect.sort]\neasy_options = ["openTime"]\n';
    const own = home(`[profiles.main]\nbase_url = "${paper.origin}"\n${dialect}`);
    const {code, stdout, stderr} = await own.asked(['portfolio', '--json', '--profile', 'main'], {
      OPTTY_TOKEN: 'test-token',
    });
    expect([code, stderr, JSON.parse(stdout).partial]).toEqual([0, '', false]);
  });

  it('says what is missing if a row cannot be read, and exits with 6', async () => {
    const paper = await busyPaper();
    const front = await before(paper, body => body.replace('"id":"', '"identity":"'));
    const {code, stdout, stderr} = await home().asked(['portfolio', '--json'], at(front));
    expect(code).toBe(6);
    expect(JSON.parse(stderr)).toEqual({
      error: {kind: 'partial', message: 'PARTIAL: 1 record of easy-options cannot be read', exitCode: 6},
    });
    expect(JSON.parse(stdout)).toMatchObject({partial: true, currencies: {USDT: {open: {count: 1}}}});
  });

  it('says how many rows it has if a page fails, and exits with 6', async () => {
    const paper = await busyPaper();
    const row = (id: number) =>
      `{"id":"${id}","status":"ACTIVE","investmentCurrency":"USDT","investmentAmount":1}`;
    const first = `{"content":[${Array.from({length: 100}, (_, id) => row(id + 1)).join(',')}],"totalElements":150}`;
    const front = await before(paper, (_, url) => (url.includes('pageNumber=0') ? first : undefined));
    const {code, stdout, stderr} = await home().asked(['portfolio', '--json'], at(front));
    expect(JSON.parse(stderr).error).toEqual({
      kind: 'partial',
      message: expect.stringMatching(/^PARTIAL: 100 of 150 records of easy-options\neasy-options: .*500/),
      exitCode: 6,
    });
    expect(code).toBe(6);
    const {partial, currencies} = JSON.parse(stdout);
    expect(partial).toBe(true);
    expect(currencies.USDT.open).toEqual({
      ...{count: 100, invested: '100', pl: '0', atRisk: '100', without: {pl: 100}},
    });
  });

  it('reads smaller pages if the service refuses large ones', async () => {
    const paper = await busyPaper();
    const front = await before(paper, (body, url) => (url.includes('pageSize=100') ? '' : body));
    expect(await printed('portfolio', front)).toMatchObject({
      partial: false,
      unlistedFills: 0,
      currencies: {USDT: {open: {count: 2}}},
    });
  });
});

/** The same service, whose searches of Easy Options answer this: 500 for none, 400 for an empty one. */
function before({origin}: TestPaper, changed: (body: string, url: string) => string | undefined) {
  return scriptedService(async arrived => {
    const reply = await passedOn(origin, arrived);
    if (reply === 'none' || !arrived.path.startsWith('/v1/easy-options/search')) return reply;
    const body = changed(String(reply.body), arrived.url);
    return {...reply, status: body === undefined ? 500 : body === '' ? 400 : 200, body};
  });
}
