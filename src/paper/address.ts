/**
 * Where a ledger's service can be reached: a file beside the ledger, readable by its owner alone, that the
 * service writes when it listens. A second program that finds the ledger locked uses that service.
 */
import {readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';

export type LedgerAddress = {
  /** The base URL, without /v1. */
  origin: string;
  token: string;
  ledgerId: string;
};

const fileBeside = (db: string): string => `${db}.address`;

export function publishAddress(db: string, address: LedgerAddress): void {
  if (db === ':memory:') return;
  const file = fileBeside(db);
  writeFileSync(`${file}.new`, JSON.stringify(address), {mode: 0o600});
  renameSync(`${file}.new`, file);
}

/** Takes the address back. Called while the ledger is still locked, so it is never another service's. */
export function withdrawAddress(db: string): void {
  if (db !== ':memory:') rmSync(fileBeside(db), {force: true});
}

/** The published address; undefined when there is none that can be read. */
export function readAddress(db: string): LedgerAddress | undefined {
  try {
    const {origin, token, ledgerId} = JSON.parse(
      readFileSync(fileBeside(db), 'utf8'),
    ) as Partial<LedgerAddress>;
    return typeof origin === 'string' && typeof token === 'string' && typeof ledgerId === 'string'
      ? {origin, token, ledgerId}
      : undefined;
  } catch (error) {
    // Not there yet, or no file of ours: the caller waits, or says that the ledger is in use.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** Whether the service at this address is alive, takes the token and has the very ledger. */
export async function isServing({origin, token, ledgerId}: LedgerAddress): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/v1/easy-options/list?pageSize=1`, {
      headers: {authorization: `Bearer ${token}`},
      redirect: 'error',
      signal: AbortSignal.timeout(1_000),
    });
    await response.body?.cancel();
    return response.ok && response.headers.get('optty-ledger') === ledgerId;
  } catch (error) {
    // No answer is the answer: the service of a stale address file is gone.
    if (error instanceof Error) return false;
    throw error;
  }
}
