/** What is made of a recording without a terminal: the text of a moment, a picture of it, a page that plays. */
import {randomUUID} from 'node:crypto';
import {rename, rm, stat, writeFile} from 'node:fs/promises';
import type {Millis} from '../../api/wire/records.ts';
import type {State} from '../../desk/model/state.ts';
import type {Recording} from '../../desk/recorder/file/recording.ts';
import {createEventIndex} from '../../desk/recorder/player/events.ts';
import {createPlayer, type Player, type TableDrawer} from '../../desk/recorder/player/player.ts';
import {clock, type Zone, zoneName, zoneOf} from '../../ui/times.ts';
import {Unable} from '../line/exit.ts';
import {printedRow, printedText} from './cells.ts';
import {createDrawing, type PrintLook, type StateDrawing} from './drawing.tsx';
import {pageText} from './page/page.ts';
import {recordFrames} from './page/record.ts';
import type {PageSpan} from './span.ts';
import {drawCells} from './svg.ts';

/** The screen at a time as text: its characters and nothing else. */
export async function textAt(recording: Recording, at: Millis, ascii: boolean): Promise<string> {
  return printedText((await drawnAt(recording, at, {ground: 'dark', ascii, hasColors: false})).rows);
}

/** The screen at a time as a picture. */
export async function pictureAt(recording: Recording, at: Millis, look: PrintLook): Promise<string> {
  const {rows, columns} = await drawnAt(recording, at, look);
  return drawCells(rows.map(printedRow), columns, look.ground);
}

async function drawnAt(recording: Recording, at: Millis, look: PrintLook) {
  const drawing = createDrawing(look);
  try {
    const player = createPlayer(recording, drawerOf([drawing]));
    player.seek(at);
    const state = inThePast(player.state(), at, recording);
    return {rows: await drawing.draw(state), columns: state.viewport.columns};
  } finally {
    drawing.close();
  }
}

/** It says that it is not now, and has no keys. */
function inThePast(state: State, at: Millis, {from, to}: Recording): State {
  return {...state, past: {kind: 'replay', at, from, to, isPlaying: false, speed: 1, events: [], keys: []}};
}

/** A page, and until when it plays where that is less than was asked for. */
export type MadePage = {
  readonly html: string;
  readonly cutAt: Millis | undefined;
  readonly zone: Zone;
};

/** A page that plays a span. Both of its grounds are drawn, for whoever opens it has one or the other. */
export async function pageOfSpan(recording: Recording, span: PageSpan, ascii: boolean): Promise<MadePage> {
  const dark = createDrawing({ground: 'dark', ascii, hasColors: true});
  const light = createDrawing({ground: 'light', ascii, hasColors: true});
  try {
    const player = createPlayer(recording, drawerOf([dark, light]));
    player.seek(span.from);
    const {times} = player.state().settings;
    const zone = zoneOf(times, span.from);
    const made = await recordFrames(walkOf(player), {dark, light}, span);
    const to = made.cutAt ?? span.to;
    const played = {
      from: span.from,
      length: to - span.from,
      at: Math.min(span.stillAt, to) - span.from,
      ...{zone, zoneName: zoneName(zone)},
      frames: made.frames,
      events: eventsIn(recording, span.from, to).map(each => each - span.from),
    };
    const title = `${titleOf(recording)}, ${clock(span.from, zone)} to ${clock(to, zone)}`;
    const html = pageText(played, {title, css: made.css, text: printedText(made.still)});
    return {html, cutAt: made.cutAt, zone};
  } finally {
    dark.close();
    light.close();
  }
}

function titleOf({began: {profile, host, isCapsule}}: Recording): string {
  const whose = `${profile} ${host}`;
  return isCapsule === true ? `${whose}, a capsule: names and amounts are not those of the account` : whose;
}

const walkOf = (player: Player) => ({
  next: () => player.step(1),
  state: () => player.state(),
  at: () => player.head.at.wall,
});

/** The tables of several drawings go on together. */
function drawerOf(drawings: readonly [StateDrawing, ...StateDrawing[]]): TableDrawer {
  return {
    take: memory => drawings.forEach(each => void each.table.take(memory)),
    draw: state => drawings.forEach(each => void each.pass(state)),
    tell: () => drawings[0].table.tell(),
  };
}

function eventsIn(recording: Recording, from: Millis, to: Millis): Millis[] {
  const index = createEventIndex(recording, () => true);
  return recording.segments
    .flatMap((each, segment) =>
      each.to < from || each.from > to ? [] : (index.of(segment, () => false) ?? []),
    )
    .map(({at}) => at)
    .filter(at => at >= from && at <= to);
}

/** For its owner alone, as the recording is: a new file replaces the old one, or the link that is there. */
export async function writePrint(path: string, text: string, out: NodeJS.WritableStream): Promise<void> {
  if (path === '-') {
    out.write(text);
    return;
  }
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new Unable(`${path} is no file; - writes to standard output.`);
  const beside = `${path}.${randomUUID()}`;
  try {
    await writeFile(beside, text, {flag: 'wx', mode: 0o600});
    await rename(beside, path);
  } catch (error) {
    await rm(beside, {force: true}).catch(() => undefined);
    throw new Unable(`${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
  }
}
