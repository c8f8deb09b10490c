import {once} from 'node:events';
import {readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import type {IncomingMessage} from 'node:http';

/** `origin` is the base URL without /v1. */
export type LedgerAddress = {origin: string; token: string; ledgerId: string};

const fileBeside = (db: string): string => `${db}.address`;

export function publishAddress(db: string, address: LedgerAddress): void {
  if (db === ':memory:') return;
  const file = fileBeside(db);
  // A name that exists may be a link: it is removed, and not written through.
  rmSync(`${file}.new`, {force: true});
  writeFileSync(`${file}.new`, JSON.stringify(address), {flag: 'wx', mode: 0o600});
  renameSync(`${file}.new`, file);
}

/** Called while the ledger is locked, so the file is never another service's. */
export function withdrawAddress(db: string): void {
  if (db !== ':memory:') rmSync(fileBeside(db), {force: true});
}

export function readAddress(db: string): LedgerAddress | undefined {
  try {
    const {origin, token, ledgerId} = JSON.parse(
      readFileSync(fileBeside(db), 'utf8'),
    ) as Partial<LedgerAddress>;
    return typeof origin === 'string' && typeof token === 'string' && typeof ledgerId === 'string'
      ? {origin, token, ledgerId}
      : undefined;
  } catch (error) {
    // Missing or not ours: the caller retries, or reports that the ledger is in use.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** Not by `fetch`, whose parser is WebAssembly: V8 may end the process when several threads load that. */
export async function isServing({origin, token, ledgerId}: LedgerAddress): Promise<boolean> {
  // An import at the start loads Node's own copy of undici for each command.
  const {get} = await import('node:http');
  const asked = get(`${origin}/v1/easy-options/list?pageSize=1`, {
    headers: {authorization: `Bearer ${token}`},
    agent: false,
    signal: AbortSignal.timeout(1_000),
  });
  try {
    const [response]: IncomingMessage[] = await once(asked, 'response');
    if (response === undefined) return false;
    await once(response.resume(), 'end');
    return response.statusCode === 200 && response.headers['optty-ledger'] === ledgerId;
  } catch (error) {
    // No answer: the address file is stale.
    if (error instanceof Error) return false;
    throw error;
  }
}
