import {
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeEach, describe, expect, it} from 'vitest';
import {readHost} from '../../../src/commands/host.ts';
import type {Attempt} from '../../../src/core/intents/outcome.ts';
import {readAccounts} from '../../../src/core/journal/glimpse.ts';
import type {Journal} from '../../../src/core/journal/journal.ts';
import {type BoundService, leaseOf} from '../../../src/core/journal/lease.ts';
import {endElsewhere, resolveOld} from '../../../src/core/journal/old.ts';
import {accountName, journalPath} from '../../../src/core/journal/place.ts';
import {JournalError} from '../../../src/core/journal/problem.ts';
import {schemaVersion} from '../../../src/core/journal/schema.ts';
import {temporaryFolder} from '../../helpers/folder.ts';
import {intentFor} from '../../helpers/intents.ts';
import {query} from '../../helpers/journal.ts';
import {unlimited} from '../limits/knows.ts';
import {openTested} from './machines.ts';
import {leaveOlderJournal, type OlderRow, unresolvedOlder} from './older.ts';

/** Each account has a file, and nothing of a file is used before it is proved to be that of the account. */
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

const host = readHost(process.pid);
const service = {
  ...{origin: 'https://svc.example', path: '/api'},
  ...{fingerprint: 'aaaa', credentialSource: 'file'},
};
const places = () => ({accounts: join(folder, 'accounts'), oldJournal: join(folder, 'journal.db')});
const pathOf = (label: string, of: Partial<BoundService> = {}) =>
  journalPath(places(), {...service, ...of}, label);
/** Of a file whose token may be renewed while optty runs. */
function renewable() {
  const token = {fingerprint: 'aaaa'};
  const live = {
    get fingerprint() {
      return token.fingerprint;
    },
  };
  return {token, live};
}
/** Of another token file. */
const another = {fingerprint: 'bbbb', credentialSource: 'other file'};
const now = Date.UTC(2026, 10, 22, 13);
const settled = {lagMs: 10_000, now};

function bound(label: string, of: Partial<BoundService> = {}, onReplaced?: (reason: string) => void) {
  // Defined on top, so that a credential can be renewed: a spread would read it once.
  const given = Object.defineProperties({...service}, Object.getOwnPropertyDescriptors(of));
  const owner = {places: places(), service: given, label};
  return openTested({path: pathOf(label, of), owner, host, ...(onReplaced && {onReplaced})});
}

/** As a program that shows these accounts opens it. */
async function claimed(ids: readonly string[], ...given: Parameters<typeof bound>) {
  const journal = await bound(...given);
  journal.account.claim(new Set(ids));
  return journal;
}

const intent = (id: string) => intentFor({kind: 'cancel', orderId: '5'}, {id}, {mono: 0, wall: now});

const rows = (label: string, sql: string) => query(pathOf(label), sql);

const canceled = intent('c1');
const placed = intentFor(
  {kind: 'place', symbol: 'XYZ', side: 'BUY', price: '5', size: '2'},
  {id: 'p1', idempotencyKey: 'k1'},
  {mono: 0, wall: now},
);
const at = (wall: number) => ({...unlimited, now: {mono: 0, wall}});

function refusal(work: () => void) {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof JournalError ? `${error.problem}: ${error.message}` : error;
  }
}

/** Why an account that shows these may not be claimed; undefined if it may. */
const refusedClaim = ({account}: Journal, accountIds: readonly string[] = []) =>
  refusal(() => account.claim(new Set(accountIds)));

/** What a holder that has proved the end of a halt is told. */
function haltEndIn({controls, halt}: Journal) {
  controls.take(1, true);
  halt.set(1, 'NO ORDERS');
  const left = [{what: 'position 1 BTC', why: 'stays'}];
  halt.report({at: 2, word: 'NO ORDERS', left, orders: 0});
  return halt.seen()?.progress;
}

describe('the name of the journal', () => {
  it('is readable, and different for every service and label, also where letter case does not count', () => {
    expect(accountName('https://svc.example', 'desk')).toBe('svc.example@desk');
    expect(accountName('https://svc.example:8443/api', 'Desk 1')).toMatch(
      /^svc\.example_8443_api@desk_1~[\da-f]{12}$/,
    );
    const services = [
      'https://a',
      'http://a',
      'https://a/',
      'https://a/b',
      'https://a/B',
      'https://a:1',
      'paper a',
    ];
    const labels = ['x', 'X', 'x y', 'x_y', 'x/y', '..', 'a@x', '', 'ä', 'x'.repeat(200), 'x'.repeat(201)];
    const names = services.flatMap(each => labels.map(label => accountName(each, label).toLowerCase()));
    expect(new Set(names).size).toBe(services.length * labels.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9.@_~-]{0,99}$/);
  });

  it('does not depend on the token', async () => {
    expect(pathOf('desk', {fingerprint: 'bbbb'})).toBe(pathOf('desk'));
    await bound('desk');
    expect(readdirSync(places().accounts)).toEqual([expect.stringMatching(/^svc\.example_api@desk~/)]);
  });
});

describe('a journal', () => {
  /** One who shows this, and why that is refused, if it is. */
  type Claim = readonly [label: string, Partial<BoundService>, ids: readonly string[], why?: string | RegExp];
  const first: Claim = ['desk', {}, ['7']];
  /** A new token of the same file. */
  const renewed = {fingerprint: 'bbbb'};
  const isOf = (label: string) =>
    `barred: This credential is of account ${label} of svc.example/api. Use the profile with that label, or set it in this one.`;
  const isUnproved = /^unproved: New credential: run optty same-account if it is of account desk /;
  const isOther =
    'barred: The service shows account #8; account desk of svc.example/api is #7. Use the profile of #8, or set another label in this one.';
  const untold = (credentialSource: string): readonly Claim[] => [
    ['desk', {credentialSource}, []],
    ['desk', {credentialSource, ...renewed}, []],
    ['other', {credentialSource}, []],
  ];

  it.each<readonly [string, readonly Claim[]]>([
    ['takes the first account, and refuses another one', [first, first, ['desk', {}, ['8'], isOther]]],
    // The refused one keeps nothing: the account can still be used by its label.
    [
      'is not used for an account of another label: credential',
      [first, ['other', {}, [], isOf('desk')], first],
    ],
    [
      'is not used for an account of another label: record',
      [first, ['other', renewed, ['7'], isOf('desk')], first],
    ],
    ['has nothing to do with those of another service', [first, ['desk', {path: '/else'}, ['8']]]],
    [
      'takes a new credential if a record shows the same account, and keeps the others',
      [
        first,
        ['desk', another, [], isUnproved],
        ['desk', another, ['7']],
        ['desk', another, []],
        ['desk', {}, []],
      ],
    ],
    [
      'waits for a record of its account with a new token of a known file, which may be of another',
      [
        first,
        ['desk', renewed, [], isUnproved],
        ['desk', renewed, ['8'], isOther],
        ['desk', renewed, ['7']],
        ['desk', renewed, []],
      ],
    ],
    [
      'is not used for a token of a known file that is of another label',
      [first, ['other', another, []], ['desk', {fingerprint: another.fingerprint}, [], isOf('other')]],
    ],
    ['has no credential to tell apart without one', untold('none')],
    ['has no credential to tell apart on paper', untold('paper')],
  ])('%s', async (_, claims) => {
    for (const [label, of, ids, why] of claims) {
      const end = refusedClaim(await bound(label, of), ids);
      if (why === undefined) expect(end).toBeUndefined();
      else expect(end).toMatch(why);
    }
  });

  it('is claimed by what the service answers, and refuses another ledger', async () => {
    let answered: {ledger: string} | undefined;
    const live = {
      ...{ledger: 'L1', mayChange: true},
      get answered() {
        return answered;
      },
    };
    const told: string[] = [];
    const journal = await bound('desk', live, reason => told.push(reason));
    expect(refusedClaim(journal)).toMatch(/^unanswered: Nothing has answered /);
    expect(readAccounts(places(), host).seen).toEqual([]);
    answered = {ledger: 'L1'};
    journal.account.claim(new Set());
    expect(told).toEqual([]);
    answered = {ledger: 'L2'};
    expect(refusedClaim(journal)).toMatch(/^barred: Another service /);
    expect(told).toEqual([expect.stringMatching(/^Another service /)]);
  });

  it('of a paper service behind a proxy is refused once another ledger answers', async () => {
    let answered: {ledger: string | undefined} | undefined = {ledger: 'L1'};
    const live = {
      get answered() {
        return answered;
      },
    };
    await claimed(['7'], 'desk', live);
    answered = undefined;
    const early = await claimed([], 'desk', live);
    expect(early.account.whyUnclaimed()).toBeUndefined();
    for (const ledger of ['L2', undefined]) {
      answered = {ledger};
      const words = `Another service is at this address now. Move ${pathOf('desk')} away.`;
      const again = await bound('desk', live);
      expect(refusal(() => again.account.check(new Set(['7']), settled))).toBe(`barred: ${words}`);
      expect(early.account.whyUnclaimed()).toMatch(/not checked yet/);
    }
    answered = {ledger: 'L2'};
    expect(refusedClaim(early, ['7'])).toMatch(/^barred: Another service /);
    expect(() => early.ask(intent('i1'), unlimited)).toThrow('Another service');
  });

  it('that nobody can name is told while it holds an open write', async () => {
    const journal = await claimed([], 'desk');
    rows('desk', 'DELETE FROM account');
    expect(readAccounts(places(), host)).toMatchObject({seen: [], unread: []});
    journal.ask(intent('i1'), unlimited);
    expect(readAccounts(places(), host)).toMatchObject({seen: [], unread: [pathOf('desk')]});
  });

  it('lets no exit out once a renewed token shows another account', async () => {
    const {token, live} = renewable();
    const journal = await claimed(['7'], 'desk', live);
    token.fingerprint = 'cccc';
    expect(refusedClaim(journal, ['7', '8'])).toMatch(/^barred: .* account #8/);
    expect(() => journal.ask(intent('i1'), unlimited)).toThrow('shows account #8');
  });

  it('keeps outcomes and a halt once a record shows another account', async () => {
    const journal = await claimed(['7'], 'desk');
    journal.ask(placed, unlimited);
    const attempt: Attempt = {number: 1, by: 'user', process: 'this', startedAt: {mono: 0, wall: now}};
    refusedClaim(journal, ['8']);
    const result = {at: {mono: 1, wall: now + 1}, outcome: {kind: 'lost', words: 'reset'}} as const;
    journal.endAttempt('p1', {...attempt, result});
    expect(journal.kept('p1')?.attempts[0]?.result).toBeDefined();
    journal.halt.set(now);
    expect(journal.halt.seen()).toMatchObject({at: now});
    expect(() => journal.beginAttempt(placed, {...attempt, number: 2})).toThrow('shows account #8');
  });

  it('takes a new credential once a person has said that it is of the same account', async () => {
    await claimed([], 'desk');
    const other = await bound('desk', another);
    expect(refusedClaim(other, ['7'])).toMatch(/^unproved: /);
    const asked: string[] = [];
    await other.account.accept(new Set(['7']), async ({label}) => void asked.push(label));
    expect(asked).toEqual(['desk']);
    other.account.claim(new Set(['7']));
  });

  it('takes each new token of a file or command that it knows, and keeps the newest fifty', async () => {
    for (let number = 0; number < 60; number++) await claimed([], 'desk', {fingerprint: `f${number}`});
    const [{credentials = ''} = {}] = rows('desk', 'SELECT credentials FROM account');
    expect(JSON.parse(String(credentials))).toHaveLength(50);
    expect(refusedClaim(await bound('desk', another))).toMatch(/^unproved: /);
  });

  it('goes on with a token that is renewed before a record shows the account, and adds no risk until one does', async () => {
    await claimed(['7'], 'desk');
    const {token, live} = renewable();
    const journal = await claimed([], 'desk', live);
    token.fingerprint = 'cccc';
    expect(refusedClaim(journal)).toMatch(/^unproved: /);
    expect(journal.account.whyUnclaimed()).toMatch(/not checked yet/);
    expect(haltEndIn(journal)).toMatchObject({word: 'NO ORDERS'});
    journal.account.claim(new Set(['7']));
    expect(journal.account.whyUnclaimed()).toBeUndefined();
    token.fingerprint = 'dddd';
    journal.account.claim(new Set(['7']));
  });

  it('is asked about while another label has open writes, unless a record shows two accounts', async () => {
    const desk = await claimed(['7'], 'desk');
    desk.ask(intent('i1'), unlimited);
    const fresh = await bound('other', another);
    expect(refusal(() => fresh.account.check(new Set(), settled))).toBe(
      'unproved: New credential: run optty same-account: account desk of svc.example/api has unresolved writes.',
    );
    expect(refusedClaim(fresh)).toMatch(/^unproved: /);
    fresh.account.check(new Set(['8']), settled);
    await fresh.account.accept(new Set(), async () => {});
    fresh.account.claim(new Set());
    expect(refusedClaim(await bound('third', another))).toMatch(/^barred: /);
  });

  it('with a credential that sees two accounts is that of the one it has kept', async () => {
    const journal = await claimed(['7'], 'desk');
    journal.account.claim(new Set(['7', '8']));
    expect(journal.account.takeWarning()).toMatch(/^This credential sees accounts #7 and #8: /);
    expect(journal.account.takeWarning()).toBeUndefined();
  });

  it('checks a token that is renewed while it runs, and adds no risk before that', async () => {
    const {token, live} = renewable();
    await claimed(['8'], 'other', another);
    const journal = await claimed(['7'], 'desk', live);
    expect(journal.account.whyUnclaimed()).toBeUndefined();
    token.fingerprint = 'cccc';
    expect(journal.account.whyUnclaimed()).toMatch(/not checked yet/);
    journal.account.claim(new Set(['7']));
    expect(journal.account.whyUnclaimed()).toBeUndefined();
    token.fingerprint = another.fingerprint;
    expect(haltEndIn(journal)).toMatchObject({word: 'NO ORDERS'});
    expect(refusedClaim(journal, ['7'])).toMatch(/^barred: .* account other /);
    // No halt may say what it has not proved of this account.
    const why = expect.stringMatching(/account other /);
    const left = [{what: 'NO ORDERS is not confirmed yet', why}];
    expect(haltEndIn(journal)).toMatchObject({word: 'HALTING', left});
  });

  it('gives a credential to one of two labels that start at the same time', async () => {
    const both = [await bound('desk'), await bound('other')];
    const ends = both.map(each => refusedClaim(each, ['7']));
    expect(ends.filter(end => end === undefined)).toHaveLength(1);
    expect(statSync(join(places().accounts, 'lock')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['damaged', (path: string) => writeFileSync(path, 'no database at all')],
    ['out of reach', (path: string) => symlinkSync(path, path)],
    ['of another program', (path: string) => query(path, 'CREATE TABLE other (x)')],
  ])('is not used with a new credential while the journal of another is %s', async (_, spoil) => {
    await claimed(['7'], 'desk');
    const path = pathOf('other');
    mkdirSync(dirname(path), {recursive: true});
    spoil(path);
    const words = `barred: The journal ${path} cannot be read, and may be of this account. Repair it, or move it away.`;
    expect(refusedClaim(await bound('third', another), ['9'])).toBe(words);
    // What the account knows goes on: nothing that reduces risk is refused.
    const renewed = await bound('desk', {fingerprint: 'cccc'});
    expect(refusedClaim(renewed)).toMatch(/^unproved: /);
    renewed.account.claim(new Set(['7']));
    expect(readAccounts(places(), host).unread).toEqual([path]);
  });

  it('reads the journals of another version', async () => {
    await claimed(['7'], 'desk');
    rows('desk', `PRAGMA user_version = ${schemaVersion + 1}`);
    expect(refusedClaim(await bound('other'))).toMatch(/ of account desk /);
  });

  it('goes on beside a copy of its folder or a link to it, which count for a new credential', async () => {
    await claimed(['7'], 'desk');
    const folderOf = dirname(pathOf('desk'));
    symlinkSync(folderOf, `${folderOf}.link`);
    expect(readAccounts(places(), host).seen).toHaveLength(1);
    cpSync(folderOf, `${folderOf}.bak`, {recursive: true});
    await claimed(['7'], 'desk');
    rmSync(`${folderOf}.link`);
    rmSync(folderOf, {recursive: true});
    expect(refusedClaim(await bound('desk'), ['7'])).toBe(
      `barred: ${folderOf}.bak/journal.db is also a journal of account desk of svc.example/api. Move it away.`,
    );
  });

  it('is refused in the folder of another account', async () => {
    const journal = await claimed([], 'desk');
    journal.close();
    renameSync(dirname(pathOf('desk')), dirname(pathOf('other')));
    await expect(bound('other')).rejects.toThrow(
      /^The journal .* is of account desk of svc\.example\/api\. Move it back\.$/,
    );
  });
});

describe('the journal of builds that had one for all accounts', () => {
  const old = (sql: string) => {
    const db = new DatabaseSync(places().oldJournal);
    db.exec(sql);
    db.close();
  };
  const check = async (of: Partial<BoundService> = {}) => {
    const {account} = await bound('desk', of);
    return refusal(() => account.check(new Set(), settled));
  };

  it('counts only with an unresolved write of the service, until that is resolved', async () => {
    leaveOlderJournal(places().oldJournal, unresolvedOlder);
    expect(await check()).toBe(
      `barred: 2 writes of an older optty are unresolved in ${places().oldJournal}: run optty resolve-old.`,
    );
    expect(await check({path: '/else'})).toBeUndefined();
    resolveOld(places().oldJournal, 'i-0', 'nothing', now - 60_000);
    expect(await check()).toMatch(/^barred: 1 write /);
    resolveOld(places().oldJournal, 'i-8', 'done', now - 60_000);
    expect(await check()).toBeUndefined();
  });

  it('holds back new risk while its last writes may lack in the lists, and no exit', async () => {
    const done: OlderRow = {
      ...{state: 'CONFIRMED', draft: {kind: 'cancel', orderId: '8'}},
      at: new Date(now - 4_000).toISOString(),
    };
    leaveOlderJournal(places().oldJournal, [done]);
    const journal = await bound('desk');
    journal.account.check(new Set(), settled);
    expect(() => journal.ask(placed, at(now + 5_999))).toThrow(
      'The last writes of an older optty may not be listed yet: no new risk until 13:00:06 UTC.',
    );
    expect(journal.ask(canceled, at(now))).toMatchObject({kind: 'asked'});
    expect(journal.ask(placed, at(now + 6_000))).toMatchObject({kind: 'asked'});
  });

  it('refuses writes while a process has it open', async () => {
    leaveOlderJournal(places().oldJournal, []);
    old('CREATE TABLE notes (service TEXT, account TEXT, name TEXT, value TEXT)');
    const name = `dashboard ${JSON.stringify(leaseOf(host))}`;
    old(`INSERT INTO notes VALUES ('x', '', '${name}', '')`);
    expect(await check()).toMatch(
      /^barred: Process \d+ of an older optty uses .* then run optty resolve-old\.$/,
    );
    old(`UPDATE notes SET name = replace(name, '"startTime":"', '"startTime":"earlier ')`);
    expect(await check()).toBeUndefined();
    old(`UPDATE notes SET name = replace(name, '"hostname":"', '"hostname":"former-')`);
    expect(await check()).toMatch(/^barred: A dashboard on former-.* may use .*: run optty resolve-old\.$/);
    endElsewhere(places().oldJournal, now);
    expect(await check()).toBeUndefined();
  });

  it('is read no more once it was checked', async () => {
    leaveOlderJournal(places().oldJournal, []);
    const journal = await bound('desk');
    journal.account.check(new Set(), settled);
    old('DROP TABLE intents; CREATE TABLE intents (id TEXT)');
    journal.account.claim(new Set());
    journal.account.claim(new Set(['7']));
  });

  it('counts as empty without its tables', async () => {
    leaveOlderJournal(places().oldJournal, []);
    old('DROP TABLE intents');
    expect(await check()).toBeUndefined();
  });

  it('keeps an outcome that came while a person was asked', async () => {
    leaveOlderJournal(places().oldJournal, unresolvedOlder);
    resolveOld(places().oldJournal, 'i-1', 'nothing', now);
    const {oldJournal} = places();
    expect(query(oldJournal, `SELECT state FROM intents WHERE id = 'i-1'`)).toEqual([{state: 'DONE'}]);
  });

  it('gives its halt once: it stays lifted', async () => {
    leaveOlderJournal(places().oldJournal, []);
    old(`CREATE TABLE halts (service TEXT, at INTEGER, set_by TEXT);
      INSERT INTO halts VALUES ('https://svc.example/api', 5, 'process 9')`);
    const journal = await bound('desk');
    journal.account.check(new Set(), settled);
    journal.account.claim(new Set());
    expect(journal.halt.seen()).toMatchObject({at: 5, by: 'process 9'});
    journal.halt.lift(6);
    const next = await bound('desk');
    next.account.check(new Set(), settled);
    next.account.claim(new Set());
    expect(journal.halt.seen()).toBeUndefined();
    const other = await claimed([], 'desk', {path: '/else'});
    expect(other.halt.seen()).toBeUndefined();
  });

  it('refuses writes if it cannot be read', async () => {
    leaveOlderJournal(places().oldJournal, []);
    old('DROP TABLE intents; CREATE TABLE intents (id TEXT)');
    expect(await check()).toBe(`barred: ${places().oldJournal} cannot be read. Move it away.`);
  });
});
