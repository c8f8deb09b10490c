import {createHash} from 'node:crypto';
import {readdirSync, realpathSync} from 'node:fs';
import {join} from 'node:path';
import {type BoundService, ledgerInKey, serviceKey} from './lease.ts';
import {JournalError} from './problem.ts';

export type Places = {
  /** A folder for each account of each service. */
  readonly accounts: string;
  /** One file for all accounts, of builds before there was one for each. */
  readonly oldJournal: string;
};

/** Whose journal a file has to be. */
export type Owner = {readonly places: Places; readonly service: BoundService; readonly label: string};

export type ServiceName = Pick<BoundService, 'origin' | 'path' | 'ledger'>;

/** Never depends on the token: with a renewed one, the unresolved writes of the account must be found. */
export function journalPath({accounts}: Places, service: ServiceName, label: string): string {
  return join(accounts, accountName(serviceKey(service), label), 'journal.db');
}

/** The file of an owner, as a journal is opened. */
export const fileOf = <Of extends Named>(owner: Of) => ({
  owner,
  path: journalPath(owner.places, owner.service, owner.label),
});

type Named = Pick<Owner, 'places' | 'label'> & {readonly service: ServiceName};

/** A journal to read, and whose it has to be. */
export type NamedFile = {readonly owner: Named; readonly path: string};

/** It is of another service or label: it was moved here. */
export function whyMoved({owner, path}: NamedFile, row: NamedAccount | undefined): JournalError | undefined {
  if (row === undefined || (row.service === serviceKey(owner.service) && row.label === owner.label))
    return undefined;
  return new JournalError('barred', `The journal ${path} is of ${accountWords(row)}. Move it back.`);
}

/** Safe on every file system, also without letter case. What had to be replaced is told apart by a hash. */
export function accountName(service: string, label: string): string {
  const whole = `${service.replace(/^https:\/\//, '')}@${label}`;
  const safe = whole
    .toLowerCase()
    .replace(/[^a-z0-9.@_-]+/g, '_')
    .slice(0, 80);
  if (safe === whole) return whole;
  const hash = createHash('sha256')
    .update(JSON.stringify([service, label]))
    .digest('hex');
  return `${safe}~${hash.slice(0, 12)}`;
}

/** The journals of all accounts of this machine. */
export function journalsIn({accounts}: Pick<Places, 'accounts'>): readonly string[] {
  try {
    return readdirSync(accounts).map(name => join(accounts, name, 'journal.db'));
  } catch (error) {
    // There is none yet, or they cannot be read.
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}

/** Without links, so that a file is found once. Undefined if there is none. */
export function placeOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : path;
  }
}

type NamedAccount = {readonly service: string; readonly label: string};

/** Both were chosen by somebody: what a status bar could expand is left out. */
export function accountWords({service, label}: NamedAccount): string {
  const host = ledgerInKey(service) !== undefined ? 'a paper service' : service.replace(/^https?:\/\//, '');
  return `account ${/^[\w.:@ -]{0,40}$/.test(label) ? label : '?'} of ${/^[\w.:/%~ [\]-]{0,200}$/.test(host) ? host : '?'}`;
}
