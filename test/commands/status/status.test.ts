import {spawn} from 'node:child_process';
import {mkdirSync, renameSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {describe, expect, it, type TestContext} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import type {Intent} from '../../../src/core/intents/intent.ts';
import {leaseOf} from '../../../src/core/journal/lease.ts';
import {journalPath} from '../../../src/core/journal/place.ts';
import type {StatusNote} from '../../../src/core/journal/status-note.ts';
import {leaveOlderJournal, unresolvedOlder} from '../../core/journal/older.ts';
import {unlimited} from '../../core/limits/knows.ts';
import {intentFor} from '../../helpers/intents.ts';
import {query} from '../../helpers/journal.ts';
import {busyPaper} from '../busy-paper.ts';
import {type Home, home, placesIn} from '../optty.ts';

const toml = '[profiles.live]\nlabel = "main"\nbase_url = "https://svc.example/api"\n';
const service = {
  origin: 'https://svc.example',
  path: '/api',
  fingerprint: 'abcd',
  credentialSource: 'file',
};
/** So that a slow machine makes nothing older. */
const now = Date.now();
const file = (folder: string, label = 'main') => journalPath(placesIn(folder), service, label);

const asked = (at: Home, args: readonly string[]) => at.asked(args, {}, {now});

/** A home, the journal of its profile, and what is asked there. */
async function begin(test: TestContext, label = 'main') {
  const at = home(toml, test.onTestFinished);
  const bound = await at.journal(service, label);
  const line = async () => (await asked(at, ['status', '--line'])).stdout;
  const json = async () => JSON.parse((await asked(at, ['status', '--json'])).stdout);
  return {at, bound, line, json};
}

/** So too, but the journal is another account's and has an UNKNOWN. */
async function beginWithBob(test: TestContext) {
  const begun = await begin(test, 'bob');
  await begun.bound.account.claim(new Set());
  begun.bound.ask(lost('1'), unlimited);
  begun.bound.save({...lost('1'), state: 'UNKNOWN'});
  return begun;
}

const note = (ageMs: number, pl: StatusNote['pl'], workingOrders = 0, more: object = {}) =>
  JSON.stringify({
    ...{at: now - ageMs, by, covered: 0, listLagMs: 10_000, staleAfterMs: 75_000, pl, workingOrders},
    ...{easyOptions: 0, positions: 0, skewMs: 0, ...more},
  });
const by = JSON.stringify(leaseOf(readHost(process.pid)));
const killed = JSON.stringify({...leaseOf(readHost(process.pid)), startTime: 'earlier'});
const gain = {currency: 'USDT', sum: '12.34', without: 0, count: 2};

const lost = (id: string) =>
  intentFor({kind: 'open', cardId: id, investmentAmount: '25'}, {id}, {mono: 0, wall: now});

/** What is kept is kept every few seconds, so several wait for it at once. */
describe.concurrent('optty status --line', () => {
  it('prints one line while a dashboard is open: UNKNOWN, HALTED and STALE before P/L', async test => {
    const {bound, line, json} = await begin(test);
    expect(await line()).toBe('uP/L n/a (no dashboard)\n');
    bound.keep('status', note(1_000, [gain]));
    expect(await line()).toBe('uP/L +12.34 USDT\n');
    bound.keep('status', note(1_000, [], 2, {positions: 1}));
    expect(await line()).toBe('no open Easy Options · 2 orders working · 1 position held\n');
    bound.keep('status', note(1_000, [gain], 0, {positions: 1, easyOptions: 2}));
    expect(await line()).toBe('uP/L +12.34 USDT · 2 Easy Options open · 1 position held\n');
    bound.keep('status', note(1_000, [gain], 0, {isPartial: true}));
    expect(await line()).toBe('read so far · uP/L +12.34 USDT\n');
    bound.keep('status', note(21_000, [gain], 0, {isStale: true}));
    expect(await line()).toMatch(/^STALE 2\d s · uP\/L \+12.34 USDT\n$/);
    bound.keep('status', note(1_000, [{...gain, isAtAsk: true}]));
    expect(await line()).toBe('uP/L at ask +12.34 USDT\n');
    const today = [{currency: 'USDT', net: '-6', realized: '-18.34', open: '12.34', isAtWorst: true}];
    bound.keep('status', note(1_000, [gain], 0, {unlisted: 1, today}));
    expect(await line()).toBe('uP/L +12.34 USDT excl. 1 fill · today -6 USDT net at worst\n');
    bound.keep('status', note(1_000, [], 0, {unlisted: 1, mayHaveFilled: true}));
    expect(await line()).toBe('no open Easy Options excl. 1 fill?\n');
    bound.keep('status', note(1_000, [gain]));
    bound.ask(lost('1'), unlimited);
    bound.save({...lost('1'), state: 'UNKNOWN'});
    bound.keep('status', note(185_000, [gain, {currency: 'EUR', sum: '0', without: 1, count: 1}]));
    bound.halt.set(now);
    expect(await line()).toBe(
      '1 UNKNOWN · HALTED · STALE 3m · uP/L +12.34 USDT · uP/L n/a EUR (1 unpriced)\n',
    );
    const halted = {
      isHalted: true,
      halt: 'HALTED',
      haltedBy: expect.stringContaining(`process ${process.pid}`),
    };
    expect(await json()).toMatchObject({unknown: 1, isStale: true, ...halted});
    bound.controls.take(now, false);
    bound.halt.set(now, 'NO ORDERS');
    bound.halt.report({at: now, word: 'NO ORDERS', left: [], orders: 0});
    expect(await line()).toMatch(/ · HALTED, NO ORDERS at [\d:]{8} · STALE /);
    expect((await json()).haltConfirmedAt).toBe(new Date(now).toISOString());
    // Listed again, or placed to close a position.
    bound.keep('status', note(-1_000, [gain], 1));
    expect(await line()).toMatch(/ · HALTED · uP\/L .* · 1 order working$/m);
    expect(await json()).toMatchObject({halt: 'HALTED', haltConfirmedAt: null});
  });

  it('counts the canceled orders that none has replaced, if no dashboard may place them yet', async test => {
    const {bound, line, json} = await begin(test);
    const order = {orderId: '7', symbol: 'BTC-C', side: 'BUY', price: '5', size: '1'} as const;
    const then = {...order, kind: 'amend', newPrice: '6', newSize: '1', tradesLagMs: 0} as const;
    const cancel: Intent = {...lost('1'), draft: {...order, kind: 'cancel', then}};
    bound.ask(cancel, unlimited);
    const canceled = {...cancel, state: 'CONFIRMED', proof: 'proved'} as const;
    bound.save(canceled);
    expect(await line()).toBe('uP/L n/a (no dashboard)\n');
    // As the next process says that took over from one that ended.
    bound.save({
      ...canceled,
      notReplaced: 'optty ended, or lost the controls, before the new order was placed.',
    });
    expect(await line()).toMatch(/^1 NOT REPLACED · uP/);
    expect((await json()).canceledNotPlaced).toBe(1);
  });

  it('says of which account an UNKNOWN is that is not of the profile', async test => {
    const {at, line, json} = await beginWithBob(test);
    expect(await line()).toBe('1 UNKNOWN in account bob of svc.example/api · no journal\n');
    expect(await json()).toMatchObject({
      ...{hasJournal: false, unknown: 0},
      others: [{service: 'https://svc.example/api', account: 'bob', unresolved: 1}],
    });
    (await at.journal(service, 'main')).halt.set(now);
    expect(await line()).toMatch(/^HALTED · 1 UNKNOWN in account bob /);
  });

  it('says what is UNKNOWN in the journal of an older optty', async test => {
    const at = home(toml, test.onTestFinished);
    leaveOlderJournal(placesIn(at.folder).oldJournal, unresolvedOlder);
    const words = '2 UNKNOWN of an older optty: run optty resolve-old';
    expect((await asked(at, ['status', '--line'])).stdout).toBe(`${words} · no journal\n`);
    expect(JSON.parse((await asked(at, ['status', '--json'])).stdout)).toMatchObject({old: 2, unread: []});
    expect((await asked(at, ['doctor'])).stdout).toContain(words);
    expect((await asked(at, ['report'])).stdout).toContain('2 of an older optty');
  });

  it('says that a journal was moved, and of which account its UNKNOWN are', async test => {
    const {at} = await beginWithBob(test);
    renameSync(dirname(file(at.folder, 'bob')), dirname(file(at.folder)));
    const {code, stdout, stderr} = await asked(at, ['status', '--line']);
    const words = 'is of account bob of svc.example/api. Move it back.';
    const line = '1 UNKNOWN in account bob of svc.example/api\n';
    expect([code, stdout, stderr]).toEqual([1, line, expect.stringContaining(words)]);
  });

  it('names a journal that cannot be read', async test => {
    const at = home(toml, test.onTestFinished);
    const path = file(at.folder, 'bob');
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, 'no database at all');
    expect((await asked(at, ['status', '--line'])).stdout).toBe(`${path} cannot be read · no journal\n`);
    expect(JSON.parse((await asked(at, ['status', '--json'])).stdout)).toMatchObject({unread: [path]});
    expect((await asked(at, ['doctor'])).stdout).toContain(`${path} cannot be read`);
    // Only its content would say if it is that of a paper service.
    const status = ['status', '--line', '--base-url', 'http://127.0.0.1:9'];
    expect((await asked(at, status)).stdout).toBe(`${path} cannot be read\n`);
  });

  it('is STALE as soon as its dashboard is suspended, and so says a halt that is carried out there', async test => {
    const {at, bound, line} = await begin(test);
    const dashboard = spawn('sleep', ['60']);
    test.onTestFinished(() => void dashboard.kill('SIGKILL'));
    const renewedBy = JSON.stringify(leaseOf(readHost(dashboard.pid ?? 0)));
    bound.keep('status', note(7_000, [gain], 0, {by: renewedBy}));
    bound.halt.set(now, 'NO ORDERS');
    query(file(at.folder), 'INSERT INTO controls (lease, taken_at) VALUES (?, ?)', renewedBy, now);
    expect(await line()).toBe('HALTING · uP/L +12.34 USDT\n');
    dashboard.kill('SIGSTOP');
    await test.expect.poll(line).toMatch(/^HALTING, its process is suspended · STALE \d+ s · uP/);
  });

  it('says the time of what a dashboard noted whose process has ended, unless another has the controls', async test => {
    const {bound, line, json} = await begin(test);
    bound.keep('status', note(49_000, [], 4, {by: killed}));
    bound.controls.take(now, true);
    expect(await line()).toBe('no open Easy Options · 4 orders working\n');
    bound.controls.release(now);
    expect(await line()).toMatch(
      /^as of \d\d:\d\d:\d\d \((49|5\d) s ago\), its optty has quit · no open Easy Options · 4 orders working\n$/,
    );
    expect(await json()).toMatchObject({hasQuit: true, isStale: true, workingOrders: 4});
  });

  it('counts own writes that the service confirmed after the lists were read', async test => {
    const {bound, line, json} = await begin(test);
    bound.keep('status', note(10_000, [], 1));
    for (const [id, ageMs] of [
      ['1', 15_000],
      ['2', 5_000],
    ] as const) {
      bound.ask(lost(id), unlimited);
      bound.save({...lost(id), state: 'CONFIRMED', proof: 'proved', changedAt: now - ageMs});
    }
    expect(await line()).toBe('no open Easy Options · 1 order working · may not show 1 own write\n');
    expect(await json()).toMatchObject({newerWrites: 1});
    bound.controls.release(now);
    bound.keep('status', note(10_000, [], 1, {by: killed, listLagMs: 600_000}));
    expect(await line()).toContain(' · may not show 2 own writes\n');
  });

  it('counts writes in progress, and as UNKNOWN those of a process that has ended', async test => {
    const {at, bound, line} = await begin(test);
    bound.keep('status', note(1_000, []));
    bound.ask(lost('1'), unlimited);
    bound.save({...lost('1'), state: 'SENDING'});
    expect(await line()).toBe('1 write in progress · nothing open\n');
    query(file(at.folder), 'UPDATE controls SET lease = ?', killed);
    expect(await line()).toBe('1 UNKNOWN · nothing open\n');
  });

  it('counts the time to the next expiry by the clock of the service', async test => {
    const {bound, line} = await begin(test);
    const expiry = {nextExpiry: now + 4 * 3_600_000 + 30_000, skewMs: 600_000};
    bound.keep('status', note(0, [], 0, expiry));
    expect(await line()).toBe('no open Easy Options · next expiry 3h 50m\n');
  });

  it('prints a currency as a plain word that tmux does not expand', async test => {
    const {bound, line} = await begin(test);
    const hostile = [
      '#[fg=black]',
      '#{p2000000000:x}',
      '#(id)',
      '%H',
      'A'.repeat(13),
      'US DT',
      '\u202eUSDT',
      'ÄÖ',
    ];
    const currencies = [...hostile, 'USDT', 'st-ETH.e_2', ''];
    const gainsIn = currencies.map(currency => ({...gain, currency}));
    bound.keep('status', note(0, gainsIn));
    const gains = [...hostile.map(() => ' ?'), ' USDT', ' st-ETH.e_2', ''];
    expect(await line()).toBe(`${gains.map(named => `uP/L +12.34${named}`).join(' · ')}\n`);
  });

  it('reports a missing journal, and fails if the file is not a journal', async test => {
    const at = home(toml, test.onTestFinished);
    const none = {code: 0, stdout: 'no journal\n', stderr: ''};
    expect(await asked(at, ['status', '--line'])).toEqual(none);
    mkdirSync(dirname(file(at.folder)), {recursive: true});
    writeFileSync(file(at.folder), '');
    // Another program is just making it.
    expect(await asked(at, ['status', '--line'])).toEqual(none);
    writeFileSync(file(at.folder), 'this is no database at all, and it is long enough to be read as one');
    const {code, stdout, stderr} = await asked(at, ['status', '--line']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`optty: The journal ${file(at.folder)} cannot be read.\n`);
  });

  it('covers the embedded paper service while its ledger is in exclusive use', async test => {
    const at = home(undefined, test.onTestFinished);
    const terminal = at.onTerminal([]);
    const told = async () => (await at.asked(['status', '--line'])).stdout;
    // The first note may be of a part; the next one is kept 15 s later.
    await test.expect.poll(told).toMatch(/^(read so far · )?nothing open\n$/);
    terminal.press('\x03');
    const quit = /^as of \S+ \(\d+ s ago\), its optty has quit · (read so far · )?nothing open\n$/;
    await test.expect.poll(told).toMatch(quit);
  });

  it('prints what optty watch reads without a dashboard', async test => {
    const paper = await busyPaper({}, test.onTestFinished);
    const at = home(undefined, test.onTestFinished);
    const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'test-token'};
    at.start(['watch'], env);
    const told = async () => (await at.asked(['status', '--line'], env)).stdout;
    await test.expect.poll(told).toMatch(/^uP\/L [+-]\S+ USDT( · .*)?\n$/);
  });
});

describe.concurrent('optty status --all-profiles', () => {
  const two = `${toml}[profiles.desk]\nlabel = "desk"\nbase_url = "https://svc.example/api"\n`;

  it('prints a line for each profile behind its name, whatever the environment names', async test => {
    const at = home(two, test.onTestFinished);
    const journal = await at.journal(service, 'main');
    journal.keep('status', note(1_000, [gain], 2));
    const env = {OPTTY_BASE_URL: 'https://other.example', OPTTY_TOKEN: 'of-the-other'};
    const {code, stdout} = await at.optty(['status', '--all-profiles'], env);
    const lines = stdout.trimEnd().split('\n').sort();
    expect([code, lines]).toEqual([
      0,
      ['desk: no journal', expect.stringMatching(/^live: .*uP\/L \+12\.34 USDT · 2 orders working$/)],
    ]);
  });

  it('names the profile in its JSON, and ends with the largest exit code', async test => {
    const at = home(two, test.onTestFinished);
    const path = file(at.folder, 'desk');
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    writeFileSync(path, 'no journal', {mode: 0o600});
    const {code, stdout, stderr} = await at.optty(['status', '--json', '--all-profiles']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({profile: 'live', hasJournal: false});
    expect(JSON.parse(stderr)).toMatchObject({profile: 'desk', error: {kind: 'failed', exitCode: 1}});
  });

  it('takes no profile, and needs a file that has one', async ({onTestFinished}) => {
    const at = home('', onTestFinished);
    const asks = [['--all-profiles'], ['--all-profiles', '--profile', 'live']].map(async flags => {
      const {code, stderr} = await at.optty(['status', ...flags]);
      return [code, stderr];
    });
    expect(await Promise.all(asks)).toEqual([
      [2, expect.stringContaining('config.toml has no profile.')],
      [2, expect.stringContaining('takes no --profile')],
    ]);
  });
});
