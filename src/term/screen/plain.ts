import {Handshake} from '../line/handshake.ts';
import {downTo} from '../sequences.ts';
import {InkOutput} from './output.ts';
import type {Screen, ScreenCounts, ScreenOptions} from './screen.ts';

/** What a terminal may leave unread before more is dropped. */
const backlogCap = 1024 * 1024;

/**
 * The screen for screen readers: lines of text that Ink writes under each other go through as they are, and
 * beside them no more than the question whether the terminal has taken them. The rest is as with
 * `createScreen`, so that the same program runs on either.
 */
export function createPlainScreen(options: ScreenOptions): Screen {
  const counts: ScreenCounts = {frames: 0, painted: 0, bytes: 0};
  const handshake = new Handshake(options.now);
  let [version, writtenVersion, backlog] = [0, 0, 0];
  let isPaused = false;

  const send = (bytes: string): boolean => {
    const length = Buffer.byteLength(bytes);
    if (length === 0) return true;
    if (isPaused || backlog + length > backlogCap) return false;
    backlog += length;
    counts.bytes += length;
    version += 1;
    const upTo = version;
    options.write(bytes, () => {
      backlog -= length;
      writtenVersion = upTo;
      send(handshake.query(writtenVersion));
    });
    return true;
  };

  const typed = typedLine(send, counts);
  const stdout = new InkOutput(options.columns, options.rows, typed.lines);
  const abandon = (reason: string) => {
    typed.end();
    isPaused = true;
    handshake.abandon(reason);
  };

  return {
    stdout: stdout as unknown as NodeJS.WriteStream,
    counts,
    type: typed.type,
    get size() {
      return {columns: stdout.columns, rows: stdout.rows};
    },
    get opening() {
      return downTo(stdout.rows);
    },
    ...withoutPicture,
    resize: (columns, rows) => stdout.resize(Math.max(1, columns), Math.max(1, rows)),
    whenShown() {
      if (isPaused) return Promise.reject(new Error('the screen is not shown'));
      const promise = handshake.wait(version);
      if (writtenVersion === version) send(handshake.query(version));
      return promise;
    },
    // Its cursor stays where the text ends, so queries are told apart by their order alone.
    answered: place => void (place === undefined && handshake.answered()),
    isAsking: () => handshake.isAsking,
    write: send,
    pause: () => abandon('the screen was left'),
    resume() {
      isPaused = false;
      handshake.forget();
    },
    close: () => abandon('the screen was closed'),
  };
}

/** What is typed stands in a line of its own, which ends where another line comes. */
function typedLine(send: (bytes: string) => boolean, counts: ScreenCounts) {
  let isTyped = false;
  return {
    type(text: string) {
      if (send(text)) isTyped = true;
    },
    lines(text: string) {
      counts.frames += 1;
      if (text === '' || !send(isTyped ? `\n${text}` : text)) return;
      counts.painted += 1;
      isTyped = false;
    },
    /** What comes next is not ours. */
    end() {
      if (isTyped && send('\n')) isTyped = false;
    },
  };
}

/** What a screen reader speaks is Ink's from the first word on: nothing is painted, nor painted again. */
const withoutPicture: Pick<Screen, 'cite' | 'setPage' | 'show' | 'drawInAscii' | 'redraw' | 'hurry'> = {
  cite: ({lines}) => lines.join('\n'),
  setPage: () => {},
  show: () => {},
  drawInAscii: () => {},
  redraw: () => {},
  hurry: () => {},
};
