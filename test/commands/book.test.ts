import {describe, expect, it, onTestFinished} from 'vitest';
import {openTerminal} from '../helpers/terminal.ts';
import {busyPaper} from './busy-paper.ts';
import {compileCache, home, program} from './optty.ts';

const at = (origin: string) => ({OPTTY_BASE_URL: origin, OPTTY_TOKEN: 'test-token'});

describe('optty book', () => {
  it('prints what the account holds by currency and status', async () => {
    const paper = await busyPaper();
    const {code, stdout, stderr} = await home().optty(['book', '--json'], at(paper.origin));
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const {asOf, partial, currencies} = JSON.parse(stdout);
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
    expect(partial).toBe(false);
    expect(currencies.USDT.open).toEqual({count: 2, invested: '100', pl: expect.any(String)});
    expect(currencies.USDT.states.ACTIVE).toEqual(currencies.USDT.open);
  });

  it('has the documented members in their order, amounts as strings, and days in UTC', async () => {
    const paper = await busyPaper();
    const {stdout} = await home().optty(['book', '--json'], at(paper.origin));
    const book = JSON.parse(stdout);
    const amount = expect.stringMatching(/^-?\d+(\.\d+)?$/);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const sums = {count: expect.any(Number), invested: {USDT: amount}, pl: {USDT: amount}};
    const span = {count: 0, wins: 0, pl: '0'};
    expect(Object.keys(book)).toEqual([
      'asOf',
      'partial',
      'currencies',
      'expiries',
      'underlyings',
      'orders',
      'tradeFees',
      'contracts',
      'tradesSince',
    ]);
    expect(Object.keys(book.currencies.USDT)).toEqual(['open', 'states', 'closed', 'fees']);
    expect(book.currencies.USDT).toMatchObject({
      closed: {today: span, days7: span, days30: span},
      fees: amount,
    });
    expect(book.expiries[0]).toEqual({day, ...sums});
    expect(book.underlyings).toEqual([{asset: 'BTC', ...sums}]);
    expect(book.orders).toEqual({BUY: {count: 2, notional: '1'}, SELL: {count: 0, notional: '0'}});
    expect(book.tradeFees).toEqual({maker: '0', taker: amount});
    expect(book.contracts[0]).toEqual({
      asset: 'BTC',
      type: expect.stringMatching(/^(CALL|PUT)$/),
      strike: amount,
      expiry: day,
      net: amount,
    });
  });

  it('prints the same figures as tables on a terminal, and of which fields they are made', async () => {
    const paper = await busyPaper();
    const terminal = openTerminal({
      command: process.execPath,
      args: [program, 'book'],
      env: {...at(paper.origin), HOME: home().folder, NODE_COMPILE_CACHE: compileCache},
      columns: 100,
      rows: 60,
    });
    onTestFinished(() => terminal.close());
    await terminal.exit;
    const screen = terminal.screen();
    expect(screen).toMatch(/^Easy Options not over, USDT$/m);
    expect(screen).toMatch(/^ {2}all +2 +100 /m);
    expect(screen).toMatch(/^ {2}\d{4}-\d\d-\d\d +in .* card +USDT /m);
    expect(screen).toMatch(/^ {2}BUY +2 +1 /m);
    expect(screen).toMatch(/^ {2}from maker, fee of 4 trades$/m);
  });
});
