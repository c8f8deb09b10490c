/** Starts the paper service inside the program, in a thread of its own, so that it never delays a key press. */
import {randomBytes} from 'node:crypto';
import {Worker} from 'node:worker_threads';
import type {WorkerMessage, WorkerSettings} from './worker.ts';

export interface EmbeddedOptions {
  /** The worker's file: `src/paper/worker.ts`, or its bundle. */
  workerUrl: URL;
  /** A path, or `:memory:`. */
  db: string;
  seed?: number | undefined;
  speed?: number | undefined;
  /** Told when the service fails after it has started. */
  onError?: ((error: Error) => void) | undefined;
}

export interface EmbeddedPaper {
  origin: string;
  token: string;
  ledgerId: string;
  /** Another program serves the ledger, and this one uses that service. */
  shared: boolean;
  close(): Promise<void>;
}

/** @throws {Error} the service could not start, with the reason in a sentence */
export function startEmbeddedPaper({
  workerUrl,
  db,
  seed = 1,
  speed = 1,
  onError,
}: EmbeddedOptions): Promise<EmbeddedPaper> {
  const settings: WorkerSettings = {db, seed, speed, token: randomBytes(24).toString('base64url')};
  const worker = new Worker(workerUrl, {workerData: settings});
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    let isReady = false;
    const fail = (error: Error) => (isReady ? onError?.(error) : reject(error));
    worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('message', (message: WorkerMessage) => {
      if (message.type === 'failed') fail(new Error(message.message));
      if (message.type !== 'ready') return;
      isReady = true;
      const {origin, token, ledgerId} = message;
      resolve({
        origin,
        token,
        ledgerId,
        shared: false,
        async close() {
          worker.postMessage('close');
          await ended;
        },
      });
    });
  });
}
