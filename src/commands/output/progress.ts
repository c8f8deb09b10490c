import {eraseToEndOfLine} from '../../term/sequences.ts';
import type {Out} from './output.ts';

const patienceMs = 1_000;

/** A line on standard error about work that takes long, gone when it ends; none where nobody watches. */
export function startProgress(stderr: Out): {tell(text: string): void; end(): void} {
  const began = performance.now();
  let isShown = false;
  return {
    tell(text) {
      if (!stderr.isTTY || performance.now() - began < patienceMs) return;
      isShown = true;
      stderr.write(`\r${eraseToEndOfLine}optty: ${text} so far`);
    },
    end() {
      if (isShown) stderr.write(`\r${eraseToEndOfLine}`);
    },
  };
}
