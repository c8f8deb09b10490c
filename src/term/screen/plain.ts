import {Handshake} from '../line/line.ts';
import {downTo} from '../sequences.ts';
import {InkOutput} from './ink.ts';
import type {Screen, ScreenCounts, ScreenOptions} from './screen.ts';

const backlogCap = 1024 * 1024;

/** The screen for screen readers: Ink's lines pass through unchanged, with status queries. */
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
    // The cursor stays at the end of the text, so queries are matched by order only.
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
    end() {
      if (isTyped && send('\n')) isTyped = false;
    },
  };
}

const withoutPicture: Pick<Screen, 'cite' | 'setPage' | 'show' | 'drawInAscii' | 'redraw' | 'hurry'> = {
  cite: () => '',
  setPage: () => {},
  show: () => {},
  drawInAscii: () => {},
  redraw: () => {},
  hurry: () => {},
};
