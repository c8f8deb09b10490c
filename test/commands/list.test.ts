import {describe, expect, it} from 'vitest';
import {manualClock, startTestPaper} from '../helpers/paper.ts';
import {type Arrived, type ScriptedService, scriptedService} from '../helpers/service.ts';
import {busyPaper} from './busy-paper.ts';
import {at, home, printed} from './optty.ts';

/** A service whose every answer is this, or what this makes of the request. */
function answering(body: unknown): Promise<ScriptedService> {
  return scriptedService(typeof body === 'function' ? arrived => ({body: body(arrived)}) : {body});
}

const card = (id: string, more = '') =>
  `{"id":${id},"type":"TOUCH","underlying":"BTC","direction":"UP","targetPrice":1.50,"expiryDate":"2026-11-27T08:00:00Z","title":"a card"${more}}`;

/** The error that a program is told in the last line. */
const toldIn = (stderr: string) => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '').error as object;

describe('optty list for programs', () => {
  it('prints ids, amounts and undocumented fields exactly, without control characters', async () => {
    const idea = ',"tradingIdea":"a,\\"b\\"\\n\\u202ec\\u001b[2J\\u009b"';
    const undocumented = ',"venueNote":"new\\u001b[2J","tick":0.10000000000000000001';
    const amount = ',"currentAskPrice":12345678.123456789012';
    const service = await answering(`[${card('9007199254740993', amount + idea + undocumented)}]`);
    const {stdout} = await home().asked(['list', 'cards', '--json'], at(service));
    expect(stdout).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        ...{id: '9007199254740993', currentAskPrice: '12345678.123456789012'},
        tradingIdea: 'a,"b"\n\u202ec\u001b[2J\u009b',
        also: {venueNote: 'new\u001b[2J', tick: '0.10000000000000000001'},
      },
    ]);
  });

  it('prints CSV with every documented column by default', async () => {
    const service = await busyPaper();
    const {stdout} = await home().asked(['list', 'orders'], at(service));
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toBe(
      'orderId,positionId,symbol,price,size,side,orderType,status,asset,type,expiryDate,sizeUsdt,sizeContracts,strikePrice,openPrice,openDate,fee,timestamp',
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^9100000000000002,,BTC-/);
  });

  const formulas = ['=cmd()', '+10% by Friday', '- a dash', '@SUM(A1)', '-1,234.50'];
  const cards = formulas.map((title, index) => card(String(index + 1)).replace('a card', title)).join(',');

  it('prints the values in CSV unchanged', async () => {
    const service = await answering(`[${cards},${card('9', ',"description":"a,\\"b\\"\\nc"')}]`);
    const {stdout} = await home().asked(['list', 'cards', '--csv'], at(service));
    for (const title of formulas.slice(0, 4)) expect(stdout).toContain(`,,,${title},`);
    expect(stdout).toContain(',"-1,234.50",');
    expect(stdout).toContain(',"a,""b""\nc",');
    expect(stdout).not.toContain("'");
  });

  it('prints CSV that a spreadsheet takes as text with --csv-safe', async () => {
    const service = await answering(`[${cards}]`);
    const {stdout} = await home().asked(['list', 'cards', '--csv-safe'], at(service));
    for (const title of formulas) expect(stdout).toContain(`'${title}`);
  });

  it('counts the times of a filter from the clock of the service', async () => {
    const dayMs = 86_400_000;
    const paper = await startTestPaper({clock: manualClock(Date.now() + 30 * dayMs)});
    const list = async (flags = '') =>
      (await printed(`list cards${flags}`, paper)).map((each: {expiryDate: string}) =>
        Date.parse(each.expiryDate),
      );
    const soon = (await list()).filter((each: number) => each < paper.clock.now() + 3 * dayMs);
    expect(soon).not.toEqual([]);
    expect(await list(' --filter expiry<3d')).toEqual(soon);
    expect(await list(' --filter expiry<3d --all')).toEqual(soon);
  });

  it('sends an undocumented value, with a warning', async () => {
    const asked: (string | null)[] = [];
    const service = await answering(({query}: Arrived) => {
      asked.push(query.get('status'));
      return JSON.stringify({content: [], page: 0, size: 40, totalElements: 0});
    });
    const list = (filter: string) =>
      home().asked(['list', 'easy-options', '--json', '--filter', filter], at(service));
    expect(await list('status:SOMETHING')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^optty: --filter: unknown value SOMETHING: PENDING, .*\n$/),
    });
    expect((await list('status:ACTVE')).stderr).toContain('unknown value ACTVE; ACTIVE?');
    expect((await list('status:"ACTVE"')).stderr).toBe('');
    expect(asked).toEqual(['SOMETHING', 'ACTVE', 'ACTVE']);
  });

  const ages = [10 * 60_000, 7 * 3_600_000, 30_000, 48 * 3_600_000];

  it.each([
    [
      'easy-options',
      'status:ACTIVE',
      ['ACTIVE', 'CLOSED'].map((status, id) => ({id: String(id), status})),
      ['0'],
    ],
    ['trades', 'time:-1h..', ages.map((age, tradeId) => ({tradeId, openDate: Date.now() - age})), ['0', '2']],
  ])(
    'warns on standard error if the service ignores a filter of %s, and filters the rows itself: %s',
    async (resource, filter, rows, kept) => {
      const service = await answering(({query}: Arrived) => {
        const isFirst = query.get('pageNumber') === '0' || query.get('page') === '1';
        const [content, page] = [isFirst ? rows : [], Number(query.get('page') ?? 0)];
        return JSON.stringify({
          content,
          items: content,
          page,
          total: rows.length,
          totalElements: rows.length,
        });
      });
      for (const more of [[], ['--all']]) {
        const args = ['list', resource, '--json', '--filter', filter, ...more];
        const {stdout, stderr} = await home().asked(args, at(service));
        const listed = JSON.parse(stdout) as {id?: string; tradeId?: string}[];
        expect(listed.map(({id, tradeId}) => id ?? tradeId)).toEqual(kept);
        expect(stderr).toContain(`the service did not obey ${filter}`);
      }
    },
  );

  it('exits as partial if the page is not the requested one', async () => {
    const rows = [1, 2].map(orderId => ({orderId}));
    const answer = {items: rows, total: 57, pageSize: 2};
    const list = (service: {readonly origin: string}, page: string) =>
      home().asked(['list', 'orders', '--json', '--page-size', '2', '--page', page], at(service));
    const stuck = await answering({...answer, page: 1});
    const other = await list(stuck, '99');
    expect(toldIn(other.stderr)).toMatchObject({
      kind: 'partial',
      message: 'the service gave page 1, not page 99 (run optty doctor). rows 1 to 2 of 57.',
    });
    expect([other.code, JSON.parse(other.stdout).length]).toEqual([6, 2]);
    expect(await list(stuck, '1')).toMatchObject({code: 0, stderr: ''});
    // An answer that names no page proves nothing.
    expect(await list(await answering(answer), '99')).toMatchObject({code: 0, stderr: ''});
  });

  it('filters with the language of the dashboard and with a named filter', async () => {
    const service = await busyPaper();
    const toml = '[filters.trades]\nsold = "side:SELL"\n';
    const sides = async (...args: string[]) => {
      const {stdout} = await home(toml).asked(['list', 'trades', '--json', ...args], at(service));
      return (JSON.parse(stdout) as {tradeSide: string}[]).map(({tradeSide}) => tradeSide);
    };
    expect((await sides()).length).toBe(4);
    expect(await sides('--filter', '@sold')).toEqual(['SELL']);
    expect(await sides('--filter', 'side:BUY', '--page-size', '2')).toEqual(['BUY', 'BUY']);
  });

  it('does not use the dialect of a profile for another address, and names that profile', async () => {
    const service = await busyPaper();
    const toml =
      '[profiles.lab2]\nbase_url = "http://127.0.0.1:1"\n[profiles.lab2.dialect.trades]\npage_size = "limit"\n';
    const list = (...more: string[]) =>
      home(toml).asked(['list', 'trades', '--json', '--page-size', '2', ...more], at(service));
    const plain = await list();
    expect([plain.code, JSON.parse(plain.stdout).length]).toEqual([0, 2]);
    expect(plain.stderr).toContain(`optty: profile lab2 is not for ${service.origin}: `);
    const named = await list('--profile', 'lab2');
    expect(JSON.parse(named.stdout)).toHaveLength(4);
    expect(named.stderr).toContain(
      `optty: profile lab2 is used with ${service.origin}, which is not its address.`,
    );
  });

  it('prints all rows of a list, and shows one of a later page', async () => {
    const service = await answering(({query}: Arrived) => {
      const page = Number(query.get('pageNumber'));
      return page < 3 ? `[${card(String(page + 1))}]` : '[]';
    });
    const {stdout, stderr} = await home().asked(['list', 'cards', '--all', '--json'], at(service));
    expect([JSON.parse(stdout).map(({id}: {id: string}) => id), stderr]).toEqual([['1', '2', '3'], '']);
    expect((await home().asked(['show', 'cards', '3'], at(service))).code).toBe(0);
  });

  it('warns if the service repeats its first page', async () => {
    const service = await answering(`[${card('1')},${card('2')}]`);
    const {code, stdout, stderr} = await home().asked(['list', 'cards', '--all', '--json'], at(service));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(stderr).toContain('optty: page 2 of cards repeats page 1');
  });

  it('compares the rows with the total of the service, and exits as partial', async () => {
    const items = [{orderId: 1}, {orderId: 2}];
    const service = await answering({total: 5, page: 1, pageSize: 100, items});
    const {code, stdout, stderr} = await home().asked(['list', 'orders', '--all', '--json'], at(service));
    expect(code).toBe(6);
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(toldIn(stderr)).toMatchObject({
      kind: 'partial',
      message: 'the service reports 5 rows of orders, but returned 2.',
    });
  });

  it('names the unreadable rows, prints the others and exits as partial', async () => {
    const service = await answering(`[${card('1')},{"id":"\\u001b[31m"},${card('3')}]`);
    for (const more of [[], ['--all']]) {
      const {code, stdout, stderr} = await home().asked(['list', 'cards', '--csv', ...more], at(service));
      expect(stdout.trimEnd().split('\n')).toHaveLength(3);
      expect(stderr).toMatch(/^optty: row 2 of cards cannot be read: /m);
      expect(stderr).not.toContain('\x1b');
      expect(code).toBe(6);
    }
  });
});

describe('optty list on a terminal', () => {
  async function picture(
    args: readonly string[],
    columns: number,
    service: {readonly origin: string},
    {toml, code = 0}: {readonly toml?: string; readonly code?: number} = {},
  ): Promise<string> {
    const terminal = home(toml).onTerminal(args, at(service), {columns});
    expect((await terminal.exit).code).toBe(code);
    return terminal.screen();
  }

  const wide = `[${card('1', ',"currentAskPrice":1234.5,"active":true')},${card('2', ',"currentAskPrice":7').replace('a card', '日本株の指数 with a long title that goes on and on')}]`;

  it('prints a table that fits, one line per row, with aligned decimal points', async () => {
    const service = await answering(wide);
    const toml = '[columns]\ncards = ["title", "type", "direction", "targetPrice", "currentAskPrice"]\n';
    expect(await picture(['list', 'cards', '--no-color'], 50, service, {toml})).toBe(
      `
  id  title           type   dir  target      ask
   1  a card          TOUCH  UP      1.5  1,234.5
   2  日本株の指数 …  TOUCH  UP      1.5      7`.slice(1),
    );
    expect(await picture(['list', 'cards', '--ascii'], 50, service, {toml})).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it('never wraps, and always shows the id', async () => {
    const service = await answering(wide);
    const [head, ...rows] = (await picture(['list', 'cards'], 40, service)).split('\n');
    expect(head).toMatch(/^ +id /);
    expect(rows.map(row => row.slice(0, 5))).toEqual(['   1 ', '   2 ']);
  });

  it('says which rows the page has, and that only this page is sorted', async () => {
    const items = [3, 1, 2].map(orderId => ({orderId, price: orderId}));
    const service = await answering({total: 60, page: 2, pageSize: 3, items});
    const args = ['list', 'orders', '--page', '2', '--page-size', '3', '--sort', 'price:desc'];
    const screen = await picture(args, 100, service);
    expect(screen).toContain('price▼');
    expect(screen).toContain(
      'optty: rows 4 to 6 of 60, sorted on this page only; --page 3 or --all shows more.',
    );
  });

  it('says that there are no rows', async () => {
    expect(await picture(['list', 'cards'], 80, await answering('[]'))).toBe('No rows.');
    const unreadable = await picture(['list', 'cards'], 80, await answering('[{},7]'), {code: 6});
    expect(unreadable).toMatch(/^None of 2 rows could be read\.\n/);
  });
});

describe('optty show', () => {
  it('finds a trade and an Easy Option by id, and cards and orders in their lists', async () => {
    const service = await busyPaper();
    const read = async (path: string) => (await service.call('GET', path)).json;
    const cards = await read('/v1/easy-options/list');
    const {content} = await read('/v1/easy-options/search');
    const {items: orders} = await read('/v1/orders');
    const {items: trades} = await read('/v1/trades');
    for (const [resource, key, row] of [
      ['cards', 'id', cards[1]],
      ['easy-options', 'id', content[1]],
      ['orders', 'orderId', orders[1]],
      ['trades', 'tradeId', trades[1]],
    ] as const) {
      const id = String(row[key]);
      const {code, stdout} = await home().asked(['show', resource, id], at(service));
      expect(code).toBe(0);
      expect((JSON.parse(stdout) as Record<string, string>)[key]).toBe(id);
    }
  });

  it('says where else to look for a missing record', async () => {
    const service = await busyPaper();
    const {stderr} = await home().asked(['show', 'orders', '77'], at(service));
    expect(stderr).toContain('optty: there is no order with the id "77".');
    expect(stderr).toContain('optty list trades --filter orderId:');
  });

  it('prints one line per field on a terminal, undocumented ones too, without cutting', async () => {
    const long = `"description":"${'word '.repeat(40)}end\\u001b]52;c;AA\\u0007"`;
    const service = await answering(`[${card('1', `,${long},"tick":0.10000000000000000001`)}]`);
    const terminal = home().onTerminal(['show', 'cards', '1'], at(service), {columns: 60});
    await terminal.exit;
    expect(terminal.transcript).not.toContain('\x1b]52');
    expect(terminal.screen()).toMatch(/^description {2}word word/m);
    expect(terminal.screen()).toContain('end␛]52;c;AA␇');
    expect(terminal.screen()).toMatch(/^also tick +0\.10000000000000000001$/m);
  });
});

describe('optty show, answered by a cache', () => {
  const headers = {age: '32', via: '1.1 proxy'};
  const words = 'A cache (1.1 proxy) answers for the service, 33 s old.';
  const resources = ['cards', 'easy-options', 'orders', 'trades'];
  const body = (path: string, items: object[]) => {
    if (path.endsWith('/list')) return `[${items.length === 0 ? '' : card('1')}]`;
    if (path.includes('easy-options')) return {content: items, page: 0, size: 1, totalElements: items.length};
    return path.endsWith('/orders') ? {items, total: items.length} : items[0];
  };

  it.each(resources)('says how old a record is: %s', async resource => {
    const record = {id: '1', orderId: 1, tradeId: 1};
    const service = await scriptedService(({path}) => ({headers, body: body(path, [record])}));
    const {code, stdout, stderr} = await home().asked(['show', resource, '1', '--json'], at(service));
    expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
    expect(Object.values(JSON.parse(stdout))).toContain('1');
  });

  it.each(resources)('does not prove absence: %s', async resource => {
    const missing = {status: 404, headers, body: {error: 'NONE', message: 'no'}};
    const service = await scriptedService(({path}) =>
      /trades\/./.test(path) ? missing : {headers, body: body(path, [])},
    );
    const {code, stderr} = await home().asked(['show', resource, '1'], at(service));
    expect(code).toBe(6);
    expect(stderr).toContain(`the id "1" was not found, but it may exist: ${words}`);
  });
});
