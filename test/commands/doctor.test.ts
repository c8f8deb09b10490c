import {readFileSync, statSync} from 'node:fs';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {DialectChoice} from '../../src/paper/operations/dialect.ts';
import {startPaper} from '../../src/paper/server.ts';
import {expired, tlsService, valid} from '../api/certificates.ts';
import {type Reply, scriptedService} from '../helpers/service.ts';
import {busyPaper} from './busy-paper.ts';
import {type Home, home} from './optty.ts';

type Report = {
  ok: boolean;
  environment: string | null;
  checks: {name: string; result: string; found: string; more?: string}[];
  dialect: {setting: string; verdict: string; value: unknown}[];
  toml: string;
};

const profile = (origin: string, more = '') => `[profiles.live]\nbase_url = "${origin}"\n${more}`;

async function doctor(at: Home, args: readonly string[] = [], token = 'test-token') {
  const {code, stdout, stderr} = await at.asked(['doctor', '--json', ...args], {OPTTY_TOKEN: token});
  expect(stderr).toBe('');
  return {code, report: JSON.parse(stdout) as Report};
}

const check = ({checks}: Report, name: string) => checks.find(each => each.name === name);
const changed = ({dialect}: Report) =>
  Object.fromEntries(
    dialect.filter(({verdict}) => verdict === 'changed').map(({setting, value}) => [setting, value]),
  );

it('optty doctor on a service with the default dialect finds nothing wrong', async () => {
  const {origin} = await busyPaper();
  const {code, report} = await doctor(home(profile(origin)));
  expect(report.checks.filter(({result}) => result === 'wrong' || result === 'warning')).toEqual([]);
  expect(code).toBe(0);
  expect(report).toMatchObject({ok: true, environment: 'PAPER', toml: ''});
  expect(check(report, 'credentials')?.found).toBe('OPTTY_TOKEN, accepted');
  expect(JSON.stringify(report)).not.toContain('test-token');
});

describe('optty doctor on a service with another dialect', () => {
  const dialects: readonly DialectChoice[] = [
    {search_dto: 'bracket', orders: {page: 'pageNumber', page_size: 'limit'}},
    {
      search_dto: 'dot',
      orders: {asset: 'underlying', type: 'optionType', page_size: 'per_page'},
      trades: {
        ...{symbol: 'instrument', order_id: 'order_id', position_id: 'position_id'},
        ...{page: 'p', page_size: 'size'},
      },
    },
    {search_dto: 'json', trades: {side: 'side', side_case: 'upper', start: 'from', end: 'to'}},
  ];
  /** Each setting by its name in the report. */
  const settingsOf = (dialect: object, before = ''): [string, unknown][] =>
    Object.entries(dialect).flatMap(([name, value]) =>
      typeof value === 'object' ? settingsOf(value, `${name}.`) : [[before + name, value]],
    );

  it.each(dialects)('detects %o', async dialect => {
    const {origin} = await busyPaper({dialect});
    const at = home(profile(origin, '# mine\nlabel = "Main"\n'));
    const writing = await doctor(at, ['--write']);
    expect(changed(writing.report)).toEqual(Object.fromEntries(settingsOf(dialect)));
    expect(writing.code).toBe(0);
    expect(readFileSync(at.config, 'utf8')).toContain('# mine\nlabel = "Main"\n');
    expect(statSync(at.config).mode & 0o777).toBe(0o600);

    const again = await doctor(at);
    expect(changed(again.report)).toEqual({});
    expect(again.code).toBe(0);
  });
});

describe('optty doctor', () => {
  const nothing = {total: 0, page: 1, pageSize: 20, items: [], content: []};
  const empty: Reply = {body: nothing};
  /** The list of cards has no page around it. */
  const emptyAt = (path: string) => ({body: path.endsWith('/list') ? [] : nothing});

  it('sends only GET requests', async () => {
    const {origin, arrived} = await scriptedService(empty);
    await doctor(home(profile(origin)), ['--write']);
    expect(new Set(arrived.map(({method}) => method))).toEqual(new Set(['GET']));
  });

  it('names the settings for which no spelling works', async () => {
    const card = {
      id: 1,
      type: 'TOUCH',
      underlying: 'BTC',
      direction: 'UP',
      targetPrice: 1,
      expiryDate: '2026-11-27T08:00:00Z',
      title: 'x',
    };
    const cards = [card, {...card, id: 2, title: 'y'}, {...card, id: 3, targetPrice: {}}];
    const orders = ['CALL', 'PUT', 'CALL'].map((type, orderId) => ({orderId, type}));
    const trades = ['BUY', 'SELL', 'BUY'].map((tradeSide, tradeId) => ({tradeId, tradeSide}));
    const {origin} = await scriptedService(({path}) => {
      const page = {total: 3, page: 1, pageSize: 20};
      if (path.endsWith('/list')) return {body: cards};
      if (path.endsWith('/search')) return {body: {content: [], page: 0, size: 40, totalElements: 0}};
      return {body: {...page, items: path.endsWith('/orders') ? orders : trades}};
    });
    const {code, report} = await doctor(home(profile(origin)));
    expect(code).toBe(1);
    expect(report.environment).toBe('LIVE');
    const unspelled = report.dialect.filter(({verdict}) => verdict === 'none').map(({setting}) => setting);
    const ofQueries = report.dialect
      .map(({setting}) => setting)
      .filter(name => /^(search|orders|trades)/.test(name));
    expect(ofQueries).toHaveLength(14);
    expect(unspelled).toEqual(ofQueries);
    expect(check(report, 'Cards')).toMatchObject({
      result: 'wrong',
      found: expect.stringContaining('1 unreadable'),
    });
    expect(check(report, 'Cards')?.more).toContain('row 3: targetPrice');
    expect(report.toml).not.toContain('orders');
  });

  const fullPage = (sides: readonly string[]) =>
    Array.from({length: 20}, (_, tradeId) => ({tradeId, tradeSide: sides[tradeId % sides.length]}));
  const both = fullPage(['BUY', 'SELL']);

  it.each<[what: string, trades: (side: string | null) => object[], verdicts: string[]]>([
    ['full pages of each side', side => (side ? fullPage([side.toUpperCase()]) : both), ['obeyed', 'obeyed']],
    [
      'an empty answer to another spelling',
      side => (side === null ? both : /^(BUY|SELL)$/.test(side) ? fullPage([side]) : []),
      ['obeyed', 'changed'],
    ],
    ['rows without sides', () => Array.from({length: 20}, (_, tradeId) => ({tradeId})), ['untold', 'untold']],
  ])('judges the filter by side: %s', async (_, trades, verdicts) => {
    const {origin} = await scriptedService(({path, query}) =>
      path.endsWith('/trades')
        ? {body: {page: 1, pageSize: 20, items: trades(query.get('tradeSide'))}}
        : emptyAt(path),
    );
    const {dialect} = (await doctor(home(profile(origin)))).report;
    const ofSide = dialect.filter(({setting}) => setting.startsWith('trades.side'));
    expect(ofSide.map(({verdict}) => verdict)).toEqual(verdicts);
  });

  it('reports no error that an empty list cannot prove', async () => {
    const {origin} = await scriptedService(({path}) => emptyAt(path));
    const {code, report} = await doctor(home(profile(origin)));
    expect(report.checks.filter(({result}) => result === 'wrong')).toEqual([]);
    expect(
      report.dialect.filter(({setting}) => setting.includes('.page')).map(({verdict}) => verdict),
    ).toEqual(['untold', 'untold', 'untold', 'untold']);
    expect(code).toBe(0);
  });

  const webPage = {headers: {'content-type': 'text/html'}, body: '<html>hello</html>'};
  const slower = {status: 429, headers: {'retry-after': '0'}, body: {message: 'slow down'}};
  const late = () => ({...empty, headers: {date: new Date(Date.now() - 90_000).toUTCString()}});
  let asked = 0;

  it.each<[what: string, script: () => Reply, name: string, found: object]>([
    ['a web page', () => webPage, 'Cards', {result: 'wrong', more: expect.stringContaining('web page')}],
    ['a wrong clock', late, 'clock', {result: 'wrong', found: expect.stringMatching(/^(89|90)\.\d s ahead/)}],
    ['a 429, which it waits out', () => (asked++ % 7 === 3 ? slower : empty), 'Orders', {result: 'ok'}],
  ])('judges %s', async (_, script, name, found) => {
    const {origin} = await scriptedService(script);
    const {report} = await doctor(home(profile(origin)));
    expect(check(report, name)).toMatchObject(found);
  });

  it('says why nothing answers', async () => {
    const {code, report} = await doctor(home(profile('http://127.0.0.1:1')));
    expect(code).toBe(5);
    expect(check(report, 'link')).toMatchObject({result: 'wrong', found: 'refused'});
    expect(check(report, 'link')?.more).toContain('Check the base URL and that the service is running.');
  });

  it('names the proxy that failed', async () => {
    const env = {HTTPS_PROXY: 'http://127.0.0.1:1'};
    const {code, stdout} = await home(profile('https://service.example')).asked(['doctor'], env);
    expect([code, stdout]).toEqual([5, expect.stringMatching(/wrong +link +proxy\n/)]);
    expect(stdout).toContain('Check HTTPS_PROXY, ALL_PROXY and NO_PROXY.');
  });

  it('checks TLS before it sends a request', async () => {
    const link = async (cert: string) => {
      const {port, seen} = await tlsService(cert, ({url = ''}) => emptyAt(url.split('?')[0] ?? '').body);
      const origin = `https://localhost:${port}`;
      const at = home(`${profile(origin)}ca_file = "~/ca.pem"\n`);
      at.write('ca.pem', cert);
      // Node accepts every certificate by this one, and reads it as the process starts.
      const env = {OPTTY_TOKEN: 'canary', NODE_TLS_REJECT_UNAUTHORIZED: '0'};
      const {stdout} = await at.optty(['doctor', '--json'], env);
      return {...check(JSON.parse(stdout) as Report, 'link'), isAsked: seen.length > 0};
    };
    expect(await link(valid)).toMatchObject({result: 'ok', found: 'direct', isAsked: true});
    expect(await link(expired)).toMatchObject({result: 'wrong', found: 'tls', isAsked: false});
  });

  it('names the refused credential and never shows it', async () => {
    const {origin} = await busyPaper();
    const {code, report} = await doctor(home(profile(origin)), [], 'canary-token');
    expect(code).toBe(4);
    expect(check(report, 'credentials')).toMatchObject({result: 'wrong', found: 'OPTTY_TOKEN, refused'});
    const names = report.checks.map(({name}) => name);
    expect(names.slice(names.indexOf('credentials') + 1)).toEqual(['lists and dialect']);
    expect(report.checks.filter(({result}) => result === 'wrong')).toHaveLength(1);
    expect(report.dialect).toEqual([]);
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  it('finds the header in which the service expects the token', async () => {
    const {origin} = await scriptedService(({headers}) =>
      headers['x-api-key'] === 'test-token' ? empty : {status: 401, body: {message: 'who are you?'}},
    );
    const {code, report} = await doctor(home(profile(origin)));
    expect(code).toBe(1);
    expect(changed(report)).toEqual({'auth.scheme': 'header', 'auth.header': 'X-API-Key'});
    expect(report.toml).toBe('[profiles.live.dialect.auth]\nscheme = "header"\nheader = "X-API-Key"\n');
  });

  it('detects that Easy Options refuse the credential that orders need', async () => {
    const {origin} = await scriptedService(({path, headers}) => {
      if (path.startsWith('/v1/easy-options') === (headers.authorization !== undefined))
        return {status: 401, body: {message: 'no'}};
      return emptyAt(path);
    });
    const {report} = await doctor(home(profile(origin)));
    expect(changed(report)).toEqual({'auth.easy_options': false});
  });

  it('accepts that the paper service has its own clock', async () => {
    const paper = await startPaper({token: 'test-token', start: '2026-01-05T12:00:00Z', speed: 60});
    onTestFinished(() => paper.close());
    const {report} = await doctor(home(profile(paper.baseUrl)));
    expect(check(report, 'clock')).toMatchObject({
      result: 'ok',
      found: expect.stringMatching(/ s (ahead of|behind) the service: the paper service has its own clock$/),
    });
  });

  it('writes nothing without a profile to write to', async () => {
    const {code, stderr} = await home().asked(['doctor', '--write']);
    expect(code).toBe(2);
    expect(stderr).toContain('--write: no profile to write to.');
  });

  it('adds a table to a dialect in the file, and leaves it alone if it has other values', async () => {
    const own = (origin: string) => profile(origin, '[profiles.live.dialect]\nlist_lag = 7\n');
    const paged = await busyPaper({dialect: {orders: {page: 'p'}}});
    const added = home(own(paged.origin));
    expect((await doctor(added, ['--write'])).code).toBe(0);
    expect(readFileSync(added.config, 'utf8')).toBe(
      `${own(paged.origin)}\n[profiles.live.dialect.orders]\npage = "p"\n`,
    );
    const {origin} = await busyPaper({dialect: {search_dto: 'json'}});
    const kept = home(own(origin));
    const {code, stderr} = await kept.asked(['doctor', '--write'], {OPTTY_TOKEN: 'test-token'});
    expect([code, stderr]).toEqual([1, expect.stringContaining('has a dialect already. Change it there')]);
    expect(readFileSync(kept.config, 'utf8')).toBe(own(origin));
  });

  it('writes no dialect into a profile for another address', async () => {
    const {origin} = await busyPaper({dialect: {search_dto: 'json'}});
    const other = '[profiles.lab]\nbase_url = "http://127.0.0.1:1"\n';
    for (const toml of ['[profiles.lab]\n', other]) {
      const at = home(toml);
      const env = {OPTTY_BASE_URL: origin, OPTTY_TOKEN: 'test-token', OPTTY_PROFILE: 'lab'};
      const {code, stderr} = await at.asked(['doctor', '--write'], env);
      const advice = `Set base_url = "${origin}" in [profiles.lab] first.`;
      expect([code, stderr]).toEqual([2, expect.stringContaining(advice)]);
      expect(readFileSync(at.config, 'utf8')).toBe(toml);
    }
    const at = home(other);
    const {stdout} = await at.asked(['doctor'], {OPTTY_BASE_URL: origin, OPTTY_TOKEN: 'test-token'});
    expect(stdout).toContain(`profile lab is not for ${origin}: its guardrails and limits apply`);
  });

  it('checks the embedded paper service without any configuration', async () => {
    const {code, stdout} = await home().asked(['doctor']);
    expect(stdout).toContain('PAPER, proved by the service');
    expect(code).toBe(0);
  });
});
