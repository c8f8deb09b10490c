import {describe, expect, it, type TestContext} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {type Home, home} from './optty.ts';

const env = (paper: TestPaper) => ({OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'test-token'});

async function account(orders: number, {onTestFinished}: TestContext): Promise<{paper: TestPaper; at: Home}> {
  const paper = await startTestPaper({clock: 'real'});
  onTestFinished(() => paper.close());
  const card = (await paper.call('GET', '/v1/easy-options/list')).json[0];
  for (let count = 0; count < orders; count++) {
    const order = {
      symbol: card.currentOptionSymbol,
      side: 'BUY',
      price: '5',
      size: '0.1',
      orderType: 'LIMIT',
    };
    await paper.call('POST', '/v1/orders', {...order, idempotencyKey: `k-${count}`});
  }
  return {paper, at: home(undefined, onTestFinished)};
}

const listed = async (paper: TestPaper) => (await paper.call('GET', '/v1/orders')).json.total;

/** A stop waits until the lists of the service can be late no more, so several run at once. */
describe.concurrent('optty stop', () => {
  it('cancels every order, says NO ORDERS when that is proved, and ends with 0', {
    timeout: 60_000,
  }, async test => {
    const {paper, at} = await account(3, test);
    const before = await at.optty(['stop', '--status'], env(paper));
    expect([before.code, before.stdout]).toEqual([1, expect.stringContaining('RUNNING')]);
    const {code, stdout} = await at.optty(['stop'], env(paper));
    expect(stdout).toMatch(/STOPPED by process \d+/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/ NO ORDERS$/);
    expect(code).toBe(0);
    expect(await listed(paper)).toBe(0);
    const after = await at.optty(['stop', '--status', '--json'], env(paper));
    expect([after.code, JSON.parse(after.stdout)]).toMatchObject([0, {word: 'NO ORDERS', left: []}]);
  });

  it('names what is UNKNOWN, goes on with the rest, and ends with 1', {timeout: 90_000}, async test => {
    const {paper, at} = await account(2, test);
    const faults = 'DELETE /v1/orders/*:drop-after*1';
    expect((await paper.call('PUT', '/_paper/faults', {faults})).status).toBe(200);
    const {code, stdout} = await at.optty(['stop', '--json'], env(paper));
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const left = [expect.stringMatching(/^UNKNOWN: cancel order/)];
    expect(lines.at(-1)).toMatchObject({word: 'HELD', counts: {orders: 0, intents: 1}, left});
    expect(code).toBe(1);
    expect(await listed(paper)).toBe(0);
  });

  it('tells that the service cannot be reached by 5, and writes nothing with --status', {
    timeout: 60_000,
  }, async ({onTestFinished}) => {
    const closed = {OPTTY_BASE_URL: 'http://127.0.0.1:9', OPTTY_TOKEN: 'test-token'};
    const {code} = await home(undefined, onTestFinished).optty(['stop', '--status'], closed);
    expect(code).toBe(5);
  });

  it('cancels nothing where the profile is READ-ONLY', async test => {
    const {paper, at} = await account(1, test);
    const {code, stderr} = await at.optty(['stop'], {...env(paper), OPTTY_READ_ONLY: '1'});
    expect([code, stderr]).toEqual([1, expect.stringContaining('READ-ONLY')]);
    expect(await listed(paper)).toBe(1);
  });
});
