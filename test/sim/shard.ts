import {parentPort} from 'node:worker_threads';
import {type Block, runBlock} from './blocks.ts';
import {breakNamed} from './breaks.ts';

/** One of the threads that scenarios are shared out to: it runs a block, tells of it, and waits for another. */

// A storm is made of errors, and nobody reads where they came from: a fifth of the time would go into their
// stacks.
Error.stackTraceLimit = 0;

parentPort?.on('message', (block: Block) => {
  void runBlock(block, breakNamed(block.breakName)).then(report => parentPort?.postMessage(report));
});
