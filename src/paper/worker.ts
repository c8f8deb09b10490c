/**
 * The thread that the embedded paper service runs in.
 *
 * One ledger has one service. When another program has the ledger open, this one joins its service, and stands
 * by: as soon as the other is gone, it opens the ledger and serves it at the same address with the same token.
 * Whoever used the old service sees a second of silence and then the same ledger again.
 */
import {enableCompileCache} from 'node:module';
import {setTimeout as wait} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import {isServing, type LedgerAddress, readAddress} from './address.ts';
import {LedgerInUse} from './errors.ts';
import type {Paper} from './options.ts';

export type WorkerSettings = {
  db: string;
  seed: number;
  speed: number;
  token: string;
  /** Where this program keeps its compiled code, if it does. Node's own choice is a folder all users share. */
  compiled: string | undefined;
};

export type WorkerMessage =
  | ({type: 'ready'} & LedgerAddress)
  | {type: 'failed'; message: string}
  | {type: 'closed'};

/** An owner that has just locked the ledger needs a moment until it listens. */
const joinTimeoutMs = 2_000;
const joinRetryMs = 50;
const standByMs = 500;

const settings = workerData as WorkerSettings;

// A thread does not share its program's cache of compiled code. The server, which is nearly all of the code, is
// loaded after this thread has its own: it starts 15 ms earlier.
if (settings.compiled !== undefined) enableCompileCache?.(settings.compiled);
const server = import('./server.ts');

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);
const stop = new AbortController();
let paper: Paper | undefined;

parentPort?.once('message', async () => {
  stop.abort();
  await running;
  await paper?.close();
  tell({type: 'closed'});
  parentPort?.close();
});

const running = start(Date.now() + joinTimeoutMs).catch((error: unknown) => {
  tell({type: 'failed', message: error instanceof Error ? error.message : String(error)});
  parentPort?.close();
});

async function start(deadline: number): Promise<void> {
  for (;;) {
    const inUse = await serve({token: settings.token});
    if (inUse === undefined) return;
    const address = readAddress(settings.db);
    if (address !== undefined && (await isServing(address))) {
      tell({type: 'ready', ...address});
      return standBy(address);
    }
    if (Date.now() > deadline) throw inUse;
    await wait(joinRetryMs);
  }
}

/** Serves the ledger, or tells that it is in use. */
async function serve(place: {
  token: string;
  host?: string;
  port?: number;
  prefix?: string;
}): Promise<LedgerInUse | undefined> {
  const {startPaper} = await server;
  try {
    const {db, seed, speed} = settings;
    paper = await startPaper({db, seed, speed, ...place});
  } catch (error) {
    if (error instanceof LedgerInUse) return error;
    throw error;
  }
  const {baseUrl, ledgerId} = paper;
  tell({type: 'ready', origin: baseUrl, token: place.token, ledgerId});
  return undefined;
}

/** Waits for the ledger to be free, then serves it where the other program did. */
async function standBy({origin, token}: LedgerAddress): Promise<void> {
  const {hostname, port, pathname} = new URL(origin);
  const place = {
    token,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    prefix: pathname.replace(/\/$/, ''),
  };
  // An address that other machines reach was somebody's wish; a dashboard does not open it by itself.
  if (place.host !== '127.0.0.1' && place.host !== '::1') return;
  while (!stop.signal.aborted) {
    try {
      if ((await serve(place)) === undefined) return;
    } catch (error) {
      // The port is not free yet, or no more; without it nobody would find the service.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
    }
    await wait(standByMs, undefined, {signal: stop.signal, ref: true}).catch(ignoreAbort);
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
