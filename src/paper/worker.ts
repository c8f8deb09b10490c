/** The thread that the embedded paper service runs in. It is given its settings and answers where it can be reached. */
import {parentPort, workerData} from 'node:worker_threads';
import {startPaper} from './server.ts';

export interface WorkerSettings {
  db: string;
  seed: number;
  speed: number;
  token: string;
}

export type WorkerMessage =
  | {type: 'ready'; origin: string; token: string; ledgerId: string}
  | {type: 'failed'; message: string}
  | {type: 'closed'};

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  const paper = await startPaper(workerData as WorkerSettings);
  tell({type: 'ready', origin: paper.origin, token: paper.token, ledgerId: paper.ledgerId});
  parentPort?.once('message', async () => {
    await paper.close();
    tell({type: 'closed'});
    parentPort?.close();
  });
} catch (error) {
  tell({type: 'failed', message: error instanceof Error ? error.message : String(error)});
}
