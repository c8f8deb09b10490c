import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {describe, expect, it, type TestContext} from 'vitest';
import {beginHeadless, profileOf, startFront} from '../helpers/headless.ts';
import {dearestOf, rest} from '../helpers/holdings.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {isOfLedger, passedOn, scriptedService} from '../helpers/service.ts';
import {compileCache, type Home, home, program} from './optty.ts';

type Service = Pick<TestPaper, 'origin' | 'token'>;

const environment = (at: Home, {origin, token}: Service) => ({
  ...{PATH: process.env.PATH ?? '', HOME: at.folder, NODE_COMPILE_CACHE: compileCache},
  ...{OPTTY_BASE_URL: origin, OPTTY_TOKEN: token},
});

async function agent(
  {onTestFinished}: TestContext,
  at: Home,
  service: Service,
  name = 'test-agent',
  ...args: string[]
): Promise<Client> {
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

const homeOf = ({onTestFinished}: TestContext, toml?: string) => home(toml, onTestFinished);

const account = ({onTestFinished}: TestContext) => startTestPaper({clock: 'real'}, onTestFinished);
const order = (paper: TestPaper) => rest(paper, '0.1', '5');

/** An agent waits for what the program reads, so several are at work at once. */
describe.concurrent('the tools that read', () => {
  it('give nothing of another paper ledger than that of the journal, nor of one that does not answer', async test => {
    const paper = await account(test);
    await order(paper);
    let ledger: string | undefined;
    const front = await scriptedService(arrived => {
      if (ledger === undefined) return 'none';
      if (isOfLedger(arrived)) return {status: 401, headers: {'optty-ledger': ledger}};
      return passedOn(paper.origin, arrived);
    }, test.onTestFinished);
    const at = homeOf(test);
    const early = await agent(test, at, {...front, token: paper.token});
    expect(await ask(early, 'orders')).toEqual({refused: expect.stringMatching(/^Nothing has answered/)});
    expect(await ask(early, 'proposals')).toEqual({refused: expect.stringMatching(/^Nothing has answered/)});
    ledger = 'last';
    const another = {refused: expect.stringMatching(/^Another service is at this address now/)};
    expect(await ask(await agent(test, at, {...front, token: paper.token}), 'orders')).toEqual(another);
    ledger = paper.ledgerId;
    const [proposals, unknown] = await Promise.all([
      ask(early, 'proposals'),
      ask(early, 'proposal', {proposalId: 'none'}),
    ]);
    expect([proposals, unknown]).toMatchObject([
      {proposals: []},
      {refused: expect.stringMatching(/no proposal/)},
    ]);
    expect(await ask(early, 'orders')).toMatchObject({rows: [expect.anything()]});
  });

  it('give lists, records, figures and events as data, and take no address and no token', async test => {
    const paper = await account(test);
    const {orderId} = await order(paper);
    const client = await agent(test, homeOf(test), paper);
    const orders = await ask(client, 'orders', {filter: 'side:BUY'});
    expect(orders).toMatchObject({
      soFar: false,
      total: 1,
      rows: [{orderId, side: 'BUY', price: '5', size: '0.1'}],
    });
    expect(orders.note).toMatch(/not instructions/);
    expect(orders.asOf).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(orders.ageSeconds).toBeGreaterThanOrEqual(0);
    expect((await ask(client, 'orders', {filter: 'side:SELL'})).rows).toEqual([]);
    expect((await ask(client, 'cards', {limit: 3})).rows).toHaveLength(3);
    for (const name of ['easy_options', 'trades']) expect((await ask(client, name)).soFar).toBe(false);
    expect(await ask(client, 'positions')).toMatchObject({positions: [], soFar: false});
    expect((await ask(client, 'portfolio')).portfolio.orders.BUY).toMatchObject({count: 1, notional: '0.5'});
    expect(await ask(client, 'limits')).toMatchObject({halted: null, readOnly: false, venue: 'PAPER'});
    const {lastId} = await ask(client, 'events');
    await order(paper);
    await eventually(async () =>
      expect((await ask(client, 'events', lastId === null ? {} : {since: lastId})).events).toMatchObject([
        {kind: 'placed', resource: 'orders'},
      ]),
    );
    expect((await ask(client, 'events', {since: 'none:1'})).refused).toMatch(/not in the log/);
    const {tools} = await client.listTools();
    const names = tools.flatMap(({inputSchema}) => Object.keys(inputSchema.properties ?? {}));
    expect(names.filter(name => /token|url|host|address|path/i.test(name))).toEqual([]);
    expect(tools.every(({inputSchema}) => inputSchema.additionalProperties === false)).toBe(true);
    expect((await ask(client, 'orders', {url: 'http://example.com'})).refused).toMatch(/Unrecognized/);
  });

  it('say so far where the service fails, and say what is wrong with a filter', async test => {
    const service = await scriptedService(
      arrived => ({status: isOfLedger(arrived) ? 404 : 503, body: {}}),
      test.onTestFinished,
    );
    const client = await agent(test, homeOf(test), {origin: service.origin, token: 't'});
    expect(await ask(client, 'orders')).toMatchObject({rows: [], soFar: true, asOf: null, ageSeconds: null});
    expect((await ask(client, 'orders', {filter: 'nonsense:1'})).refused).toMatch(/unknown field/);
    expect(new Set(service.arrived.map(({method}) => method))).toEqual(new Set(['GET']));
  });
});

/** Orders like those of the test: an Easy Option that opens has one, too. */
const written = async (paper: TestPaper): Promise<number> =>
  (await paper.call('GET', '/v1/orders')).json.items.filter(({price}: {price: number}) => price === 5).length;

describe.concurrent('the tools that propose', () => {
  it('keep each kind in the journal as OPEN, and send nothing', async test => {
    const paper = await account(test);
    const {symbol, orderId} = await order(paper);
    const card = (await paper.call('GET', '/v1/easy-options/list')).json[0];
    await paper.call('POST', '/v1/easy-options/open', {cardId: card.id, investmentAmount: 50});
    const client = await agent(test, homeOf(test), paper);
    const option = (await ask(client, 'easy_options')).rows[0];
    const reason = 'It is cheap.';
    const made = [
      await ask(client, 'propose_open', {cardId: String(card.id), investmentAmount: '25', reason}),
      await ask(client, 'propose_place', {symbol, side: 'BUY', price: '5', size: '0.1', reason}),
      await ask(client, 'propose_cancel', {orderId, reason}),
      await ask(client, 'propose_amend', {orderId, price: '6', reason, ttlSeconds: 1800}),
      await ask(client, 'propose_close', {easyOptionId: option.id, reason}),
    ];
    expect(made.map(each => Object.keys(each))).toEqual(made.map(() => ['proposalId', 'state']));
    expect(made.map(({state}) => state)).toEqual(made.map(() => 'OPEN'));
    const {proposals} = await ask(client, 'proposals');
    expect(proposals.map(({proposes}: {proposes: string}) => proposes.split(' ')[0])).toEqual([
      ...['close', 'amend', 'cancel', 'BUY', 'open'],
    ]);
    expect(proposals[0]).toMatchObject({because: reason, by: {name: 'test-agent', version: '1.2'}});
    expect(await written(paper)).toBe(1);
  });

  it('tell what became of a proposal: withdrawn by its own proposer alone, or expired', async test => {
    const paper = await account(test);
    const {orderId} = await order(paper);
    const at = homeOf(test);
    const [client, other] = [await agent(test, at, paper), await agent(test, at, paper, 'another')];
    const {proposalId} = await ask(client, 'propose_cancel', {orderId, reason: 'r'});
    expect((await ask(other, 'withdraw', {proposalId})).refused).toMatch(/another proposer/);
    expect(await ask(client, 'withdraw', {proposalId})).toEqual({proposalId, state: 'WITHDRAWN'});
    const short = await ask(client, 'propose_cancel', {orderId, reason: 'r', ttlSeconds: 1});
    expect(await ask(other, 'proposal', {proposalId: short.proposalId, waitSeconds: 5})).toEqual({
      ...{proposalId: short.proposalId, state: 'EXPIRED'},
    });
    expect((await ask(client, 'proposal', {proposalId: 'none'})).refused).toMatch(/no proposal/);
  });

  it('refuse what is wrong, and what the gate holds back', async test => {
    const paper = await account(test);
    const {symbol, orderId} = await order(paper);
    const toml = `[profiles.p]\nbase_url = "${paper.origin}"\n[profiles.p.guardrails]\nmax_notional = "10"\n`;
    const client = await agent(test, homeOf(test, toml), paper);
    const place = {symbol, side: 'BUY', price: '5', size: '0.1', reason: 'r'};
    const refused = async (name: string, given: object) => (await ask(client, name, given)).refused;
    expect(await refused('propose_place', {...place, size: '3'})).toMatch(/exceeds max 10/);
    expect(await refused('propose_place', {...place, price: '1e3'})).toMatch(/plain decimal/);
    expect(await refused('propose_place', {...place, symbol: 'A\u001b[31mB'})).toMatch(/1 to 64 characters/);
    expect(await refused('propose_place', {...place, reason: 'r'.repeat(501)})).toMatch(/500/);
    expect(await refused('propose_place', {...place, ttlSeconds: 1801})).toMatch(/1800/);
    expect(await refused('propose_cancel', {orderId: '1', reason: 'r'})).toMatch(/not in the lists/);
    expect(await refused('propose_amend', {orderId, reason: 'r'})).toMatch(/unchanged/);
  });

  it('are not there where the profile says so, and refuse on LIVE by default', async test => {
    const paper = await account(test);
    const names = async (client: Client) => (await client.listTools()).tools.map(({name}) => name);
    expect(await names(await agent(test, homeOf(test), paper, 'a', '--read-only'))).not.toContain(
      'propose_place',
    );
    const readOnly = homeOf(test, '[agents]\nallow = ["read"]\n');
    expect(await names(await agent(test, readOnly, paper))).not.toContain('propose_place');
    const live = await scriptedService(
      ({path}) => ({
        body: path.endsWith('list')
          ? []
          : {total: 0, page: 1, pageSize: 20, items: [], content: [], totalElements: 0},
      }),
      test.onTestFinished,
    );
    const client = await agent(test, homeOf(test), {origin: live.origin, token: 't'});
    const place = {symbol: 'X', side: 'BUY', price: '5', size: '1', reason: 'r'};
    expect((await ask(client, 'propose_place', place)).refused).toMatch(/Agents may only read/);
    const allowed = await agent(
      test,
      homeOf(test, '[agents]\nallow = ["read", "propose"]\nkinds = ["place"]\nmax_notional = "4"\n'),
      {origin: live.origin, token: 't'},
    );
    expect((await ask(allowed, 'propose_place', place)).refused).toMatch(/exceeds max 4/);
    expect((await ask(allowed, 'propose_place', {...place, price: '4'})).state).toBe('OPEN');
    expect(new Set(live.arrived.map(({method}) => method))).toEqual(new Set(['GET']));
  });
});

describe.concurrent('optty propose', () => {
  it('takes the same as JSON, prints its id and state, and waits if asked to', async test => {
    const paper = await account(test);
    const {symbol, orderId} = await order(paper);
    const at = homeOf(test);
    const env = environment(at, paper);
    const place = {symbol, side: 'BUY', price: '5', size: '0.1', reason: 'r'};
    const made = await at.optty(['propose', 'place', '--as', 'cron'], env, JSON.stringify(place));
    expect(made).toMatchObject({code: 0, stderr: ''});
    expect(JSON.parse(made.stdout)).toMatchObject({state: 'OPEN'});
    const cancel = {kind: 'cancel', orderId, reason: 'r', ttlSeconds: 1};
    const waited = await at.optty(['propose', '--wait', '5'], env, JSON.stringify(cancel));
    expect(JSON.parse(waited.stdout)).toMatchObject({state: 'EXPIRED'});
    const wrong = await at.optty(['propose', 'place'], env, '{"symbol":"X"}');
    const limited = homeOf(
      test,
      `[profiles.p]\nbase_url = "${paper.origin}"\n[profiles.p.limits]\nmax_open_notional = "0.1"\n`,
    );
    const own = environment(limited, paper);
    const held = await limited.optty(['propose', 'place'], own, JSON.stringify(place));
    expect(held.code).toBe(1);
    expect(held.stderr).toMatch(/^optty: Open notional would be [\d.]+ of 0\.1: /);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/standard input: side is missing/);
    expect(await written(paper)).toBe(1);
  });

  it('counts no order whose end its reads show', async test => {
    const front = await startFront(test);
    const at = homeOf(test, `${profileOf(front)}[profiles.t.limits]\nmax_open_notional = "1"\n`);
    const {until, ask: write} = await beginHeadless(at.folder, front, test);
    await until(({limits}) => limits.standing !== undefined && limits.watch.began !== undefined);
    const {currentOptionSymbol: symbol} = await dearestOf(front.paper);
    await write({kind: 'place', symbol, side: 'BUY', price: '8', size: '0.1'});
    const {items} = (await front.paper.call('GET', '/v1/orders')).json;
    await write({kind: 'cancel', orderId: String(items[0].orderId)});
    const place = {symbol, side: 'BUY', price: '8', size: '0.1', reason: 'r'};
    const made = await at.optty(['propose', 'place', '--profile', 't'], {}, JSON.stringify(place));
    expect(made).toMatchObject({code: 0, stderr: ''});
    expect(JSON.parse(made.stdout)).toMatchObject({state: 'OPEN'});
  });
});
