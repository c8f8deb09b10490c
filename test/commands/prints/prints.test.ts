import {mkdtempSync, readFileSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {printedText} from '../../../src/commands/prints/cells.ts';
import {createDrawing} from '../../../src/commands/prints/drawing.tsx';
import {pageOfSpan, pictureAt, textAt, writePrint} from '../../../src/commands/prints/prints.ts';
import {spanOf} from '../../../src/commands/prints/span.ts';
import type {State} from '../../../src/desk/model/state.ts';
import {recordingOf} from '../../../src/desk/recorder/file/recording.ts';
import {press, recordSession} from '../../desk/recorder/player/session.ts';
import {epoch} from '../../helpers/desk.ts';
import {openPage} from './page/document.ts';

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
async function shownAfterEach(): Promise<string[]> {
  const drawing = createDrawing({ground: 'dark', ascii: false, hasColors: true});
  const shown: string[] = [];
  for (const state of states) shown.push(printedText(await drawing.draw(state)));
  drawing.close();
  return shown;
}

const rowsOf = (text: string) => text.split('\n').slice(0, -1);

describe('a moment of a recording', () => {
  it('is printed as the screen was, but for its first line and its last, which say when', async () => {
    const shown = await shownAfterEach();
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

  it('is a picture of the same text on either ground', async () => {
    for (const ground of ['dark', 'light'] as const) {
      const svg = await pictureAt(recording, epoch + 30_000, {ground, ascii: false, hasColors: true});
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1028 700"/);
      expect(svg).toContain('>REPLAY<');
      expect(svg).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    }
  });
});

describe('a page of a recording', () => {
  it('plays what was on the screen after every message', {timeout: 120_000}, async () => {
    const [from, to] = [epoch + minute, epoch + 7 * minute];
    const {html, cutAt} = await pageOfSpan(recording, {from, to, stillAt: from}, false);
    expect(cutAt).toBeUndefined();
    const shown = await shownAfterEach();
    const page = openPage(html);
    for (let at = from; at <= to; at += 1_777) {
      page.byId('slider').value = String(at - from);
      page.byId('slider').happen('input');
      const real = rowsOf(shown[times.findLastIndex(each => each <= at)] ?? '');
      expect(
        page.rows().map(each => each.trimEnd()),
        `at ${at - from}`,
      ).toEqual(real);
    }
  });

  it('takes ten minutes at most unless more is asked for, around the moment that it is about', () => {
    const recorded = {from: 0, to: 100 * minute};
    const span = (asked: Partial<Parameters<typeof spanOf>[0]>) =>
      spanOf({at: undefined, from: undefined, to: undefined, ...asked}, recorded);
    const minutes = (from: number, to: number, stillAt: number) => ({
      ...{from: from * minute, to: to * minute, stillAt: stillAt * minute},
    });
    expect(span({})).toEqual(minutes(90, 100, 100));
    expect(span({at: 50 * minute})).toEqual(minutes(45, 55, 50));
    expect(span({at: 2 * minute})).toEqual(minutes(0, 7, 2));
    expect(span({at: 99 * minute})).toEqual(minutes(94, 100, 99));
    expect(span({from: 20 * minute})).toEqual(minutes(20, 30, 30));
    expect(span({to: 20 * minute})).toEqual(minutes(10, 20, 20));
    expect(span({from: 20 * minute, to: 70 * minute})).toEqual(minutes(20, 70, 70));
    expect(span({from: 20 * minute, to: 70 * minute, at: 30 * minute})).toEqual(minutes(20, 70, 30));
    expect(span({from: 30 * minute, to: 20 * minute})).toHaveProperty('wrong');
    expect(span({from: 10 * minute, to: 80 * minute})).toHaveProperty('wrong');
  });
});

describe('what is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'optty-prints-'));

  it('is for its owner alone', async () => {
    const file = join(folder, 'page.html');
    await writePrint(file, 'text', new PassThrough());
    expect(readFileSync(file, 'utf8')).toBe('text');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('goes to standard output where that is asked for, and says why where it cannot be written', async () => {
    const out = new PassThrough();
    await writePrint('-', 'text', out);
    expect(String(out.read())).toBe('text');
    await expect(writePrint(join(folder, 'none', 'x'), '', out)).rejects.toThrow(
      /cannot be written \(ENOENT\)/,
    );
  });
});
