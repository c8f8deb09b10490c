import {existsSync, mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import {readHost} from '../../src/commands/host.ts';
import {leaseOf} from '../../src/core/journal/lease.ts';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from '../core/journal/older.ts';
import {type Resting, rest} from '../helpers/holdings.ts';
import {query} from '../helpers/journal.ts';
import {startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {passedOn, type Reply, scriptedService} from '../helpers/service.ts';
import {at as env, type Home, home, journalOf} from './optty.ts';

/** A profile whose lists are late by a second at most: a halt waits that long. */
const profileOf = (origin: string) =>
  `[profiles.t]\nbase_url = "${origin}"\n[profiles.t.dialect]\nlist_lag = 1\n`;

async function account(orders: number, {onTestFinished}: TestContext): Promise<{paper: TestPaper; at: Home}> {
  const paper = await startTestPaper({clock: 'real'}, onTestFinished);
  for (let count = 0; count < orders; count++) await rest(paper, '0.1', '5');
  return {paper, at: home(profileOf(paper.origin), onTestFinished)};
}

/** Answers each GET for good as it was answered first, with an Age, like a cache that is set up too broadly. */
async function startCache(paper: TestPaper, finished: TestContext['onTestFinished']): Promise<string> {
  const kept = new Map<string, {reply: Reply; at: number}>();
  const service = await scriptedService(async arrived => {
    const {method, url} = arrived;
    const key = url.replace(/\?.*/, '');
    const hit = method === 'GET' ? kept.get(key) : undefined;
    if (hit !== undefined) {
      const age = String(Math.round((performance.now() - hit.at) / 1_000) + 1);
      return {...hit.reply, headers: {...hit.reply.headers, age, via: '1.1 test-cache'}};
    }
    const reply = await passedOn(paper.origin, arrived);
    if (method === 'GET' && reply !== 'none' && reply.status === 200)
      kept.set(key, {reply, at: performance.now()});
    return reply;
  }, finished);
  return service.origin;
}

const listed = async (paper: TestPaper) => (await paper.call('GET', '/v1/orders')).json.total;

function keepExit(path: string, {symbol, orderId}: Resting): void {
  const draft = {kind: 'place', symbol, side: 'BUY', price: '5', size: '0.1', reduces: '1'};
  const detail = {proof: 'proved', underHalt: 1};
  const columns =
    'id, target, kind, risk, state, draft, asked_at, changed_at, reason, detail, resolved_record_id';
  const texts = [JSON.stringify(draft), Date.now(), Date.now(), '', JSON.stringify(detail), orderId];
  const values = ['exit', `BUY ${symbol}`, 'place', 'reduces', 'CONFIRMED', ...texts];
  query(path, `INSERT INTO intents (${columns}) VALUES (${values.map(() => '?')})`, ...values);
}

const haltsIn = (path: string) => query(path, 'SELECT number FROM halts');

/** A halt whose cancel the service keeps failing. */
async function failing(test: TestContext) {
  const {paper, at} = await account(1, test);
  await paper.call('PUT', '/_paper/faults', {faults: 'DELETE /v1/orders/*:status=503'});
  const halt = at.start(['halt'], env(paper));
  await halt.prints(/UNKNOWN: cancel order/);
  return {paper, at, halt};
}

/**
 * A halt whose token comes once the file `go` is there. optty has run on the account before: so the flag goes
 * to its journal also if the service, on a busy machine, does not answer within a second.
 */
async function haltWithSlowToken(at: Home, origin: string, ledger: string) {
  const named = {origin, path: '', ledger, mayChange: true, answered: {ledger}};
  const before = await at.journal({...named, fingerprint: '', credentialSource: 'none'});
  await before.account.claim(new Set());
  before.close();
  const go = join(at.folder, 'go');
  const waits = `while [ ! -e ${go} ]; do sleep 0.1; done; echo test-token`;
  const token = `token_command = ["sh", "-c", ${JSON.stringify(waits)}]`;
  at.write('.config/optty/config.toml', profileOf(origin).replace('[profiles.t.dialect]', `${token}\n$&`));
  return {go, halt: at.start(['halt'])};
}

/** A halt waits until the lists of the service can be late no more, so several run at once. */
describe.concurrent('optty halt', () => {
  it('cancels every order in spite of a lost response and a 403, prints NO ORDERS once confirmed, and exits with 0', async test => {
    const {paper, at} = await account(3, test);
    const before = await at.asked(['halt', '--status'], env(paper));
    expect([before.code, before.stdout]).toEqual([1, expect.stringContaining('RUNNING')]);
    const faults = 'DELETE /v1/orders/*:drop-after*1, DELETE /v1/orders/*:status=403*1';
    expect((await paper.call('PUT', '/_paper/faults', {faults})).status).toBe(200);
    const {code, stdout} = await at.optty(['halt'], env(paper));
    expect(stdout).toMatch(/HALTED by process \d+/);
    expect(stdout).toMatch(/UNKNOWN: cancel order/);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      / HALTED, NO ORDERS · confirmed at [\d:]{8} · account default$/,
    );
    expect(code).toBe(0);
    expect(await listed(paper)).toBe(0);
    const after = await at.asked(['halt', '--status', '--json'], env(paper));
    expect([after.code, JSON.parse(after.stdout)]).toMatchObject([0, {state: 'NO ORDERS', left: []}]);
    // An order that is listed again counts, but for one that was asked for under the halt to get out.
    const {symbol, orderId} = await rest(paper, '0.1', '5');
    const again = await at.asked(['halt', '--status'], env(paper));
    expect([again.code, again.stdout]).toEqual([
      1,
      expect.stringMatching(/ HALTED · LISTED AGAIN: 1 open · was NO ORDERS · confirmed /),
    ]);
    keepExit(journalOf(at, paper), {symbol, orderId});
    expect(await at.asked(['halt', '--status'], env(paper))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(' · except 1 order to close a position · '),
    });
  });

  it.runIf(process.platform === 'linux')(
    'goes on although its output cannot be written, and says so',
    async test => {
      const {paper, at} = await account(2, test);
      const {code, stderr} = await at.unread(['halt'], env(paper));
      expect([code, stderr]).toEqual([
        1,
        'optty: standard output cannot be written (ENOSPC): free disk space, or write elsewhere.\n',
      ]);
      expect(await listed(paper)).toBe(0);
    },
  );

  it('halts each profile with --all-profiles, whatever fails in another', async test => {
    const {paper, at} = await account(1, test);
    const profile = (name: string, token: string) =>
      `[profiles.${name}]\nlabel = "${name}"\nbase_url = "${paper.origin}"\ntoken_file = "${at.write(token, 'test-token')}"\n`;
    const other = profile('other', 'token').replace('/token"', '/missing"');
    at.write('.config/optty/config.toml', profile('live', 'token') + other);
    const {code, stdout, stderr} = await at.optty(['halt', '--all-profiles']);
    expect(stdout).toMatch(/^live: .* HALTED, NO ORDERS · confirmed at [\d:]{8} · account live$/m);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^other: optty: .*missing/m)]);
    expect(await listed(paper)).toBe(0);
  });

  it('exits with 1 after --timeout if the service keeps failing, with a message', async test => {
    const {paper, at} = await account(1, test);
    await paper.call('PUT', '/_paper/faults', {faults: 'DELETE /v1/orders/*:status=503'});
    const {code, stderr} = await at.asked(['halt', '--timeout', '10'], env(paper));
    expect(code).toBe(1);
    expect(stderr).toMatch(/Not confirmed after 10 s\. The halt stays set/);
  });

  it('exits with 1 immediately on a journal of an older build, and names its unresolved writes', async test => {
    const {paper, at} = await account(1, test);
    leaveOlderJournal(journalOf(at, paper), unresolvedOlder);
    for (const args of [['halt'], ['halt', '--status']]) {
      const {code, stderr} = await at.asked(args, env(paper));
      expect(code).toBe(1);
      expect(stderr).toContain('Move its folder away, then start optty again.');
      expect(stderr).toContain(unresolvedOlderLines.join('; '));
    }
    expect(await listed(paper)).toBe(1);
  });

  it('claims no halt that the journal did not take', async test => {
    const {paper, at} = await account(1, test);
    // SQLite cannot make its file there: as on a disk without inodes.
    mkdirSync(`${journalOf(at, paper)}-wal`, {recursive: true});
    writeFileSync(`${journalOf(at, paper)}-wal/in-the-way`, '');
    const {code, stdout, stderr} = await at.asked(['halt', '--timeout', '10'], env(paper));
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/HALT NOT SAVED, retrying\. The journal .* cannot be/),
    ]);
    expect(stderr).toContain('HALT NOT SAVED: no process blocks new risk now.');
    expect(stdout + stderr).not.toMatch(/HALTED|stays set/);
  });

  it('is not over while the journal lacks later writes, which may be live', async test => {
    const {paper, at} = await account(0, test);
    mkdirSync(dirname(journalOf(at, paper)), {recursive: true});
    writeFileSync(`${journalOf(at, paper)}-count`, '1');
    const halt = at.start(['halt', '--json'], env(paper));
    // Nothing else is left that holds it up.
    await halt.prints(
      /"left":\[{"what":"NO ORDERS is not confirmed yet","why":"the journal lacks 1 later write/,
    );
    halt.kill('SIGINT');
    expect((await halt.ended).stdout).not.toContain('"state":"NO ORDERS"');
  });

  it('is not proved by answers of a cache, which doctor names', async test => {
    const {paper, at} = await account(0, test);
    const cache = await startCache(paper, test.onTestFinished);
    at.write('.config/optty/config.toml', profileOf(cache));
    const behind = {...env(paper), OPTTY_BASE_URL: cache};
    const first = await at.asked(['list', 'orders', '--json'], behind);
    expect([first.code, first.stdout]).toEqual([0, '[]\n']);
    await rest(paper, '0.1', '5');
    const {code, stdout} = await at.asked(['halt', '--json', '--timeout', '9'], behind);
    const words = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect([code, await listed(paper)]).toEqual([1, 1]);
    expect(words.map(({state}) => state)).not.toContain('NO ORDERS');
    const again = await at.asked(['list', 'orders'], behind);
    expect(again.stderr).toMatch(/A cache \(1\.1 test-cache\) answers for the service, \d+ s old/);
    expect((await at.asked(['doctor'], behind)).stdout).toMatch(
      /answers up to \d+ s old, from 1\.1 test-cache/,
    );
  });

  it('exits with 1 once its journal is gone, with a message', async test => {
    const {paper, at, halt} = await failing(test);
    const path = journalOf(at, paper);
    renameSync(path, `${path}.old`);
    const {code, stderr} = await halt.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('was deleted or replaced')]);
    expect(stderr).not.toContain('stays set');
  });

  it('exits at the first signal', async test => {
    const {halt} = await failing(test);
    halt.kill('SIGHUP');
    const {code, stderr} = await halt.ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('The halt stays set')]);
  });

  it('takes free controls back that another process took, and goes on', async test => {
    const {paper, at, halt} = await failing(test);
    const path = journalOf(at, paper);
    const lease = JSON.stringify(leaseOf(readHost(process.pid)));
    query(path, 'INSERT INTO controls (lease, taken_at) VALUES (?, ?)', lease, Date.now());
    await halt.prints(/VIEWER: process \d+ took the controls/);
    await paper.call('PUT', '/_paper/faults', {faults: ''});
    expect(await listed(paper)).toBe(1);
    query(path, 'UPDATE controls SET released_at = ?', Date.now());
    expect((await halt.ended).code).toBe(0);
    expect(await listed(paper)).toBe(0);
  });

  it('cancels with the token that the file holds now', async test => {
    const {paper, at} = await account(2, test);
    const file = join(at.folder, 'token');
    let accepted = 'first-token';
    const front = await scriptedService(async arrived => {
      const isKnown = arrived.headers.authorization === `Bearer ${accepted}`;
      const known = {...arrived, headers: {...arrived.headers, authorization: 'Bearer test-token'}};
      // The refusal too is one of the paper service: it names its ledger.
      const reply = await passedOn(paper.origin, isKnown ? known : arrived);
      if (isKnown && accepted === 'first-token') {
        accepted = 'second-token';
        at.write('token', accepted);
      }
      return reply;
    }, test.onTestFinished);
    at.write('token', accepted);
    const toml = profileOf(front.origin).replace('[profiles.t.dialect]', `token_file = "${file}"\n$&`);
    at.write('.config/optty/config.toml', toml);
    const {code, stdout} = await at.asked(['halt']);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/ HALTED, NO ORDERS · /);
    expect(code).toBe(0);
    expect(await listed(paper)).toBe(0);
  });

  it('says that it was lifted, and sets no other', async test => {
    const {paper, at} = await account(1, test);
    const {halt, go} = await haltWithSlowToken(at, paper.origin, paper.ledgerId);
    const path = journalOf(at, paper);
    await expect.poll(() => haltsIn(path)).toHaveLength(1);
    query(path, 'UPDATE halts SET lifted_at = ?', Date.now());
    writeFileSync(go, '');
    const {code, stderr} = await halt.ended;
    expect([code, stderr]).toEqual([1, 'optty: The halt was lifted: nothing more is canceled.\n']);
    expect(await listed(paper)).toBe(1);
    expect(haltsIn(path)).toHaveLength(1);
  });

  it.for(['its file is gone', 'another service answers'])(
    'sets the halt before it asks for the token, and again if %s by then: nobody lifted it',
    async (why, test) => {
      const {paper, at} = await account(1, test);
      const isOther = why === 'another service answers';
      const go = join(at.folder, 'go');
      const front = await scriptedService(
        arrived =>
          isOther && !existsSync(go)
            ? {status: 401, headers: {'optty-ledger': 'last'}}
            : passedOn(paper.origin, arrived),
        test.onTestFinished,
      );
      const {halt} = await haltWithSlowToken(at, front.origin, isOther ? 'last' : paper.ledgerId);
      const path = journalOf(at, isOther ? {ledgerId: 'last'} : paper);
      await expect.poll(() => haltsIn(path)).toHaveLength(1);
      expect(await listed(paper)).toBe(1);
      if (!isOther) renameSync(dirname(path), join(at.folder, 'away'));
      writeFileSync(go, '');
      const {code, stderr} = await halt.ended;
      expect([code, stderr]).toEqual([0, '']);
      expect(await listed(paper)).toBe(0);
      expect(haltsIn(journalOf(at, paper))).toHaveLength(1);
    },
  );

  it('asks until a service answers, and halts that one too if it is not the last at its address', async test => {
    const {paper, at} = await account(1, test);
    let left = 6;
    const front = await scriptedService(
      arrived => (left-- > 0 ? 'none' : passedOn(paper.origin, arrived)),
      test.onTestFinished,
    );
    const {origin} = front;
    at.write('.config/optty/config.toml', profileOf(origin));
    const last = {origin, path: '', ledger: 'last', fingerprint: 'a', credentialSource: 'paper'};
    const before = await at.journal(last);
    await before.account.claim(new Set());
    const {code, stdout} = await at.asked(['halt'], {...env(paper), OPTTY_BASE_URL: origin});
    expect([code, await listed(paper)]).toEqual([0, 0]);
    expect(stdout).toMatch(/The service does not answer\. Asking until it does\./);
    expect(before.halt.seen()).toMatchObject({progress: undefined});
    const status = await at.asked(['halt', '--status', '--json'], env(paper));
    expect(JSON.parse(status.stdout)).toMatchObject({state: 'NO ORDERS'});
  });

  it('exits with 5 if the service is unreachable, and writes nothing with --status', async ({
    onTestFinished,
  }) => {
    const closed = {OPTTY_BASE_URL: 'http://127.0.0.1:9', OPTTY_TOKEN: 'test-token'};
    const {code} = await home(undefined, onTestFinished).asked(['halt', '--status'], closed);
    expect(code).toBe(5);
  });

  it('sets the halt and cancels nothing if the profile is READ-ONLY', async test => {
    const {paper, at} = await account(1, test);
    const {code, stderr} = await at.asked(['halt'], {...env(paper), OPTTY_READ_ONLY: '1'});
    expect([code, stderr]).toEqual([1, expect.stringMatching(/HALTED\. READ-ONLY/)]);
    expect(await listed(paper)).toBe(1);
    await paper.call('PUT', '/_paper/faults', {faults: 'GET /v1/orders:status=500'});
    const status = await at.asked(['halt', '--status'], env(paper));
    expect(status).toMatchObject({code: 1, stdout: expect.stringMatching(/HALTED · by process/)});
    expect(status.stderr).toContain('status 500');
  });
});
