import {parentPort, workerData} from 'node:worker_threads';
import type {Bound} from '../bounds.ts';
import {search} from './search.ts';

/** One of the threads that bounds are shared out to: it searches one, tells of it and ends. */
parentPort?.postMessage(search(workerData as Bound));
