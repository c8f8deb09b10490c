import {patienceMs} from '../patience.ts';
import {calm} from '../program.ts';

/** A person who listens: of the program nothing is known but what it has written, word for word. */
export type Ears = {
  /** All that was said, a sentence or more a line. */
  said(): string;
  /** What is said from a key on, once it holds `what`. */
  press(key: string, what: RegExp): Promise<string>;
  /** Waits until this is said, from the last key on or after it. */
  hear(what: RegExp, timeoutMs?: number): Promise<string>;
  /** Hears a question to its end and presses the key that it names, until something else is said. */
  confirm(what: RegExp): Promise<string>;
  /** A person's pause between two keys. */
  rest(): Promise<void>;
};

/** A program that is listened to from its start to its end. */
export type Listened = Ears & {
  /** All that it wrote, byte for byte. */
  written(): string;
  /** Settles once it was quit. */
  readonly ended: Promise<unknown>;
  end(): Promise<void>;
};

/** What is listened to. */
export type Voice = {
  /** All that was written. */
  written(): string;
  type(keys: string): void;
  /** Rejects with the reason where it does not come to be so. */
  until(isSo: () => boolean, timeoutMs: number): Promise<void>;
  /** Lets words be spoken, which takes so long. */
  speak(ms: number): Promise<void>;
};

/** At the words of the law, 150 ms each, and what a person needs to find a key. */
const [msAWord, msToAKey] = [150, 300];

/** A key that came too early is pressed again, as is told; nobody does so for ever. */
const mostTries = 5;

/** What acts rests for 300 ms after an answer, and a person is no faster. */
const restMs = 400;

export function listenTo({written, type, until, speak}: Voice): Ears {
  let heardTo = 0;
  const said = () => wordsOnly(written());
  const since = () => said().slice(heardTo);
  const hear = async (what: RegExp, timeoutMs = patienceMs) => {
    await until(() => what.test(since()), timeoutMs).catch((error: Error) => {
      throw new Error(`waited for ${what}: ${error.message}\nSince the last key was said:\n${since()}`);
    });
    return since();
  };
  const press = (key: string, what: RegExp) => {
    heardTo = said().length;
    type(key);
    return hear(what);
  };
  /** What asks anew meanwhile is heard to its end as well. */
  const hearOut = async (from: number) => {
    for (let heard = from; heard < said().length; ) {
      const fresh = said().slice(heard);
      heard += fresh.length;
      await speak(fresh.split(/\s+/).length * msAWord + msToAKey);
    }
  };
  const confirm = async (what: RegExp) => {
    await hear(asked);
    let from = heardTo;
    let key = '';
    for (let tries = 0; tries < mostTries; tries++) {
      await hearOut(from);
      key = keyIn(said().slice(from)) || key;
      from = said().length;
      const answer = await press(key, new RegExp(`${what.source}|${tooEarly.source}`));
      if (what.test(answer)) return answer;
    }
    throw new Error(`${key} is never taken:\n${since()}`);
  };
  return {said, press, hear, confirm, rest: () => calm(restMs)};
}

const asked = /Press ([a-z]), as in \w+, to |Press ([a-z]) to /;
const tooEarly = /: press \w again\.\n/;

/** The key that the last question ends with. */
function keyIn(said: string): string {
  const found = [...said.matchAll(new RegExp(asked, 'g'))].at(-1);
  return found?.[1] ?? found?.[2] ?? '';
}

/** What a session writes as it opens and closes its terminal: modes; none erases or moves. */
const modes = /\u001b\[\?2004[hl]|\u001b\[m/g;
const bell = /\u0007/g;

/** The transcript alone: the modes of the session taken out. */
function wordsOnly(written: string): string {
  return written.replace(modes, '').replace(bell, '').replace(/\r\n/g, '\n');
}

/** Every byte that is neither printable, nor the end of a line, nor one of the few that a session may write. */
export function strayBytes(written: string): string[] {
  return [...wordsOnly(written).matchAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g)].map(([each]) =>
    JSON.stringify(each),
  );
}
