import {renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {noLimits} from '../../../src/account/model/vocabulary.ts';
import type {Operations} from '../../../src/api/client.ts';
import type {Order} from '../../../src/api/wire/records.ts';
import {readHost} from '../../../src/commands/host.ts';
import {type BoundService, leaseOf} from '../../../src/core/journal/lease.ts';
import {journalPath} from '../../../src/core/journal/place.ts';
import {openEvents} from '../../../src/desk/effects/events.ts';
import {openWrites, type Writes} from '../../../src/desk/effects/open-writes.ts';
import {carryOut, type World} from '../../../src/desk/effects/world.ts';
import {nothingKept} from '../../../src/desk/kept.ts';
import type {SentMsg} from '../../../src/desk/messages.ts';
import {openTested} from '../../core/journal/machines.ts';
import {leaveOlderJournal, unresolvedOlder, unresolvedOlderLines} from '../../core/journal/older.ts';
import {unlimited} from '../../core/limits/knows.ts';
import {order, startDesk} from '../../helpers/desk.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {intentFor} from '../../helpers/intents.ts';
import {query} from '../../helpers/journal.ts';
import {eventually} from '../../helpers/patience.ts';

/** The journal as the dashboard opens it: what an earlier day left there, and what is told of it. */
let folder: string;
let writes: Writes | undefined;
let world: Partial<World>;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => writes?.close());

const clock = {mono: 0, wall: Date.UTC(2026, 10, 21)};
const now = () => ({...clock});
const service = {origin: 'https://svc.example', path: '', fingerprint: 'a', credentialSource: 'file'};
const places = () => ({accounts: join(folder, 'accounts'), oldJournal: join(folder, 'journal.db')});
const path = (of: Partial<BoundService> = {}) => journalPath(places(), {...service, ...of}, 'desk');

/** As another process has it open. */
const journalOf = (of: Partial<BoundService> = {}, host = readHost(process.pid)) =>
  openTested({
    path: path(of),
    owner: {places: places(), service: {...service, ...of}, label: 'desk'},
    host,
  });

/** Opens it with the token whose fingerprint is `a`, and returns what the desk was told. */
async function open(
  readService: () => Promise<BoundService> = async () => service,
  accounts: () => ReadonlySet<string> = () => new Set(),
): Promise<SentMsg[]> {
  const told: SentMsg[] = [];
  const desk = startDesk();
  world = {};
  writes = openWrites({
    world,
    ...{
      readService,
      account: 'desk',
      limits: noLimits,
      places: places(),
      clock: now,
      after() {},
    },
    client: {} as Operations,
    readHost: () => readHost(process.pid),
    state() {
      const {state} = desk;
      return {...state, link: {...state.link, accounts: accounts()}};
    },
    send(msg) {
      told.push(msg);
      desk.send(msg);
    },
  });
  await writes.openJournal();
  return told;
}

const asked = intentFor({kind: 'cancel', orderId: '5'}, {}, now());

/** Asked for by a process that is gone: of this host, before its last start. */
async function left(of: Partial<BoundService> = {}, isClaimed = false) {
  const journal = await journalOf(of, {...readHost(process.pid), bootId: 'earlier'});
  if (isClaimed) await journal.account.claim(new Set());
  journal.ask(asked, unlimited);
  journal.close();
}

const halts = (told: readonly SentMsg[]) =>
  told.flatMap(each => (each.type === 'halt' && each.msg.type === 'seen' ? [each.msg.record?.at] : []));

const types = (told: readonly SentMsg[]) =>
  told.map(each => (each.type === 'intent' ? `${each.msg.type}` : each.type));

/** The next look a second later opens it. */
async function opened(told: readonly SentMsg[]) {
  clock.mono += 1_000;
  carryOut(world, {type: 'watch'}, () => {});
  await eventually(() => expect(types(told)).toContain('journalOpened'));
}

describe('a journal whose account is not proved yet', () => {
  const notProved = {
    'by a new credential': () => left({fingerprint: 'b', credentialSource: 'other file'}, true),
    async 'while an older optty runs'() {
      await left();
      const lease = JSON.stringify(leaseOf(readHost(process.pid)));
      leaveOlderJournal(places().oldJournal, []);
      const {oldJournal} = places();
      query(oldJournal, 'CREATE TABLE notes (service TEXT, account TEXT, name TEXT, value TEXT)');
      query(oldJournal, `INSERT INTO notes VALUES ('x', '', ?, '')`, `dashboard ${lease}`);
    },
  };

  it.each(Object.entries(notProved))('shows what it holds, and keeps a halt: %s', async (_, prepare) => {
    await prepare();
    const told = await open();
    expect(types(told)).not.toContain('journalOpened');
    expect(told[0]).toMatchObject({type: 'journalRead', intents: [{id: 'i1'}]});
    carryOut(world, {type: 'setHalt', at: 7}, () => {});
    expect(told.at(-1)).toMatchObject({type: 'halt', msg: {type: 'seen', record: {at: 7}}});
    const journal = await journalOf();
    expect(journal.halt.seen()).toMatchObject({at: 7});
    journal.close();
    writes?.close();
    expect(await open()).toContainEqual({
      type: 'halt',
      msg: {type: 'seen', record: expect.objectContaining({at: 7})},
    });
  });

  it('is only shown until the service answers, which may have another ledger by then', async () => {
    const last = {...service, ledger: 'last', mayChange: true};
    const earlier = {...last, fingerprint: 'b', answered: {ledger: 'last'}};
    await left(earlier, true);
    let answered: BoundService = {...last, isGuessed: true};
    const told = await open(async () => answered);
    expect(told).toEqual([
      {type: 'journalRead', activity: [], intents: [expect.objectContaining({id: 'i1'})]},
    ]);
    clock.mono += 6_000;
    carryOut(world, {type: 'watch'}, () => {});
    const failed = {type: 'journalFailed', reason: 'Nothing has answered at this address yet.'};
    await eventually(() => expect(told).toContainEqual(expect.objectContaining(failed)));
    expect(halts(told)).toEqual([]);
    carryOut(world, {type: 'setHalt', at: 7}, () => {});
    await eventually(() => expect(halts(told)).toEqual([7]));
    answered = {...last, ledger: 'own', answered: {ledger: 'own'}};
    await opened(told);
    expect(told.findLast(each => each.type === 'journalRead')).toMatchObject({intents: []});
    const inFile = (ledger: string, sql: string) => query(path({...last, ledger}), sql);
    const haltsIn = (ledger: string) =>
      inFile(ledger, 'SELECT set_at FROM halts WHERE lifted_at IS NULL').map(row => row.set_at);
    // The halt is for the account of this dashboard, whichever that is.
    expect(halts(told).at(-1)).toBe(7);
    expect([haltsIn('last'), haltsIn('own')]).toEqual([[7], [7]]);
    const claims = (ledger: string) =>
      inFile(ledger, `SELECT 1 FROM account WHERE credentials LIKE '%"a"%'`).length;
    expect([claims('last'), claims('own')]).toEqual([0, 1]);
  });

  it('waits for a record from when the service answers, however long that took', async () => {
    const own = {...service, mayChange: true, answered: {ledger: undefined}};
    const before = {...own, fingerprint: 'b', credentialSource: 'other file'};
    const other = await journalOf(before);
    await other.account.claim(new Set(['7']));
    other.close();
    let answering: BoundService = {...own, answered: undefined, isGuessed: true};
    let accounts = new Set<string>();
    const told = await open(
      async () => answering,
      () => accounts,
    );
    clock.mono += 60_000;
    carryOut(world, {type: 'watch'}, () => {});
    await eventually(() => expect(types(told)).toContain('journalFailed'));
    answering = own;
    clock.mono += 1_000;
    const tries = told.length;
    carryOut(world, {type: 'watch'}, () => {});
    await eventually(() => expect(types(told.slice(tries))).toContain('journalRead'));
    accounts = new Set(['7']);
    await opened(told);
    expect(types(told).filter(each => each === 'journalFailed')).toHaveLength(1);
  });

  it('says that a new credential is unknown once no Easy Option could be read for a minute', async () => {
    await left({fingerprint: 'b', credentialSource: 'other file'}, true);
    const told = await open();
    expect(types(told)).toEqual(['journalRead']);
    clock.mono += 60_000;
    carryOut(world, {type: 'watch'}, () => {});
    const reason = expect.stringMatching(/^New credential: run optty same-account/);
    await eventually(() => expect(told).toContainEqual(expect.objectContaining({reason})));
  });

  it('shows its halt before the service answers, and none once another one does', async () => {
    const last = {...service, ledger: 'last', mayChange: true};
    const other = await journalOf(last);
    await left({...last, answered: {ledger: 'last'}}, true);
    other.halt.set(7);
    other.close();
    let answered: BoundService = {...last, isGuessed: true};
    const told = await open(async () => answered);
    expect(halts(told)).toEqual([7]);
    answered = {...last, ledger: 'own', answered: {ledger: 'own'}};
    await opened(told);
    expect(halts(told)).toEqual([7, undefined]);
  });

  it('is not shown, and takes no halt, in the folder of another account', async () => {
    await left({path: '/other'}, true);
    renameSync(dirname(path({path: '/other'})), dirname(path()));
    const told = await open();
    expect(types(told)).toEqual(['journalFailed']);
    expect(told[0]).toMatchObject({isUnread: true, reason: expect.stringContaining('Move it back')});
    carryOut(world, {type: 'setHalt', at: 7}, () => {});
    await eventually(() => expect(told.at(-1)).toMatchObject({msg: {type: 'unkept'}}));
  });
});

describe('a journal that is replaced while a dashboard has it open', () => {
  it('keeps nothing of what is listed once that shows another account', async () => {
    let accounts = new Set(['7']);
    const told = await open(undefined, () => accounts);
    writes?.prove();
    expect(writes?.log()).toBeDefined();
    accounts = new Set(['8']);
    expect(() => writes?.prove()).toThrow('shows account #8');
    expect(writes?.log()).toBeUndefined();
    expect(told.at(-1)).toMatchObject({type: 'journalFailed', isUnread: true});
  });

  it('logs no row that the service lists from then on', async () => {
    let accounts = new Set(['7']);
    const told = await open(undefined, () => accounts);
    let kept = 0;
    const events = openEvents({
      ...{log: () => writes?.log(), prove: () => writes?.prove(), clock: now, begun: now(), env: {}},
      ...{onEvent: undefined, periodMs: 1_000, send: (msg: SentMsg) => told.push(msg)},
      onKept: async () => void kept++,
    });
    const found = {events: [], begun: []};
    const answer = (rows: readonly Order[]) => {
      const working = {rows, left: new Map(), gone: []};
      events.keep({fault: undefined, serviceTime: now().wall, found, working});
    };
    answer([]);
    await eventually(() => expect(kept).toBe(1));
    accounts = new Set(['8']);
    answer([order('5')]);
    await eventually(() => expect(types(told).at(-1)).toBe('told'));
    answer([order('5'), order('6')]);
    for (let turns = 0; turns < 50; turns++) await new Promise(resolve => setImmediate(resolve));
    const journal = await journalOf();
    expect([kept, journal.halt.working()]).toEqual([1, []]);
    journal.close();
    await events.stop();
  });

  it('counts as failed from then on: no writes, and a banner for possibly unresolved ones', async () => {
    const told = await open();
    renameSync(path(), `${path()}.old`);
    carryOut(world, {type: 'watch'}, () => {});
    expect(told.at(-1)).toMatchObject({type: 'intent', msg: {type: 'watchFailed'}});
    const failed = told.find(each => each.type === 'journalFailed');
    expect(failed).toMatchObject({isUnread: true, reason: expect.stringContaining('deleted or replaced')});
  });

  it('reports at the next start how many writes a restored copy lacks', async () => {
    (await journalOf()).close();
    writeFileSync(`${path()}-count`, '3');
    const told = await open();
    const lost = expect.stringContaining('3 later writes are not in it');
    expect(told).toContainEqual({type: 'told', level: 'danger', text: lost});
    expect(told).toContainEqual({type: 'journalRead', activity: [expect.objectContaining({outcome: lost})]});
  });
});

describe('the journal at the start', () => {
  it('shows what is unresolved, also of another token, before it takes the controls', async () => {
    // As if no start before had asked whose it is.
    await left({fingerprint: 'b'});
    const told = await open();
    expect(types(told)).toEqual(['journalRead', 'journalOpened']);
    const shown = {intents: [{id: 'i1', state: 'SENDING'}], activity: [{id: 'intent i1'}], kept: nothingKept};
    expect(told[0]).toMatchObject(shown);
    carryOut(world, {type: 'lookForControls'}, () => {});
    expect(told.at(-1)).toMatchObject({type: 'controls', seen: {is: 'ours'}});
  });

  it('reports the unresolved writes of another account', async () => {
    await left({path: '/other'}, true);
    const told = await open();
    expect(told).toContainEqual({
      type: 'told',
      level: 'warning',
      text: '1 UNKNOWN in account desk of svc.example/other.',
    });
  });

  it('reports unresolved writes before it can write, and takes the controls when another program releases it', async () => {
    await left();
    const other = new DatabaseSync(path());
    other.exec('BEGIN IMMEDIATE');
    const told = await open();
    expect(types(told)).toEqual(['journalRead']);
    expect(told[0]).toMatchObject({intents: [{id: 'i1'}], activity: [{id: 'intent i1'}]});
    other.exec('ROLLBACK');
    other.close();
    await opened(told);
  });

  it('reports unresolved writes even if it cannot be opened, and tries again with the polls', async () => {
    await left();
    symlinkSync(join(folder, 'nowhere', 'at all'), `${path()}-shm`);
    const told = await open();
    expect(types(told)).toEqual(['journalRead', 'journalFailed']);
    expect(told[0]).toMatchObject({intents: [{id: 'i1'}]});
    expect(told[1]).toMatchObject({isUnread: false});
    rmSync(`${path()}-shm`);
    await opened(told);
  });

  it('warns of possible unresolved writes if it cannot be read', async () => {
    await left();
    writeFileSync(path(), 'this is no database');
    expect((await open()).at(-1)).toMatchObject({type: 'journalFailed', isUnread: true});
  });

  it.each([
    ['names', unresolvedOlder, unresolvedOlderLines],
    ['names none of', [], []],
  ])(
    '%s the unresolved writes in the journal of an older build, and uses its replacement',
    async (_, rows, lines) => {
      leaveOlderJournal(path(), rows);
      const told = await open();
      const reason = expect.stringContaining(lines.join('; '));
      expect(told.at(-1)).toMatchObject({type: 'journalFailed', isUnread: lines.length > 0, reason});
      renameSync(path(), `${path()}.old`);
      clock.mono += 1_000;
      carryOut(world, {type: 'watch'}, () => {});
      await eventually(() => expect(types(told)).toContain('journalOpened'));
    },
  );
});
