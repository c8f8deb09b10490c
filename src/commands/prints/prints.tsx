import {stat} from 'node:fs/promises';
import {type Instance, render} from 'ink';
import type {Millis} from '../../api/wire/records.ts';
import type {Config} from '../../config/config.ts';
import {createListeners} from '../../desk/desk.ts';
import type {Theme} from '../../desk/model/vocabulary.ts';
import {rememberLast} from '../../desk/once.ts';
import {stillPast} from '../../desk/past.ts';
import type {Recording} from '../../desk/recorder/file/opened.ts';
import {Player} from '../../desk/recorder/player/player.ts';
import type {State} from '../../desk/state.ts';
import {clock, zoneOf} from '../../desk/words/times.ts';
import {drawsUtf8} from '../../term/capabilities.ts';
import {Keyboard} from '../../term/keyboard/input.ts';
import {type CellRow, FrameReader, type StyledLine} from '../../term/screen/cells.ts';
import {diff, type ShownScreen} from '../../term/screen/diff.ts';
import {Citations, InkOutput} from '../../term/screen/ink.ts';
import {blankScreen} from '../../term/screen/painter.ts';
import {clearScreen, hideCursor} from '../../term/sequences.ts';
import {sanitize} from '../../term/text/sanitize.ts';
import {App} from '../../ui/App.tsx';
import {screenParts} from '../../ui/screen.ts';
import {isLine} from '../../ui/sheet/draw.ts';
import type {CitedPage, Store} from '../../ui/store.ts';
import {createTableView, type DrawTable} from '../../ui/table/view.ts';
import {createStyles} from '../../ui/theme.ts';
import {Unable} from '../line/exit.ts';
import type {CommandLine} from '../line/line.ts';
import {jsonText, replaceFile, startProgress} from '../output.ts';
import {drawerOf} from '../past/showing.ts';
import {drawCells, type Ground, grounds, printedRow, printedText} from './svg.ts';

export type PrintLook = {readonly ground: Ground; readonly ascii: boolean; readonly hasColors: boolean};

export type StateDrawing = ReturnType<typeof createDrawing>;

/** Draws states one at a time. Ink starts only for a state that needs it. */
export function createDrawing({ground, ascii, hasColors}: PrintLook) {
  const table = createTableView();
  const look = {ascii, background: ground, colors: hasColors ? 256 : 0} as const;
  const reader = new FrameReader(ascii);
  let ink: HeadlessInk | undefined;
  // One object per state, since drawings are cached by its identity.
  const dressed = rememberLast((state: State) => {
    const theme: Theme = state.settings.theme === 'high-contrast' ? 'high-contrast' : 'auto';
    return {...state, look, settings: {...state.settings, theme}};
  });
  return {
    table,
    dressed,
    async draw(given: State): Promise<CellRow[]> {
      const state = dressed(given);
      const {columns, rows} = state.viewport;
      const parts = screenParts(state, table);
      if (parts.every(isLine))
        return reader.read(parts.map(createStyles(state.settings.theme, look)), columns, rows);
      ink ??= startInk(state, table);
      return reader.read(await ink.draw(state), columns, rows);
    },
    close: () => ink?.close(),
  };
}

export type HeadlessInk = ReturnType<typeof startInk>;

/** Ink without a terminal: its output is kept as lines. */
export function startInk(first: State, table: DrawTable) {
  const citations = new Citations();
  const {subscribe, tell} = createListeners();
  let state = first;
  let lines: readonly StyledLine[] = [];
  const out = new InkOutput(state.viewport.columns, state.viewport.rows, frame => {
    lines = citations.expand(frame);
  });
  const page: CitedPage = {
    cite: block => citations.cite(block),
    setPage: columns => out.setPage(columns),
  };
  const store: Store = {getState: () => state, subscribe, send: () => {}};
  const keyboard = new Keyboard({now: () => 0});
  const instance: Instance = render(<App store={store} keyboard={keyboard} page={page} table={table} />, {
    stdout: out as unknown as NodeJS.WriteStream,
    stdin: keyboard.stdin,
    ...{debug: true, interactive: true, exitOnCtrlC: false, patchConsole: false},
  });
  let fault: unknown;
  instance.waitUntilExit().catch(error => {
    fault = error;
  });
  return {
    async draw(next: State): Promise<readonly StyledLine[]> {
      const {columns, rows} = next.viewport;
      const isResized = columns !== state.viewport.columns || rows !== state.viewport.rows;
      state = next;
      tell();
      if (isResized) out.resize(columns, rows);
      await drawn();
      if (fault !== undefined) throw fault;
      return lines;
    },
    close() {
      instance.unmount();
      keyboard.close();
    },
  };
}

/** React draws in a microtask, and again after an effect. */
async function drawn(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve));
  await new Promise(resolve => setImmediate(resolve));
}

export async function textAt(recording: Recording, at: Millis, ascii: boolean): Promise<string> {
  return printedText((await drawnAt(recording, at, {ground: 'dark', ascii, hasColors: false})).rows);
}

export async function pictureAt(recording: Recording, at: Millis, look: PrintLook): Promise<string> {
  const {rows, columns} = await drawnAt(recording, at, look);
  return drawCells(rows.map(printedRow), columns, look.ground);
}

async function drawnAt(recording: Recording, at: Millis, look: PrintLook) {
  const drawing = createDrawing(look);
  try {
    const player = playerFor(recording, drawing);
    player.seek(at);
    const state = inThePast(player.state(), at, recording);
    return {rows: await drawing.draw(state), columns: state.viewport.columns};
  } finally {
    drawing.close();
  }
}

function inThePast(state: State, at: Millis, recording: Recording): State {
  return {...state, past: stillPast(at, recording)};
}

const playerFor = (recording: Recording, {table, dressed}: StateDrawing) =>
  new Player(recording, drawerOf(table, dressed));

// `--cast`: an asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/), the format of terminal players.

const usualMs = 10 * 60_000;

type CastSpan = {readonly from: Millis; readonly to: Millis};

/** Five minutes before and after `at`, else the last ten. */
export function spanOf(at: Millis | undefined, {from, to}: CastSpan): CastSpan {
  const end = at === undefined ? to : Math.min(to, at + usualMs / 2);
  return {from: Math.max(from, at === undefined ? end - usualMs : at - usualMs / 2), to: end};
}

type CastLook = PrintLook & {
  readonly speed?: number | undefined;
  readonly tell?: (frames: number) => void;
};

export async function castOfSpan(recording: Recording, span: CastSpan, look: CastLook): Promise<string> {
  const drawing = createDrawing(look);
  try {
    const player = playerFor(recording, drawing);
    player.seek(span.from);
    const zone = zoneOf(player.state().settings.times, span.from);
    const {events, size} = await recordEvents(player, drawing, span, look);
    const {ink, ground, ansi} = grounds[look.ground];
    const {profile, host, isRedacted} = recording.began;
    const until = `${clock(span.from, zone)} to ${clock(span.to, zone)}`;
    const notice = isRedacted === true ? ', redacted: names and ids are replaced' : '';
    const header = {
      ...{version: 2, ...size, timestamp: Math.floor(span.from / 1_000)},
      title: sanitize(`REPLAY ${profile} ${host}${notice}, ${until}`),
      theme: {fg: ink, bg: ground, palette: ansi.join(':')},
    };
    return [header, ...events].map(line => `${jsonText(line)}\n`).join('');
  } finally {
    drawing.close();
  }
}

type CastEvent = [seconds: number, code: 'o', text: string];

/** An event for each picture that changed. The size is the largest: not every player can resize. */
async function recordEvents(
  player: Player,
  drawing: StateDrawing,
  {from, to}: CastSpan,
  {speed = 1, tell}: CastLook,
) {
  const events: CastEvent[] = [];
  const size = {width: 0, height: 0};
  const paint = createCastPainter();
  let [at, shownAt] = [from, from];
  let drawn: State | undefined;
  do {
    const state = player.state();
    if (state === drawn) continue;
    // The clock may have been set back: the shown time then goes back, the time of the event does not.
    if (drawn !== undefined) shownAt = player.head.at.wall;
    at = Math.max(at, shownAt);
    if (at > to) break;
    drawn = state;
    const text = paint(await drawing.draw(inThePast(state, shownAt, player.recording)));
    size.width = Math.max(size.width, state.viewport.columns);
    size.height = Math.max(size.height, state.viewport.rows);
    const seconds = Number(((at - from) / 1_000 / speed).toFixed(6));
    const last = events.at(-1);
    if (last?.[0] === seconds) last[2] += text;
    else if (text !== '') events.push([seconds, 'o', text]);
    tell?.(events.length);
  } while (player.step(1));
  return {events, size};
}

/** Returns the bytes that change the screen before into the next one. */
function createCastPainter(): (screen: readonly CellRow[]) => string {
  let shown: ShownScreen | undefined;
  return screen => {
    const [columns, rows] = [screen[0]?.chars.length ?? 0, screen.length];
    const isSameSize = shown?.rows.length === rows && shown.rows[0]?.chars.length === columns;
    const before = shown !== undefined && isSameSize ? shown : blankScreen(columns, rows);
    const next = diff(before, screen);
    const start = before === shown ? '' : hideCursor + clearScreen;
    shown = next.shown;
    return start + next.bytes;
  };
}

/** Readable by the owner only, as the recording is. Replaces the file or link that is there. */
async function writePrint(path: string, text: string, out: NodeJS.WritableStream): Promise<void> {
  if (path === '-') {
    out.write(text);
    return;
  }
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new Unable(`${path} is not a file; use - for standard output.`);
  try {
    await replaceFile(path, text, 0o600);
  } catch (error) {
    throw new Unable(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
}

type Given = {
  readonly flags: CommandLine['flags'];
  readonly config: Config;
  readonly host: NodeJS.Process;
  readonly recording: Recording;
  readonly speed: number | undefined;
  readonly at: Millis | undefined;
};

export async function runPrints({flags, config, host, recording, speed, at}: Given): Promise<void> {
  const moment = at ?? recording.to;
  // The file is read elsewhere, so the terminal's charset does not matter.
  const ascii = config.ascii ?? false;
  if (flags.print === true) {
    const isPlain = config.ascii ?? (host.stdout.isTTY && !drawsUtf8(host.env));
    host.stdout.write(await textAt(recording, moment, isPlain));
  }
  const ground = config.theme === 'light' ? 'light' : 'dark';
  const look = {ground, ascii, hasColors: config.color} as const;
  if (typeof flags.svg === 'string')
    await writePrint(flags.svg, await pictureAt(recording, moment, look), host.stdout);
  if (typeof flags.cast !== 'string') return;
  const progress = startProgress(host.stderr);
  const tell = (frames: number) => void (frames % 64 === 0 && progress.tell(`${frames} frames`));
  const made = castOfSpan(recording, spanOf(at, recording), {...look, speed, tell});
  await writePrint(flags.cast, await made.finally(progress.end), host.stdout);
}
