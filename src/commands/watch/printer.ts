import {once} from 'node:events';
import type {EventLog} from '../../desk/journal/log/contract.ts';
import {type Out, withoutHidden} from '../output/output.ts';

/** So many lines are read from the log at once. */
const pieceSize = 200;

type Given = {
  readonly log: EventLog;
  readonly out: Out & NodeJS.EventEmitter;
  /** What stands behind this is printed. */
  readonly from: number;
  readonly isWanted: (line: string) => boolean;
};

/**
 * Prints what the log holds, whoever put it there, in its order and each line by one write; waits for a slow
 * reader. What is asked for while it prints is printed in the same go.
 * @throws {JournalError} the log cannot be read
 */
export function createPrinter({log, out, from, isWanted}: Given): () => Promise<void> {
  let position = from;
  let printing: Promise<void> | undefined;
  const printAll = async () => {
    for (
      let events = log.after(position, pieceSize);
      events.length > 0;
      events = log.after(position, pieceSize)
    ) {
      for (const {number, line} of events) {
        position = number;
        if (isWanted(line) && !out.write(`${withoutHidden(line)}\n`)) await once(out, 'drain');
      }
    }
  };
  return async () => {
    if (printing !== undefined) return printing;
    printing = printAll().finally(() => {
      printing = undefined;
    });
    return printing;
  };
}
