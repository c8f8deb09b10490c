import {calm, type Program, startProgram} from './program.ts';
import type {TerminalOptions} from './terminal.ts';

/** A person who listens: of the program nothing is known but what it has written, word for word. */
export type Listener = {
  readonly program: Program;
  /** All that was said, a sentence or more a line. */
  said(): string;
  /** What is said from a key on, once it holds `what`. */
  press(key: string, what: RegExp): Promise<string>;
  /** Waits until this is said, from the last key on or after it. */
  hear(what: RegExp, timeoutMs?: number): Promise<string>;
  /** Hears a question to its end and presses the key that it names, until something else is said. */
  confirm(what: RegExp): Promise<string>;
  end(): Promise<void>;
};

/** Wide enough that no sentence is folded. */
const endless = 2_000;

/** At the words of the law, 150 ms each, and what a person needs to find a key. */
const msAWord = 150;

/** What a session writes as it opens and closes its terminal: modes and questions; none erases or moves. */
const modes = /\u001b\[\?2004[hl]|\u001b\[>q|\u001b\[c|\u001b\[m/g;
const query = /\u001b\[5n/g;
const bell = /\u0007/g;

export function startListening(options: Partial<TerminalOptions> & {home?: string} = {}): Listener {
  const program = startProgram({
    columns: endless,
    ...options,
    env: {INK_SCREEN_READER: 'true', ...options.env},
  });
  let heardTo = 0;
  const said = () => wordsOnly(program.transcript);
  const since = () => said().slice(heardTo);
  const hear = async (what: RegExp, timeoutMs = 15_000) => {
    await program
      .waitFor(() => what.test(since()), timeoutMs)
      .catch(() => {
        throw new Error(`waited for ${what}; since the last key was said:\n${since()}`);
      });
    return since();
  };
  const press = (key: string, what: RegExp) => {
    heardTo = said().length;
    program.press(key);
    return hear(what);
  };
  return {
    program,
    said,
    press,
    hear,
    async confirm(what) {
      const question = await hear(asked);
      const key = keyIn(question);
      await calm(question.split(/\s+/).length * msAWord + 300);
      return press(key, what);
    },
    end: () => program.end(),
  };
}

const asked = /press ([A-Z]), as in \w+, to |Press ([a-z]) to /;

/** The key that the last question ends with. */
export function keyIn(said: string): string {
  const found = [...said.matchAll(new RegExp(asked, 'g'))].at(-1);
  return found?.[1] ?? found?.[2] ?? '';
}

/** The transcript alone: the modes of the session and the questions to the terminal taken out. */
export function wordsOnly(written: string): string {
  return written.replace(modes, '').replace(query, '').replace(bell, '').replace(/\r\n/g, '\n');
}

/** Every byte that is neither printable, nor the end of a line, nor one of the few that a session may write. */
export function strayBytes(written: string): string[] {
  return [...wordsOnly(written).matchAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g)].map(([each]) =>
    JSON.stringify(each),
  );
}

export function wordCount(said: string): number {
  return said.split(/\s+/).filter(each => /[\p{L}\p{N}]/u.test(each)).length;
}
