/** If another program serves the ledger, this joins it, and takes over its address and token when that ends. */
import {setTimeout as wait} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import {isServing, type LedgerAddress, readAddress} from './address.ts';
import {LedgerInUse} from './errors.ts';
import type {Paper} from './options.ts';
import {startPaper} from './server.ts';

export type WorkerSettings = {db: string; token: string};

export type WorkerMessage = ({type: 'ready'} & LedgerAddress) | {type: 'failed'; message: string};

/** An owner that has just locked the ledger needs a moment to listen. */
const joinTimeoutMs = 2_000;
const joinRetryMs = 50;
const standByMs = 500;

const settings = workerData as WorkerSettings;

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);
const stop = new AbortController();
let paper: Paper | undefined;

parentPort?.once('message', async () => {
  stop.abort();
  await running;
  await paper?.close();
  parentPort?.close();
});

const running = start(AbortSignal.timeout(joinTimeoutMs)).catch((error: unknown) => {
  tell({type: 'failed', message: error instanceof Error ? error.message : String(error)});
  parentPort?.close();
});

async function start(late: AbortSignal): Promise<void> {
  for (;;) {
    const inUse = await serve({token: settings.token});
    if (inUse === undefined) return;
    const address = readAddress(settings.db);
    if (address !== undefined && (await isServing(address))) {
      tell({type: 'ready', ...address});
      return standBy(address);
    }
    if (late.aborted) throw inUse;
    await wait(joinRetryMs);
  }
}

async function serve(place: {
  token: string;
  host?: string;
  port?: number;
  prefix?: string;
}): Promise<LedgerInUse | undefined> {
  try {
    paper = await startPaper({db: settings.db, ...place});
  } catch (error) {
    if (error instanceof LedgerInUse) return error;
    throw error;
  }
  const {baseUrl, ledgerId} = paper;
  tell({type: 'ready', origin: baseUrl, token: place.token, ledgerId});
  return undefined;
}

async function standBy({origin, token}: LedgerAddress): Promise<void> {
  const {hostname, port, pathname} = new URL(origin);
  const place = {
    token,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    prefix: pathname.replace(/\/$/, ''),
  };
  // A dashboard does not open an address for other machines by itself.
  if (place.host !== '127.0.0.1' && place.host !== '::1') return;
  while (!stop.signal.aborted) {
    try {
      if ((await serve(place)) === undefined) return;
    } catch (error) {
      // The port is still in use; without it no client would find the service.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
    }
    await wait(standByMs, undefined, {signal: stop.signal, ref: true}).catch(ignoreAbort);
  }
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
}
