import {randomBytes} from 'node:crypto';
import {Worker} from 'node:worker_threads';
import type {LedgerAddress} from './address.ts';
import type {WorkerMessage, WorkerSettings} from './worker.ts';

/** @param db a path, or `:memory:` */
export async function startEmbeddedPaper({workerUrl, db}: {workerUrl: URL; db: string}) {
  const settings: WorkerSettings = {db, token: randomBytes(24).toString('base64url')};
  // The thread's output must not reach the terminal, where a dashboard is drawn.
  const worker = new Worker(workerUrl, {workerData: settings, stdout: true, stderr: true});
  worker.stdout.resume();
  worker.stderr.resume();
  const ended = new Promise<void>(resolve => worker.once('exit', () => resolve()));
  const {promise: ready, resolve} = Promise.withResolvers<LedgerAddress>();
  const {promise: fault, reject} = Promise.withResolvers<never>();
  let isClosing = false;
  const fail = (error: Error) => {
    if (!isClosing) reject(error);
  };
  worker.on('error', error => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('The embedded paper service has ended. Start optty again.')));
  worker.on('message', (message: WorkerMessage) => {
    if (message.type === 'failed') fail(new Error(message.message));
    // A second address means that this program took over; clients see no change.
    else resolve(message);
  });
  const {origin, token, ledgerId} = await Promise.race([ready, fault]);
  worker.unref();
  return {
    ...{origin, token, ledgerId},
    /** Never resolves; rejects when the service fails. */
    fault,
    async close() {
      if (!isClosing) {
        isClosing = true;
        worker.ref();
        worker.postMessage('close');
      }
      await ended;
    },
  };
}
