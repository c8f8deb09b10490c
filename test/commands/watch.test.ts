import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, it, type TestContext} from 'vitest';
import {dayMs} from '../../src/account/model/vocabulary.ts';
import {rest} from '../helpers/holdings.ts';
import {query} from '../helpers/journal.ts';
import {manualClock, startTestPaper, type TestPaper} from '../helpers/paper.ts';
import {eventually} from '../helpers/patience.ts';
import {isOfLedger, passedOn, scriptedService} from '../helpers/service.ts';
import {type Home, home, journalOf} from './optty.ts';

type Watch = ReturnType<typeof watching>;
type Event = {id: string; kind: string; resource: string; key: string; record: object};

/** One that reads the paper service every half second. */
function watching(at: Home, paper: Pick<TestPaper, 'origin'>, ...args: string[]) {
  const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'test-token'};
  const {child, said, ended} = at.start(['watch', '--refresh', '0.5', ...args], env);
  return {
    child,
    events: (): Event[] =>
      said.stdout
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line)),
    stderr: () => said.stderr,
    ended: ended.then(({code}) => code),
  };
}

async function account(
  {onTestFinished}: TestContext,
  aheadMs = 0,
): Promise<{at: Home; paper: TestPaper; place: () => Promise<string>}> {
  // A contract that expires today would give an event of its own.
  const paper = await startTestPaper({clock: manualClock(Date.now() + aheadMs)}, onTestFinished);
  const at = home(undefined, onTestFinished);
  return {at, paper, place: async () => (await rest(paper, '0.1', '5')).orderId};
}

/** What an account holds when its log begins is no event: orders are placed until one is told. */
async function begun(watch: Watch, place: () => Promise<string>): Promise<void> {
  await eventually(async () => {
    await place();
    expect(watch.events().map(each => each.kind)).toContain('placed');
  });
}

const ofLedger = (id: string) => ({status: 401, headers: {'optty-ledger': id}});

function keptIn(path: string) {
  const [row] = query(path, 'SELECT credentials FROM account');
  const events = query(path, 'SELECT id FROM events').length;
  return {events, credentials: row === undefined ? [] : JSON.parse(String(row.credentials))};
}

const told = (watch: Watch, key: string) =>
  eventually(() => expect(watch.events().map(each => each.key)).toContain(key));

/** A watch waits for what the service tells, so several run at once. */
describe.concurrent('optty watch', () => {
  it('prints events to every watcher, and the events after an id to a later one', async test => {
    const {at, paper, place} = await account(test);
    const first = watching(at, paper);
    await begun(first, place);
    const second = watching(at, paper, '--since', '');
    const keys = [await place(), await place()];
    for (const key of keys) await Promise.all([told(first, key), told(second, key)]);
    await eventually(() => expect(second.events()).toEqual(first.events()));
    const ids = first.events().map(each => each.id);
    expect(new Set(ids).size).toBe(ids.length);
    const third = watching(at, paper, '--since', ids.at(-2) ?? '');
    await eventually(() => expect(third.events()).toEqual(first.events().slice(ids.length - 1)));
    for (const [each, signal] of [
      [first, 'SIGINT'],
      [second, 'SIGTERM'],
    ] as const)
      each.child.kill(signal);
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect([first.stderr(), second.stderr(), third.stderr()]).toEqual(['', '', '']);
  });

  it('filters by resource and by record filter', async test => {
    const {at, paper, place} = await account(test);
    const all = watching(at, paper);
    const ofAll = (resource: string, ...more: string[]) =>
      watching(at, paper, '--since', '', '--resource', resource, ...more);
    const orders = ofAll('orders', '--filter', 'side:BUY price>=5');
    const none = ofAll('orders', '--filter', 'side:SELL');
    const trades = ofAll('trades');
    await begun(all, place);
    const key = await place();
    await paper.call('POST', `/_paper/orders/${key}/fill`);
    await eventually(() => expect(trades.events()).toMatchObject([{kind: 'filled', record: {orderId: key}}]));
    await told(orders, all.events().find(each => each.resource === 'orders')?.key ?? '');
    expect(new Set(orders.events().map(each => each.resource))).toEqual(new Set(['orders']));
    expect(none.events()).toEqual([]);
  });

  it('reports an outage and its end, and keeps asking', async test => {
    const {at, paper, place} = await account(test);
    const watch = watching(at, paper);
    await begun(watch, place);
    await paper.call('PUT', '/_paper/faults', {faults: 'GET /v1/*:status=503'});
    const kinds = () => watch.events().map(each => each.kind);
    await eventually(() => expect(kinds()).toContain('stale'));
    await eventually(() => expect(watch.stderr()).toContain('503'));
    await paper.call('DELETE', '/_paper/faults');
    await eventually(() => expect(kinds()).toContain('back'));
    await told(watch, await place());
    const outages = kinds().filter(kind => kind === 'stale' || kind === 'back');
    // A slow machine has outages of its own, each with its end.
    expect(outages).toEqual(outages.map((_, index) => (index % 2 === 0 ? 'stale' : 'back')));
  });

  it('ends when the credential is refused', async test => {
    const {at, paper} = await account(test);
    const {code, stderr} = await at.asked(['watch'], {
      OPTTY_BASE_URL: paper.origin,
      OPTTY_TOKEN: 'wrong-token',
    });
    expect(code).toBe(4);
    expect(stderr).toMatch(/^optty: .*401/);
  });

  it('ends quietly when its reader is gone', async test => {
    const {at, paper, place} = await account(test);
    const watch = watching(at, paper);
    await begun(watch, place);
    watch.child.stdout?.destroy();
    await eventually(async () => {
      await place();
      expect(watch.child.exitCode).not.toBeNull();
    });
    expect([await watch.ended, watch.stderr()]).toEqual([0, '']);
  });

  it('prints an event only once it is in the journal, and warns once until then', async test => {
    const {at, paper, place} = await account(test);
    const watch = watching(at, paper);
    await begun(watch, place);
    const journal = new DatabaseSync(journalOf(at, paper), {timeout: 5_000});
    journal.exec('BEGIN IMMEDIATE');
    const key = await place();
    await eventually(() => expect(watch.stderr()).toContain('locked by another program'));
    expect(watch.events().map(each => each.key)).not.toContain(key);
    journal.exec('ROLLBACK');
    journal.close();
    await told(watch, key);
    expect(watch.stderr().match(/locked by another program/g)).toHaveLength(1);
  });

  it('counts the times of a filter by the clock of the service, which a slow answer does not tell', async test => {
    const {at, paper, place} = await account(test, -2 * dayMs);
    const all = watching(at, paper);
    await begun(all, place);
    const key = await place();
    await paper.call('POST', `/_paper/orders/${key}/fill`);
    await eventually(() => expect(all.events()).toContainEqual(expect.objectContaining({kind: 'filled'})));
    await paper.call('PUT', '/_paper/faults', {faults: 'GET /v1/*:latency=1200*12'});
    const trades = watching(at, paper, '--since', '', '--resource', 'trades', '--filter', 'time:-1h..');
    await eventually(() => expect(trades.events()).toMatchObject([{kind: 'filled', record: {orderId: key}}]));
  });

  it('keeps nothing of another paper ledger than that of its journal, and ends', async test => {
    const {at, paper, place} = await account(test);
    await place();
    const front = await scriptedService(
      arrived => (isOfLedger(arrived) ? ofLedger('last') : passedOn(paper.origin, arrived)),
      test.onTestFinished,
    );
    const watch = watching(at, front);
    expect(await watch.ended).toBe(1);
    expect(watch.stderr()).toMatch(/Another service is at this address now/);
    expect(keptIn(journalOf(at, {ledgerId: 'last'}))).toEqual({events: 0, credentials: []});
  });

  it('waits for the service that it starts before, and uses the journal of the ledger that answers', async test => {
    const {at, paper, place} = await account(test);
    let left = 6;
    const front = await scriptedService(
      arrived => (left-- > 0 ? 'none' : passedOn(paper.origin, arrived)),
      test.onTestFinished,
    );
    const watch = watching(at, front);
    await begun(watch, place);
    expect(watch.stderr()).toBe('optty: The service does not answer. Asking until it does.\n');
    expect(keptIn(journalOf(at, paper))).toMatchObject({credentials: [expect.anything()]});
  });

  it('refuses an unknown event id, and a filter that it cannot apply', async test => {
    const {at, paper} = await account(test);
    const env = {OPTTY_BASE_URL: paper.origin, OPTTY_TOKEN: 'test-token'};
    const unknown = await at.asked(['watch', '--since', 'opened:1'], env);
    expect([unknown.code, unknown.stderr]).toEqual([
      3,
      expect.stringContaining('event "opened:1" is not in the log'),
    ]);
    const unmet = await at.asked(['watch', '--resource', 'easy-options', '--filter', 'wl:1'], env);
    expect([unmet.code, unmet.stderr]).toEqual([2, expect.stringContaining('wl')]);
    const nothing = await at.asked(['watch', '--resource', 'service', '--filter', 'a'], env);
    expect(nothing.code).toBe(2);
  });

  it('gives each event to the on_event program once, from any process, without a token', async test => {
    const {at, paper, place} = await account(test);
    const told = join(at.folder, 'told');
    at.write('tell', `#!/bin/sh\ncat >> ${told}\nenv >> ${told}.env\n`, 0o700);
    const settings = `on_event = ["${at.folder}/tell"]\nbase_url = "${paper.origin}"\n`;
    at.write('.config/optty/config.toml', `[profiles.main]\n${settings}`);
    const watches = [watching(at, paper), watching(at, paper, '--since', '')];
    const [first] = watches;
    if (first === undefined) throw new Error('no watch');
    await begun(first, place);
    const key = await place();
    const toldEvents = () => readFileSync(told, 'utf8').trimEnd().split('\n').map(parsed).sort(byId);
    await eventually(() => {
      expect(toldEvents().map(each => each.key)).toContain(key);
      expect(toldEvents()).toEqual([...first.events()].sort(byId));
    });
    const before = toldEvents();
    for (const {child} of watches) child.kill('SIGTERM');
    for (const {ended} of watches) expect(await ended).toBe(0);
    expect(toldEvents()).toEqual(before);
    expect(readFileSync(`${told}.env`, 'utf8')).not.toMatch(/OPTTY_|test-token/);
    expect(watches.map(each => each.stderr())).toEqual(['', '']);
  });
});

const parsed = (line: string): Event => JSON.parse(line);
const byId = (a: {id: string}, b: {id: string}) => (a.id < b.id ? -1 : 1);
