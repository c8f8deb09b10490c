import type {Id, Millis} from '../../api/wire/records.ts';
import type {Binding} from './file.ts';
import {readAccounts} from './glimpse.ts';
import {isOldOf, type OldJournal, readOld, whyOldBars} from './old.ts';
import {accountWords} from './place.ts';
import {isOfAnother, JournalError} from './problem.ts';
import {type AccountRow, accountIn} from './rows.ts';

/**
 * Proves that a file is that of the account: a token may be replaced by one of another account, and a profile
 * may have another label for the same one. Nothing of the file is used before that.
 */
export function createAccount(bound: Binding) {
  const {key, host, places, service} = bound;
  const keys = [key, `${service.origin}${service.path}`];
  const readOlder = async () => places && readOld(places.oldJournal, host);
  const siblings = async () =>
    places === undefined
      ? []
      : (await readAccounts(places, host)).filter(each => each.service === key && each.path !== bound.path);
  const check = async (seen: ReadonlySet<Id>) => checkAccount(bound, seen, await siblings());
  let claimed: string | undefined;

  async function claim(seen: ReadonlySet<Id>): Promise<void> {
    await check(seen);
    const own = ownRow(bound);
    const next = claimedRow(bound, own, seen);
    if (JSON.stringify(next) === JSON.stringify(keptRow(bound))) return;
    bound.writing(() => keepRow(bound, next));
    try {
      // Another process may have kept the same in another file meanwhile.
      await check(seen);
    } catch (error) {
      bound.writing(() => keepRow(bound, own));
      throw error;
    }
  }

  return {
    /** @throws {JournalError} the file is of another service or label: it was moved here */
    checkFile: () => void checkFile(bound),
    /**
     * Writes nothing.
     * @param seen the accounts that records showed
     * @throws {JournalError} it is, or may be, another account; or the journal of older builds comes first
     */
    async check(seen: ReadonlySet<Id>, {lagMs, now}: {readonly lagMs: Millis; readonly now: Millis}) {
      if (places === undefined) return;
      await check(seen);
      const old = await readOlder();
      const why = old && whyOldBars(old, places.oldJournal, {keys, lagMs, now});
      if (why !== undefined) throw why;
    },
    /** Keeps what the records and the credential show. @throws {JournalError} it is another account */
    async claim(seen: ReadonlySet<Id>): Promise<void> {
      const now = [...seen].join();
      if (places === undefined || claimed === now) return;
      try {
        takeOldHalt(bound, (await readOlder())?.halts.find(isOldOf(keys)));
        await claim(seen);
      } catch (error) {
        if (claimed !== undefined && error instanceof JournalError && isOfAnother(error)) bound.bar(error);
        throw error;
      }
      claimed = now;
    },
    /** A person says that the credential is of the same account. */
    accept: () => bound.writing(() => keepRow(bound, claimedRow(bound, ownRow(bound), new Set()))),
  };
}

/** Once: whoever lifts it here does not want it again. */
function takeOldHalt(bound: Binding, halt: OldJournal['halts'][number] | undefined): void {
  const own = ownRow(bound);
  if (halt === undefined || own.hasOldHalt) return;
  bound.writing(() => {
    const sql = 'INSERT OR IGNORE INTO halts (service, at, set_by, account) VALUES (?, ?, ?, ?)';
    bound.db.prepare(sql).run(bound.key, halt.at, halt.by, bound.account);
    keepRow(bound, {...own, hasOldHalt: true});
  });
}

const keptRow = ({db, reading}: Binding) => reading(() => accountIn(db));

const ownRow = (bound: Binding): AccountRow =>
  keptRow(bound) ?? {
    ...{service: bound.key, address: '', label: bound.account},
    ...{accountId: undefined, credentials: [], hasOldHalt: false},
  };

function keepRow({db}: Binding, row: AccountRow): void {
  const sql = `INSERT OR REPLACE INTO account
    (one, service, address, label, account_id, credentials, has_old_halt) VALUES (1, ?, ?, ?, ?, ?, ?)`;
  const {accountId = null, credentials, hasOldHalt} = row;
  const texts = [row.service, row.address, row.label, accountId, JSON.stringify(credentials)];
  db.prepare(sql).run(...texts, Number(hasOldHalt));
}

/** Without one, and on paper, nothing tells credentials apart. */
const fingerprintOf = ({service: {credentialSource, fingerprint}}: Binding): string | undefined =>
  credentialSource === 'none' || credentialSource === 'paper' ? undefined : fingerprint;

function isKnown(bound: Binding, {credentials}: AccountRow): boolean {
  const fingerprint = fingerprintOf(bound);
  return fingerprint === undefined || credentials.includes(fingerprint);
}

const onlyOne = (seen: ReadonlySet<Id>): Id | undefined => (seen.size === 1 ? [...seen][0] : undefined);

function claimedRow(bound: Binding, own: AccountRow, seen: ReadonlySet<Id>): AccountRow {
  const {origin, path, fingerprint} = bound.service;
  return {
    ...own,
    address: `${origin}${path}`,
    accountId: own.accountId ?? onlyOne(seen),
    credentials: isKnown(bound, own) ? own.credentials : [...own.credentials, fingerprint],
  };
}

function checkAccount(bound: Binding, seen: ReadonlySet<Id>, siblings: readonly AccountRow[]): void {
  const own = checkFile(bound);
  const shown = onlyOne(seen);
  const why = whyOtherId(own, seen) ?? whySibling(siblings, fingerprintOf(bound), own.accountId ?? shown);
  if (why !== undefined) throw new JournalError('barred', why);
  const isSame = shown !== undefined && shown === own.accountId;
  if (isSame || own.credentials.length === 0 || isKnown(bound, own)) return;
  const text = `New credential: run optty same-account if it is of ${accountWords(own)}, or change label.`;
  throw new JournalError('unproved', text);
}

function checkFile(bound: Binding): AccountRow {
  const row = ownRow(bound);
  if (row.service === bound.key && row.label === bound.account) return row;
  throw new JournalError('barred', `The journal ${bound.path} is of ${accountWords(row)}. Move it back.`);
}

function whyOtherId(row: AccountRow, seen: ReadonlySet<Id>): string | undefined {
  const other = row.accountId === undefined ? undefined : [...seen].find(id => id !== row.accountId);
  return (
    other &&
    `The service shows account #${other}; ${accountWords(row)} is #${row.accountId}. Use the profile of #${other}, or set another label in this one.`
  );
}

function whySibling(
  siblings: readonly AccountRow[],
  fingerprint: string | undefined,
  accountId: Id | undefined,
): string | undefined {
  const same = siblings.find(
    each =>
      (fingerprint !== undefined && each.credentials.includes(fingerprint)) ||
      (accountId !== undefined && each.accountId === accountId),
  );
  return (
    same &&
    `This credential is of ${accountWords(same)}. Use the profile with that label, or set it in this one.`
  );
}
