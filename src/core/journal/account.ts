import {closeSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {anotherAnswers, anotherNow, unanswered} from '../../account/reading/ledger.ts';
import type {Id, Millis} from '../../api/wire/records.ts';
import {openPrivateFile} from '../../folders.ts';
import type {Binding} from './file.ts';
import {type Accounts, accountsIn, besides} from './glimpse.ts';
import {setHalt} from './halts.ts';
import {type BoundService, serviceKey} from './lease.ts';
import {isOldOf, type OldJournal, readOld, whyOldBars, whyOldLags} from './old.ts';
import {accountWords} from './place.ts';
import {JournalError} from './problem.ts';
import {type AccountRow, accountIn} from './stored.ts';

/**
 * Proves that a file is that of the account: a token may be replaced by one of another account, and a profile
 * may have another label for the same one. Nothing of the file is used before that.
 */
export function createAccount(bound: Binding) {
  const {places, service} = bound.owner;
  const keys = [serviceKey(service), `${service.origin}${service.path}`];
  const seenBy = createSeen(bound);
  let old: OldJournal | undefined;
  let isInUse = false;
  let claimed: ReturnType<typeof claimOf> | undefined;
  const warnings: string[] = [];

  return {
    /**
     * Writes nothing.
     * @param given the accounts that records showed
     * @throws {JournalError} it is, or may be, another account; or the journal of older builds comes first
     */
    check(given: ReadonlySet<Id>, {lagMs, now}: {readonly lagMs: Millis; readonly now: Millis}) {
      refuseDoubts(seenBy(given));
      old = readOld(places.oldJournal, bound.host);
      const why = old && whyOldBars(old, places.oldJournal, keys);
      if (why !== undefined) throw why;
      bound.refusals.risk = old && whyOldLags(old, {keys, lagMs, now});
    },
    /**
     * Keeps what the records and the credential show.
     * @throws {JournalError} it is another account, or nothing has answered yet
     */
    claim(given: ReadonlySet<Id>): void {
      const now = claimOf(service, given);
      if (JSON.stringify(claimed) === JSON.stringify(now)) return;
      const seen = seenBy(given);
      try {
        takeOldHalt(bound, old?.halts.find(isOldOf(keys)));
        learn(seen, refuseDoubts);
        isInUse = true;
      } catch (error) {
        if (isInUse && error instanceof JournalError && error.problem === 'barred') refuse(seen, error);
        throw error;
      }
      if (claimed?.accounts !== now.accounts) warnings.push(...whySeveral(seen));
      claimed = now;
    },
    /** @param ask throws if the account of which the credential may be is another than the own one */
    async accept(given: ReadonlySet<Id>, ask: (doubt: AccountRow) => Promise<void>): Promise<void> {
      const seen = seenBy(given);
      for (const doubt of doubtsOf(seen)) await ask(doubt);
      learn(seen, doubtsOf);
    },
    /** A token may be renewed at any time. Undefined if the present one was claimed. */
    whyUnclaimed(): string | undefined {
      const isPresent = claimed?.fingerprint === service.fingerprint;
      if (isPresent && claimed?.ledger === ledgerShown(service)) return undefined;
      return 'The account of the credential is not checked yet. Try again.';
    },
    takeWarning: () => warnings.pop(),
  };
}

/** @throws {JournalError} nothing has answered yet */
function claimOf(service: BoundService, given: ReadonlySet<Id>) {
  const {fingerprint, mayChange} = service;
  const ledger = ledgerShown(service);
  if (mayChange && ledger === undefined) throw new JournalError('unanswered', unanswered);
  return {fingerprint, ledger, accounts: [...given].join()};
}

/** Empty if answers show none. */
const ledgerShown = ({answered}: BoundService) => answered && (answered.ledger ?? '');

type Seen = {
  readonly bound: Binding;
  /** The accounts that records of this credential showed. */
  readonly ids: ReadonlySet<Id>;
  /** Those of earlier credentials of this process. */
  readonly earlier: ReadonlySet<Id>;
};

function createSeen(bound: Binding) {
  const {service} = bound.owner;
  let {fingerprint} = service;
  let last: ReadonlySet<Id> = new Set();
  let earlier = last;
  return (given: ReadonlySet<Id>): Seen => {
    // Ids that records showed stay known, and do not count for a renewed token.
    if (fingerprint !== service.fingerprint) [fingerprint, earlier] = [service.fingerprint, last];
    last = given;
    return {bound, ids: given.difference(earlier), earlier};
  };
}

/** One process at a time: of two with one credential, the second finds what the first keeps. */
function learn(seen: Seen, check: (seen: Seen) => void): void {
  const {bound, ids} = seen;
  check(seen);
  if (JSON.stringify(claimedRow(bound, ids)) === JSON.stringify(keptRow(bound))) return;
  bound.reading(() => {
    const path = join(bound.owner.places.accounts, 'lock');
    closeSync(openPrivateFile(path, 'append'));
    const lock = new DatabaseSync(path, {timeout: 500});
    try {
      lock.exec('BEGIN IMMEDIATE');
      check(seen);
      bound.writing(() => keepRow(bound, claimedRow(bound, ids)));
    } finally {
      lock.close();
    }
  });
}

/** Exits are refused only if they may reach another account. */
function refuse({bound, ids}: Seen, error: JournalError): void {
  const own = ownRow(bound);
  const isSeen = own.accountId !== undefined && ids.has(own.accountId);
  if (isSeen && whyAnother(bound, own) === undefined) bound.refusals.risk = {error, until: Infinity};
  else bound.bar(error);
}

/** Once: whoever lifts it here does not want it again. */
function takeOldHalt(bound: Binding, halt: OldJournal['halts'][number] | undefined): void {
  if (halt === undefined || ownRow(bound).hasOldHalt) return;
  bound.writing(() => {
    const own = ownRow(bound);
    if (own.hasOldHalt) return;
    setHalt(bound.db, halt.at, halt.by);
    keepRow(bound, {...own, hasOldHalt: true});
  });
}

const keptRow = ({db, reading}: Binding) => reading(() => accountIn(db));

const ownRow = (bound: Binding): AccountRow =>
  keptRow(bound) ?? {
    ...{service: serviceKey(bound.owner.service), address: '', label: bound.owner.label},
    ...{accountId: undefined, ledger: undefined, credentials: [], hasOldHalt: false},
  };

function keepRow({db}: Binding, row: AccountRow): void {
  const sql = `INSERT OR REPLACE INTO account
    (one, service, address, label, account_id, ledger, credentials, has_old_halt)
    VALUES (1, ?, ?, ?, ?, ?, ?, ?)`;
  const {accountId = null, ledger = null, credentials, hasOldHalt} = row;
  const texts = [row.service, row.address, row.label, accountId, ledger, JSON.stringify(credentials)];
  db.prepare(sql).run(...texts, Number(hasOldHalt));
}

/** Without one, and on paper, nothing tells credentials apart. */
function credentialOf({owner: {service}}: Binding) {
  const {credentialSource: source, fingerprint} = service;
  return source === 'none' || source === 'paper' ? undefined : {source, fingerprint};
}

/** A file or command may give new tokens, also of another account. A plain token is its own source. */
function knownBy(bound: Binding, {credentials}: AccountRow): 'token' | 'source' | undefined {
  const own = credentialOf(bound);
  if (own === undefined || credentials.some(each => each.fingerprint === own.fingerprint)) return 'token';
  return credentials.some(each => each.source === own.source) ? 'source' : undefined;
}

const onlyOne = (ids: ReadonlySet<Id>): Id | undefined => (ids.size === 1 ? [...ids][0] : undefined);

const mostCredentials = 50;

function claimedRow(bound: Binding, ids: ReadonlySet<Id>): AccountRow {
  const {service} = bound.owner;
  const own = ownRow(bound);
  const ledger = own.ledger ?? ledgerShown(service);
  const used = credentialOf(bound);
  const isKept = own.credentials.some(
    each => each.fingerprint === used?.fingerprint && each.source === used.source,
  );
  const credentials =
    used === undefined || isKept ? own.credentials : [...own.credentials, used].slice(-mostCredentials);
  return {
    ...own,
    ledger,
    address: `${service.origin}${service.path}`,
    accountId: own.accountId ?? onlyOne(ids),
    credentials,
  };
}

function refuseDoubts(seen: Seen): void {
  const [doubt] = doubtsOf(seen);
  if (doubt === undefined) return;
  const words = accountWords(doubt);
  const isOwn = doubt.label === seen.bound.owner.label;
  const why = isOwn ? ` if it is of ${words}, or change label` : `: ${words} has unresolved writes`;
  throw new JournalError('unproved', `New credential: run optty same-account${why}.`);
}

/**
 * The accounts of which the credential may be: the own one if it is new to it, and for a new file those with
 * unresolved writes, which a resend under another label would repeat.
 * @throws {JournalError} it is of another account
 */
function doubtsOf({bound, ids, earlier}: Seen): readonly AccountRow[] {
  const own = ownRow(bound);
  const {seen: all, unread} = besides(accountsIn(bound.owner.places, bound.host), bound.path);
  const seen = all.filter(each => each.service === own.service);
  const isOwn = own.accountId !== undefined && ids.has(own.accountId);
  const known = isOwn ? 'token' : knownBy(bound, own);
  const others = seen.filter(({label}) => label !== own.label);
  const ownIds = own.accountId === undefined ? ids : new Set([own.accountId]);
  const why =
    whyAnother(bound, own) ??
    whyOtherId(own, ids) ??
    whySibling(others, credentialOf(bound)?.fingerprint, ownIds) ??
    // The content of the other files counts only if the own file is new.
    (known ? undefined : (whyCopy(seen.filter(each => !others.includes(each))) ?? whyUnread(unread)));
  if (why !== undefined) throw new JournalError('barred', why);
  // A start waits for a record where earlier ones show the account.
  const isRenewed = own.accountId === undefined || earlier.has(own.accountId);
  if (known === 'token' || (known === 'source' && isRenewed)) return [];
  if (own.credentials.length > 0) return [own];
  const id = own.accountId ?? onlyOne(ids);
  const mayBe = ({accountId}: AccountRow) => id === undefined || accountId === undefined || id === accountId;
  return seen.filter(each => each.open.length > 0 && mayBe(each));
}

/** A paper service was reset. Behind a proxy its ledger is not in the name of the file. */
function whyAnother({path, owner: {service}}: Binding, own: AccountRow): string | undefined {
  const {mayChange} = service;
  const [kept, shown] = [mayChange ? (service.ledger ?? '') : own.ledger, ledgerShown(service)];
  if (kept === undefined || shown === undefined || kept === shown) return undefined;
  return mayChange ? anotherAnswers : `${anotherNow} Move ${path} away.`;
}

function whyOtherId(row: AccountRow, ids: ReadonlySet<Id>): string | undefined {
  const [other] = ids;
  if (row.accountId === undefined || other === undefined || ids.has(row.accountId)) return undefined;
  return `The service shows account #${other}; ${accountWords(row)} is #${row.accountId}. Use the profile of #${other}, or set another label in this one.`;
}

function whySeveral({bound, ids}: Seen): readonly string[] {
  const all = [...ids].map(id => `#${id}`).join(' and ');
  if (ids.size < 2) return [];
  return [`This credential sees accounts ${all}: ${accountWords(ownRow(bound))} counts them as one.`];
}

const whyCopy = ([copy]: Accounts['seen']) =>
  copy && `${copy.path} is also a journal of ${accountWords(copy)}. Move it away.`;

const whyUnread = ([path]: readonly string[]) =>
  path && `The journal ${path} cannot be read, and may be of this account. Repair it, or move it away.`;

function whySibling(
  seen: Accounts['seen'],
  fingerprint: string | undefined,
  ids: ReadonlySet<Id>,
): string | undefined {
  const same = seen.find(
    each =>
      (each.accountId !== undefined && ids.has(each.accountId)) ||
      each.credentials.some(known => known.fingerprint === fingerprint),
  );
  return (
    same &&
    `This credential is of ${accountWords(same)}. Use the profile with that label, or set it in this one.`
  );
}
