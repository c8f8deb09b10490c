import {blankRow, type Look, type ReadRow, type Row, readLine, sourceOf} from './cells.ts';
import {diff, type Shown} from './diff.ts';
import {createHandshake} from './handshake.ts';
import {InkOutput} from './output.ts';
import {beginSynchronized, clearScreen, endSynchronized} from './sequences.ts';

export type ScreenOptions = {
  /** Writes to the terminal without blocking; calls `written` when the terminal has taken all of it. */
  write: (bytes: string, written: () => void) => void;
  columns: number;
  rows: number;
  /** Monotonic milliseconds. */
  now: () => number;
  /** Transliterates all that is not ASCII. */
  ascii?: boolean;
  /** false drops every colour and keeps bold, underline and inverse. */
  color?: boolean;
};

export type ScreenCounts = {
  /** Frames that Ink drew. */
  frames: number;
  /** Frames of which something was sent. */
  painted: number;
  /** UTF-8 bytes sent, queries and raw writes included. */
  bytes: number;
};

export type Screen = {
  /** To be handed to Ink as `stdout`, with `debug: true` and `interactive: true`. */
  stdout: NodeJS.WriteStream;
  readonly counts: ScreenCounts;
  resize(columns: number, rows: number): void;
  /** Sends the whole screen again, whatever is thought to be on it. */
  redraw(): void;
  /** The next frame answers a key: it need not wait for the pace of frames. */
  hurry(): void;
  /**
   * Resolves when the newest frame of now, or one after it, was written and the terminal has answered a status query
   * sent behind it; 500 ms after writing where no terminal has ever answered.
   * @throws when 5 s pass, or the screen is paused or closed meanwhile: then nobody knows
   */
  whenShown(): Promise<{at: number}>;
  /** The terminal's answer to the status query has been read. */
  answered(): void;
  /** A status query is on its way whose answer will still come. */
  isAsking(): boolean;
  /** Sends something that is no part of the picture (bell, OSC 52, OSC 9). false: the terminal does not read. */
  write(raw: string): boolean;
  /** Sends nothing until `resume`, which draws everything anew. */
  pause(): void;
  resume(): void;
  close(): void;
};

/** 30 frames a second. */
const frameMs = 1000 / 30;
/** How long after a key a frame still counts as its answer. */
const hurryMs = 100;
/** A terminal shows less than this before anyone could see it half drawn. */
const synchronizedFrom = 1024;
const rawCap = 256 * 1024;

/**
 * The screen behind Ink: takes whole frames, keeps the newest, and sends what differs from the cells already shown.
 * At most one write is under way; while the terminal does not take it, newer frames replace older ones and nothing
 * queues up.
 */
export function createScreen(options: ScreenOptions): Screen {
  const {now} = options;
  const look: Look = {ascii: options.ascii ?? false, color: options.color ?? true};
  const handshake = createHandshake(now);
  const counts: ScreenCounts = {frames: 0, painted: 0, bytes: 0};
  let {columns, rows} = options;
  let frame = '';
  let lines = new Map<string, ReadRow>();
  /** Counts what there is to show; `writtenVersion` is the last that was written in full. */
  let version = 0;
  let writtenVersion = 0;
  /** undefined while nobody knows what the terminal shows. */
  let shown: Shown | undefined;
  let raw = '';
  let isWriting = false;
  let isPaused = false;
  let isClosed = false;
  /** No ordinary frame is painted before. */
  let nextFrameAt = 0;
  let hurriedAt = Number.NEGATIVE_INFINITY;
  let turn: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;

  const stdout = new InkOutput(columns, rows, text => {
    counts.frames += 1;
    if (text === frame && shown !== undefined) return;
    frame = text;
    touch();
  });

  const touch = () => {
    version += 1;
    schedule();
  };

  /** What several renders of one turn of the event loop draw goes out once, at its end. */
  const schedule = () => {
    if (isWriting || isPaused || isClosed || turn !== undefined) return;
    clearTimeout(timer);
    const time = now();
    const isHurried = time - hurriedAt < hurryMs && nextFrameAt - time <= frameMs;
    const wait = isHurried || version === writtenVersion ? 0 : nextFrameAt - time;
    if (wait <= 0) turn = setImmediate(next);
    else timer = setTimeout(next, Math.ceil(wait));
  };

  const next = () => {
    turn = undefined;
    if (isWriting || isPaused || isClosed) return;
    const bytes = version > writtenVersion ? paint() : '';
    const behind = raw + handshake.query(version);
    raw = '';
    send(bytes + behind, version);
  };

  const paint = (): string => {
    const time = now();
    hurriedAt = Number.NEGATIVE_INFINITY;
    const isAnew = shown === undefined;
    const before = shown ?? blankScreen(columns, rows);
    const {bytes, shown: after} = diff(before, readFrame());
    shown = after;
    const all = isAnew ? clearScreen + bytes : bytes;
    if (all === '') return '';
    nextFrameAt = Math.max(time, nextFrameAt) + frameMs;
    counts.painted += 1;
    return all.length > synchronizedFrom ? beginSynchronized + all + endSynchronized : all;
  };

  const send = (bytes: string, upTo: number) => {
    if (bytes === '') {
      writtenVersion = upTo;
      return;
    }
    isWriting = true;
    counts.bytes += Buffer.byteLength(bytes);
    options.write(bytes, () => {
      isWriting = false;
      writtenVersion = upTo;
      if (version > writtenVersion || raw !== '' || handshake.isWanted()) schedule();
    });
  };

  const readFrame = (): Row[] => {
    const texts = frame.split('\n', rows);
    const seen = new Map<string, ReadRow>();
    let style = 0;
    const read = texts.map(text => {
      const key = sourceOf(text, style);
      const row = seen.get(key) ?? lines.get(key) ?? readLine(text, columns, style, look);
      seen.set(key, row);
      style = row.endStyle;
      return row.row;
    });
    lines = seen;
    const blank = blankRow(columns);
    while (read.length < rows) read.push(blank);
    return read;
  };

  const forget = () => {
    shown = undefined;
    touch();
  };

  return {
    stdout: stdout as unknown as NodeJS.WriteStream,
    counts,
    resize(newColumns, newRows) {
      columns = Math.max(1, newColumns);
      rows = Math.max(1, newRows);
      lines = new Map();
      forget();
      stdout.resize(columns, rows);
    },
    redraw: forget,
    hurry() {
      hurriedAt = now();
    },
    whenShown() {
      if (isPaused || isClosed) return Promise.reject(new Error('the screen is not shown'));
      const promise = handshake.wait(version);
      schedule();
      return promise;
    },
    answered: handshake.answered,
    isAsking: handshake.isAsking,
    write(bytes) {
      if (isClosed || raw.length + bytes.length > rawCap) return false;
      raw += bytes;
      schedule();
      return true;
    },
    pause() {
      isPaused = true;
      clearImmediate(turn);
      clearTimeout(timer);
      turn = undefined;
      handshake.abandon('the screen was left');
    },
    resume() {
      isPaused = false;
      forget();
    },
    close() {
      isClosed = true;
      clearImmediate(turn);
      clearTimeout(timer);
      turn = undefined;
      handshake.abandon('the screen was closed');
    },
  };
}

const blankScreen = (columns: number, rows: number): Shown => {
  const blank = blankRow(columns);
  return {rows: Array<Row>(rows).fill(blank), cursor: {row: 0, column: 0}, style: 0};
};
