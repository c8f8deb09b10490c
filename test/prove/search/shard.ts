import {parentPort} from 'node:worker_threads';
import {search} from './search.ts';

/** One of the threads that bounds are shared out to: it searches one, tells of it, and waits for another. */
parentPort?.on('message', bound => parentPort?.postMessage(search(bound)));
