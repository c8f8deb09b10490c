import {downTo} from '../sequences.ts';
import {type Screen, type ScreenOptions, WrittenWaiters} from './difference-screen.ts';
import {InkOutput, Page} from './ink.ts';

const backlogCap = 1024 * 1024;

/** The screen for screen readers: Ink's lines pass through unchanged. */
export function createPlainScreen(options: ScreenOptions): Screen {
  const waiters = new WrittenWaiters(options.now);
  let [version, writtenVersion, backlog] = [0, 0, 0];
  let isPaused = false;

  const send = (bytes: string): boolean => {
    const length = Buffer.byteLength(bytes);
    if (length === 0) return true;
    if (isPaused || backlog + length > backlogCap) return false;
    backlog += length;
    version += 1;
    const upTo = version;
    options.write(bytes, () => {
      backlog -= length;
      writtenVersion = upTo;
      waiters.written(upTo);
    });
    return true;
  };

  const typed = typedLine(send);
  const stdout = new InkOutput(options.columns, options.rows, typed.lines);

  return {
    stdout: stdout as unknown as NodeJS.WriteStream,
    type: typed.type,
    get size() {
      return {columns: stdout.columns, rows: stdout.rows};
    },
    get opening() {
      return downTo(stdout.rows);
    },
    ...withoutPicture,
    resize: (columns, rows) => stdout.resize(Math.max(1, columns), Math.max(1, rows)),
    whenWritten: () => waiters.wait(version, writtenVersion),
    write: send,
    pause() {
      typed.end();
      isPaused = true;
    },
    resume() {
      isPaused = false;
    },
  };
}

function typedLine(send: (bytes: string) => boolean) {
  let isTyped = false;
  return {
    type(text: string) {
      if (send(text)) isTyped = true;
    },
    lines(text: string) {
      if (text !== '' && send(isTyped ? `\n${text}` : text)) isTyped = false;
    },
    end() {
      if (isTyped && send('\n')) isTyped = false;
    },
  };
}

const withoutPicture: Pick<
  Screen,
  'page' | 'show' | 'drawInAscii' | 'redraw' | 'hurry' | 'answered' | 'isAsking'
> = {
  page: new Page(() => {}),
  show: () => {},
  drawInAscii: () => {},
  redraw: () => {},
  hurry: () => {},
  answered: () => {},
  isAsking: () => false,
};
