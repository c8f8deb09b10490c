import {describe, expect, it} from 'vitest';
import {castOfSpan, createDrawing, pictureAt, spanOf, textAt} from '../../../src/commands/prints/prints.tsx';
import {printedText} from '../../../src/commands/prints/svg.ts';
import type {Entry} from '../../../src/desk/recorder/entries.ts';
import type {Recording} from '../../../src/desk/recorder/file/opened.ts';
import type {State} from '../../../src/desk/state.ts';
import {press, recordSession} from '../../desk/recorder/player/session.ts';
import {epoch} from '../../helpers/desk.ts';
import {createEmulator, picture, writeSync} from '../../helpers/emulator.ts';
import {recordingOf} from '../../helpers/recordings.ts';

const minute = 60_000;
const states: State[] = [];
const entries = recordSession(
  {
    minutes: 12,
    happens: [
      [90_000, press('2')],
      [100_000, press('?')],
      [104_000, press('escape')],
      [200_000, press('3')],
      [205_000, press('enter')],
      [300_000, {type: 'resized', columns: 80, rows: 24}],
    ],
  },
  state => states.push(state),
);
const recording = recordingOf(entries);

/** The messages of a recording are told in the order that the states came in. */
const times = entries.flatMap(each => (each.type === 'msg' ? [each.msg.now.wall] : []));
const stateAt = (at: number) => states[times.findLastIndex(each => each <= at)];

/** What the screen showed after every message, as text. */
const shownAfterEach = drawAll();

async function drawAll(): Promise<string[]> {
  const drawing = createDrawing({ground: 'dark', ascii: false, hasColors: true});
  const shown: string[] = [];
  for (const state of states) shown.push(printedText(await drawing.draw(state)));
  drawing.close();
  return shown;
}

const rowsOf = (text: string) => text.split('\n').slice(0, -1);

describe('a moment of a recording', () => {
  it('is printed as on the screen, except the first and the last line, which show the time', async () => {
    const shown = await shownAfterEach;
    for (const ms of [30_000, 95_000, 102_000, 210_000, 320_000, 700_000]) {
      const at = epoch + ms;
      const text = rowsOf(await textAt(recording, at, false));
      const real = rowsOf(shown[times.findLastIndex(each => each <= at)] ?? '');
      expect(text.slice(1, -1), `at ${ms}`).toEqual(real.slice(1, -1));
      expect(text[0]).toMatch(/^ REPLAY \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
      expect(text.at(-1)).toMatch(/^ \d\d:\d\d:\d\d .*●/);
      expect(text).toHaveLength(stateAt(at)?.viewport.rows ?? 0);
    }
  });

  it('becomes a picture with the same text on either background', async () => {
    for (const ground of ['dark', 'light'] as const) {
      const svg = await pictureAt(recording, epoch + 30_000, {ground, ascii: false, hasColors: true});
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1028 700"/);
      expect(svg).toContain('>REPLAY<');
      expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
  });
});

describe('a cast of a recording', () => {
  const look = {ground: 'dark', ascii: false, hasColors: true} as const;
  const [from, to] = [epoch + minute, epoch + 7 * minute];
  const played = castOfSpan(recording, {from, to}, look);

  it('plays in a terminal what the screen showed after every message', {timeout: 120_000}, async () => {
    const {header, events} = readCast(await played);
    expect(header).toMatchObject({version: 2, width: 120, height: 40, timestamp: from / 1_000});
    const shown = await shownAfterEach;
    const emulator = createEmulator(header.width, header.height);
    let printed = 0;
    for (const [index, [seconds, , bytes]] of events.entries()) {
      writeSync(emulator, bytes);
      const at = from + Math.round(seconds * 1_000);
      const said = picture(emulator).split('\n');
      const real = rowsOf(shown[times.findLastIndex(each => each <= at)] ?? '');
      expect(said.slice(1, -1), `at ${at - epoch}`).toEqual(real.slice(1, -1));
      expect(said).toHaveLength(real.length);
      if (index % 41 !== 0) continue;
      printed += 1;
      expect(said, `at ${at - epoch}`).toEqual(rowsOf(await textAt(recording, at, false)));
    }
    expect(printed).toBeGreaterThan(20);
  });

  it('has one event for each changed screen, each later than the one before', async () => {
    const {events} = readCast(await played);
    expect(events[0]?.[0]).toBe(0);
    for (const [index, [seconds, code, text]] of events.entries()) {
      expect(code).toBe('o');
      expect(text).not.toBe('');
      expect(seconds).toBeLessThanOrEqual((to - from) / 1_000);
      if (index > 0) expect(seconds).toBeGreaterThan(events[index - 1]?.[0] ?? Number.NaN);
    }
  });

  it('stays below 64 KiB per minute in a moving market', async () => {
    expect(Buffer.byteLength(await played) / 6).toBeLessThan(65_536);
  });

  it('plays faster if requested', async () => {
    const span = {from, to: from + minute};
    const usual = readCast(await castOfSpan(recording, span, look));
    const fast = readCast(await castOfSpan(recording, span, {...look, speed: 4}));
    expect(fast.events.length).toBeGreaterThan(20);
    expect(fast.events.map(([seconds]) => seconds)).toEqual(
      usual.events.map(([seconds]) => Number((seconds / 4).toFixed(6))),
    );
    expect(fast.events.map(([, , text]) => text)).toEqual(usual.events.map(([, , text]) => text));
  });

  it('has the right background, and no colours if they are off', async () => {
    const span = {from, to: from + 10_000};
    const text = await castOfSpan(recording, span, {ground: 'light', ascii: true, hasColors: false});
    const {header, events} = readCast(text);
    expect(header.theme).toMatchObject({fg: '#1f2328', bg: '#ffffff'});
    expect(header.theme.palette.split(':')).toHaveLength(16);
    const all = events.map(each => each[2]).join('');
    const color = /\x1b\[[\d;]*[34]8;[\d;]*m/;
    expect(all).not.toMatch(color);
    expect(readCast(await played).events[0]?.[2]).toMatch(color);
    expect(all).toMatch(/^[\x00-\x7e]+$/);
  });

  it('has only its own control sequences, whatever the recording contains', async () => {
    const text = await castOfSpan(hostile(), {from, to: from + minute}, look);
    expect(text).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Bidi_Control}]+$/u);
    const {header, events} = readCast(text);
    expect(header.title).toMatch(/^REPLAY .*svc\.example/);
    expect(header.title).not.toMatch(/\p{C}/u);
    const drawn = events.map(each => each[2]).join('');
    expect(drawn).toContain(']0;owned');
    const own = /\x1b\[(?:\?25l|[\d;]*[ABCDGHJKLMm])|\x1b[78]|[\b\n\v\r]/g;
    expect(drawn.replace(own, '')).not.toMatch(/\p{C}/u);
  });

  it('takes ten minutes at most, around the moment that it is about', () => {
    const span = (at?: number) => spanOf(at === undefined ? at : at * minute, {from: 0, to: 100 * minute});
    const minutes = (from: number, to: number) => ({from: from * minute, to: to * minute});
    expect(span()).toEqual(minutes(90, 100));
    expect(span(50)).toEqual(minutes(45, 55));
    expect(span(2)).toEqual(minutes(0, 7));
    expect(span(99)).toEqual(minutes(94, 100));
  });
});

type CastHeader = {
  readonly version: number;
  readonly width: number;
  readonly height: number;
  readonly timestamp: number;
  readonly title: string;
  readonly theme: {readonly palette: string};
};

type CastEvent = readonly [seconds: number, code: string, text: string];

function readCast(text: string): {readonly header: CastHeader; readonly events: readonly CastEvent[]} {
  const [header, ...events] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  return {header, events};
}

/** The recording with a profile and titles that would steer a terminal. */
function hostile(): Recording {
  const steers = '\x1b]0;owned\x07\x1b[2J\x9b31m\x1b[6n\x1b[?1049h\u202e\ud800\x00\n"\\u001b[2J';
  return recordingOf(
    entries.map((entry): Entry => {
      if (entry.type === 'began') return {...entry, began: {...entry.began, profile: steers}};
      if (entry.type !== 'msg' || entry.msg.type !== 'arrived') return entry;
      const {msg} = entry;
      const rows = msg.answer.rows.map(row => ('title' in row ? {...row, title: steers} : row));
      return {type: 'msg', msg: {...msg, answer: {...msg.answer, rows}}};
    }),
  );
}
