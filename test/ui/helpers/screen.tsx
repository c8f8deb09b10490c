import {EventEmitter} from 'node:events';
import {type Instance, type RenderOptions, render} from 'ink';
import {type ReactNode, StrictMode} from 'react';
import {onTestFinished} from 'vitest';
import type {Moment} from '../../../src/account/model/moment.ts';
import type {FeedPane} from '../../../src/account/model/vocabulary.ts';
import {bindingsWith} from '../../../src/desk/bindings.ts';
import {createDesk, type Desk} from '../../../src/desk/desk.ts';
import type {Command, PollAnswer} from '../../../src/desk/messages.ts';
import {hasRoom, newListening} from '../../../src/desk/screen.ts';
import type {RowOf, State} from '../../../src/desk/state.ts';
import {Keyboard} from '../../../src/term/keyboard/input.ts';
import {type StyledLine, sgrText} from '../../../src/term/screen/cells.ts';
import {Page} from '../../../src/term/screen/ink.ts';
import {App} from '../../../src/ui/App.tsx';
import {ScreenReader} from '../../../src/ui/reader/ScreenReader.tsx';
import {arrivedEmpty} from '../../helpers/desk.ts';

/** A terminal of any size that keeps the frames drawn on it. */
class Paper extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows: number;
  frames: string[] = [];
  onFrame = (_: string): void => {};

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
  }

  write(frame: string): boolean {
    this.frames.push(frame);
    this.onFrame(frame);
    return true;
  }
}

export type Shown = {
  /** The last frame without its colours, trailing spaces cut. */
  picture(): string;
  frame(): string;
  /** The last frame as it comes to the cells. */
  lines(): readonly StyledLine[];
  /** The last frame as Ink wrote it. */
  written(): string;
  /** What a transcript wrote where it was typed, behind the lines that were written. */
  typed(): string;
  frames(): number;
  /** Types keys, each as a terminal sends it, and waits until they are drawn. */
  press(...keys: string[]): Promise<void>;
  /** Takes bytes as they come from a terminal. */
  feed(bytes: Uint8Array): void;
  desk: Desk;
  commands: Command[];
  /** What the service answers to what the pane asks for. */
  arrive<P extends FeedPane>(pane: P, rows: readonly RowOf[P][], rest?: Partial<PollAnswer>): void;
  advance(ms: number): void;
  /** As a terminal does whose window is dragged. */
  resize(columns: number, rows: number): Promise<void>;
  /** Before the end of the test, where many are shown in turn. */
  unmount(): void;
};

const bytes: Record<string, string> = {
  enter: '\r',
  // As Alt-Escape's neighbour in kitty's spelling, so that no time must pass until it is known for a key.
  escape: '\u001b[27u',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  backspace: '\u007f',
  up: '\u001b[A',
  down: '\u001b[B',
  left: '\u001b[D',
  right: '\u001b[C',
  pagedown: '\u001b[6~',
  pageup: '\u001b[5~',
  home: '\u001b[H',
  space: ' ',
  'ctrl+u': '\u0015',
  'ctrl+w': '\u0017',
  'ctrl+z': '\u001a',
  'ctrl+l': '\u000c',
};

/**
 * Each component is drawn twice, and each of its effects runs twice. React does the latter only below what it
 * has drawn before, and Ink puts components of its own above.
 */
export function renderStrictly(tree: ReactNode, options: RenderOptions): Instance {
  const instance = render(<StrictMode />, options);
  instance.rerender(<StrictMode>{tree}</StrictMode>);
  return instance;
}

/** The dashboard over a desk whose commands are kept instead of carried out, until the end of the test. */
export function show(state: State, {isRead = false} = {}): Shown {
  let drawn: readonly StyledLine[] = [];
  const page = new Page(frame => {
    drawn = frame;
  });
  let ms = 0;
  const commands: Command[] = [];
  const typed: string[] = [];
  const clock = (): Moment => ({mono: state.now.mono + ms, wall: state.now.wall + ms});
  const first = isRead ? listening(state) : state;
  const desk = createDesk({state: first, carryOut: command => commands.push(command), clock});
  const keyboard = new Keyboard({now: () => clock().mono});
  const paper = new Paper(state.viewport.columns, state.viewport.rows);
  paper.onFrame = frame => page.write(frame);
  const instance = renderStrictly(
    isRead ? (
      <ScreenReader desk={desk} keyboard={keyboard} type={text => void typed.push(text)} />
    ) : (
      <App desk={desk} keyboard={keyboard} page={page} />
    ),
    {
      stdout: paper as unknown as NodeJS.WriteStream,
      stdin: keyboard.stdin,
      debug: !isRead,
      interactive: !isRead,
      exitOnCtrlC: false,
      patchConsole: false,
      isScreenReaderEnabled: isRead,
    },
  );
  const unmount = () => {
    instance.unmount();
    keyboard.close();
  };
  onTestFinished(unmount);
  // A transcript is all that was ever written.
  const written = () => (isRead ? paper.frames.join('') : (paper.frames.at(-1) ?? ''));
  const lines = () => {
    const {viewport} = desk.getState();
    const rows = hasRoom(viewport) ? viewport.rows : drawn.length;
    return Array.from({length: rows}, (_, at) => drawn[at] ?? []);
  };
  const frame = () => (isRead ? written() : lines().map(sgrText).join('\n'));
  return {
    written,
    typed: () => typed.join(''),
    frame,
    lines,
    frames: () => paper.frames.length,
    picture: () => plain(frame()),
    async press(...keys) {
      for (const key of keys) {
        ms += 400;
        keyboard.feed(Buffer.from(bytes[key] ?? key));
        await turn();
      }
    },
    feed: keyboard.feed,
    desk,
    commands,
    arrive(pane, rows, rest = {}) {
      const {fetching: request = 0} = desk.getState().feeds[pane];
      const answer = {...arrivedEmpty, rows, ...rest} as PollAnswer;
      desk.send({type: 'arrived', pane, request, began: clock(), answer});
    },
    advance(by) {
      ms += by;
    },
    async resize(columns, rows) {
      Object.assign(paper, {columns, rows});
      desk.send({type: 'resized', columns, rows});
      paper.emit('resize');
      await turn();
    },
    unmount,
  };
}

/** What is said because of what happens, and nothing that was said before. */
export async function saidOf(heard: Shown, happens: () => unknown): Promise<string> {
  const before = heard.written().length;
  await happens();
  await turn();
  return heard.written().slice(before);
}

export const saidBy = (heard: Shown, ...keys: string[]) => saidOf(heard, () => heard.press(...keys));

/** The same desk where it is listened to. */
export function listening(state: State): State {
  const settings = {...state.settings, bindings: bindingsWith({}, 'ears')};
  return {...state, settings, listening: state.listening ?? newListening};
}

/** React draws in a microtask; two turns of the loop are surely enough. */
export async function turn(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
}

export function plain(frame: string): string {
  return frame
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n');
}
