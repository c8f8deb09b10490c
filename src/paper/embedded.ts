/**
 * Starts the paper service inside the program, in a thread of its own, so that it never delays a key press. A
 * ledger that another program serves is joined; when that one ends, this one takes over at the same address,
 * with the same token.
 */
import {randomBytes} from 'node:crypto';
import {getCompileCacheDir} from 'node:module';
import {dirname} from 'node:path';
import {Worker} from 'node:worker_threads';
import type {WorkerMessage, WorkerSettings} from './worker.ts';

export type EmbeddedOptions = {
  /** The worker's file: `src/paper/worker.ts`, or its bundle. */
  workerUrl: URL;
  /** A path, or `:memory:`. */
  db: string;
  seed?: number | undefined;
  speed?: number | undefined;
  /** Told when the service fails after it has started, or ends by itself. */
  onError?: ((error: Error) => void) | undefined;
};

export type EmbeddedPaper = {
  /** The base URL, without /v1: on 127.0.0.1, on a port that was free. */
  origin: string;
  token: string;
  ledgerId: string;
  close(): Promise<void>;
};

/** @throws {Error} the service could not start, with the reason in a sentence */
export function startEmbeddedPaper(options: EmbeddedOptions): Promise<EmbeddedPaper> {
  const {workerUrl, db, seed = 1, speed = 1, onError} = options;
  // It tells the folder of this version of Node, which is made in the folder that was named.
  const compiledNow = getCompileCacheDir?.();
  const settings: WorkerSettings = {
    db,
    seed,
    speed,
    token: randomBytes(24).toString('base64url'),
    compiled: compiledNow === undefined ? undefined : dirname(compiledNow),
  };
  // The thread's own output must not reach the terminal, where a dashboard is drawn.
  const worker = new Worker(workerUrl, {workerData: settings, stdout: true, stderr: true});
  worker.stdout.resume();
  worker.stderr.resume();
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  let isReady = false;
  let isClosing = false;

  const close = async (): Promise<void> => {
    if (isClosing) return ended;
    isClosing = true;
    worker.ref();
    worker.postMessage('close');
    await ended;
  };

  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (!isReady) reject(error);
      else if (!isClosing) onError?.(error);
    };
    worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('The embedded paper service has ended. Start optty again.')));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'failed') fail(new Error(message.message));
      // A second one says that this program has taken over; nothing changes for who uses the address.
      if (message.type !== 'ready' || isReady) return;
      isReady = true;
      worker.unref();
      const {origin, token, ledgerId} = message;
      resolve({origin, token, ledgerId, close});
    });
  });
}
