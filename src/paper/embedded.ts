import {randomBytes} from 'node:crypto';
import {Worker} from 'node:worker_threads';
import type {LedgerAddress} from './address.ts';
import type {WorkerMessage, WorkerSettings} from './worker.ts';

type EmbeddedOptions = {
  workerUrl: URL;
  /** A path, or `:memory:`. */
  db: string;
  onError?: (error: Error) => void;
};

type EmbeddedPaper = LedgerAddress & {close(): Promise<void>};

export function startEmbeddedPaper({workerUrl, db, onError}: EmbeddedOptions): Promise<EmbeddedPaper> {
  const settings: WorkerSettings = {db, token: randomBytes(24).toString('base64url')};
  // The thread's output must not reach the terminal, where a dashboard is drawn.
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
      if (message.type === 'failed') return fail(new Error(message.message));
      // A second message means that this program took over; clients see no change.
      if (isReady) return;
      isReady = true;
      worker.unref();
      const {origin, token, ledgerId} = message;
      resolve({origin, token, ledgerId, close});
    });
  });
}
