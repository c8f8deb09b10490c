import {type Listened, listenTo} from './heard/ears.ts';
import {calm, type Program, startProgram} from './program.ts';
import type {TerminalOptions} from './terminal.ts';

/** The built program in a pseudo-terminal, listened to in real time. */
export type Listener = Listened & {readonly program: Program};

/** Wide enough that no sentence is folded. */
const endless = 2_000;

export function startListening(options: Partial<TerminalOptions> & {home?: string} = {}): Listener {
  const program = startProgram({
    columns: endless,
    ...options,
    env: {INK_SCREEN_READER: 'true', ...options.env},
  });
  const written = () => program.transcript;
  const ears = listenTo({
    written,
    type: keys => program.press(keys),
    async until(isSo, timeoutMs) {
      await program.waitFor(isSo, timeoutMs);
    },
    speak: calm,
  });
  return {...ears, program, written, ended: program.exit, end: () => program.end()};
}
