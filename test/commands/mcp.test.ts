import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {scriptedService} from '../helpers/service.ts';
import {compileCache, type Home, home, program} from './optty.ts';

type Service = Pick<TestPaper, 'origin' | 'token'>;

const environment = (at: Home, {origin, token}: Service) => ({
  ...{PATH: process.env.PATH ?? '', HOME: at.folder, NODE_COMPILE_CACHE: compileCache},
  ...{OPTTY_BASE_URL: origin, OPTTY_TOKEN: token},
});

async function agent(at: Home, service: Service, name = 'test-agent', ...args: string[]): Promise<Client> {
  const client = new Client({name, version: '1.2'});
  const env = environment(at, service);
  const transport = new StdioClientTransport({
    ...{command: process.execPath, args: [program, 'mcp', ...args], env, stderr: 'ignore'},
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

type Called = {
  readonly isError?: boolean;
  readonly content: {text: string}[];
  readonly structuredContent: never;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
async function ask(client: Client, name: string, given: object = {}): Promise<any> {
  const called = (await client.callTool({name, arguments: {...given}})) as unknown as Called;
  return called.isError ? {refused: called.content[0]?.text} : called.structuredContent;
}

async function account(): Promise<TestPaper> {
  const paper = await startTestPaper({clock: 'real'});
  onTestFinished(() => paper.close());
  return paper;
}

async function order(paper: TestPaper, more: object = {}): Promise<{symbol: string; orderId: string}> {
  const card = (await paper.call('GET', '/v1/easy-options/list')).json[0];
  const symbol = String(card.currentOptionSymbol);
  const body = {
    symbol,
    side: 'BUY',
    price: '5',
    size: '0.1',
    orderType: 'LIMIT',
    idempotencyKey: 'k-1',
    ...more,
  };
  return {symbol, orderId: String((await paper.call('POST', '/v1/orders', body)).json.orderId)};
}

describe('the tools that read', () => {
  it('give every list with its age, ids as strings, and a note that it is data', async () => {
    const paper = await account();
    const {orderId} = await order(paper);
    const client = await agent(home(), paper);
    const orders = await ask(client, 'orders', {filter: 'side:BUY'});
    expect(orders).toMatchObject({
      soFar: false,
      total: 1,
      rows: [{orderId, side: 'BUY', price: '5', size: '0.1'}],
    });
    expect(orders.note).toMatch(/not instructions/);
    expect(Date.parse(orders.asOf)).toBeLessThanOrEqual(Date.now());
    expect(orders.ageSeconds).toBeGreaterThanOrEqual(0);
    expect((await ask(client, 'orders', {filter: 'side:SELL'})).rows).toEqual([]);
    expect((await ask(client, 'cards', {limit: 3})).rows).toHaveLength(3);
    for (const name of ['easy_options', 'trades']) expect((await ask(client, name)).soFar).toBe(false);
  });

  it('give positions, the portfolio, events, and limits with the halt', async () => {
    const paper = await account();
    await order(paper);
    const client = await agent(home(), paper);
    expect(await ask(client, 'positions')).toMatchObject({positions: [], soFar: false});
    expect((await ask(client, 'portfolio')).portfolio.orders.BUY).toMatchObject({count: 1, notional: '0.5'});
    expect(await ask(client, 'limits')).toMatchObject({halted: null, readOnly: false, venue: 'PAPER'});
    const {lastId} = await ask(client, 'events');
    await order(paper, {idempotencyKey: 'k-2'});
    await vi.waitFor(
      async () =>
        expect((await ask(client, 'events', lastId === null ? {} : {since: lastId})).events).toMatchObject([
          {kind: 'placed', resource: 'orders'},
        ]),
      {timeout: 15_000, interval: 250},
    );
    expect((await ask(client, 'events', {since: 'none:1'})).refused).toMatch(/not in the log/);
  });

  it('give one record by its id as a resource', async () => {
    const paper = await account();
    const {orderId} = await order(paper);
    const client = await agent(home(), paper);
    const {contents} = await client.readResource({uri: `optty://orders/${orderId}`});
    expect(JSON.parse((contents[0] as {text: string}).text).record).toMatchObject({orderId, price: '5'});
    await expect(client.readResource({uri: 'optty://orders/1'})).rejects.toThrow();
  });

  it('say so far where the service fails, and say what is wrong with a filter', async () => {
    const service = await scriptedService({status: 503, body: {}});
    const client = await agent(home(), {origin: service.origin, token: 't'});
    expect(await ask(client, 'orders')).toMatchObject({rows: [], soFar: true, asOf: null, ageSeconds: null});
    expect((await ask(client, 'orders', {filter: 'nonsense:1'})).refused).toMatch(/unknown field/);
    expect(new Set(service.arrived.map(({method}) => method))).toEqual(new Set(['GET']));
  });

  it('take no token, no address and nothing unknown', async () => {
    const paper = await account();
    const client = await agent(home(), paper);
    const {tools} = await client.listTools();
    const names = tools.flatMap(({inputSchema}) => Object.keys(inputSchema.properties ?? {}));
    expect(names.filter(name => /token|url|host|address|path/i.test(name))).toEqual([]);
    expect(
      tools.every(
        ({inputSchema, outputSchema}) => inputSchema.additionalProperties === false && outputSchema,
      ),
    ).toBe(true);
    expect((await ask(client, 'orders', {url: 'http://example.com'})).refused).toMatch(/Unrecognized/);
  });
});
