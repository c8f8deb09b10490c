import {createInterface} from 'node:readline';

/** Lines that a person types, also those that come before a question. */
export function openAnswers({stdin}: Pick<NodeJS.Process, 'stdin'>) {
  const input = createInterface({input: stdin});
  const lines = input[Symbol.asyncIterator]();
  return {
    /** Empty at the end of the input. */
    next: async () => String((await lines.next()).value ?? '').trim(),
    /** Until then a terminal keeps the process. */
    close: () => input.close(),
  };
}
