import {describe, expect, it} from 'vitest';
import type {Past} from '../../../src/desk/past.ts';
import {FrameReader} from '../../../src/term/screen/cells.ts';
import {width} from '../../../src/term/text/sanitize.ts';
import {textOf} from '../../../src/ui/format.ts';
import {timeLines} from '../../../src/ui/past/bar.ts';
import {calm, lookedBack, pastOf, worst} from '../helpers/past.ts';
import {filledDesk, wall} from '../helpers/sample.ts';

const widths = [40, 44, 60, 79, 80, 100, 120, 300];

const replayLines = (columns: number, more: Partial<Past> = {}) =>
  timeLines({...filledDesk(columns, 24), past: pastOf(more)}).map(textOf);

const backLines = (columns: number, live = worst, more: Partial<Past> = {}) =>
  timeLines(lookedBack(filledDesk(columns, 24), live, more)).map(textOf);

describe('the time bar', () => {
  it('tells both ends, and where one is between them', () => {
    const [bar = ''] = replayLines(80, {from: wall, to: wall + 3_600_000, at: wall});
    expect(bar).toBe(' paused 03:07:35 ●──────────────────────────────────────────────────── 04:07:35');
    const [end = ''] = replayLines(80, {from: wall, to: wall + 3_600_000, at: wall + 3_600_000});
    expect(end).toBe(' paused 03:07:35 ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━● 04:07:35');
  });

  it('shows the dates if it spans midnight', () => {
    const [bar] = replayLines(80, {from: wall - 86_400_000});
    expect(bar).toMatch(/ 11-20 03:07:35 .* 11-21 04:07:35$/);
  });

  it('accepts a time before the start, after the end, and a span of zero', () => {
    for (const at of [wall - 9e9, wall + 9e9, Number.NaN])
      expect(width(replayLines(80, {at})[0] ?? '')).toBeLessThanOrEqual(80);
    expect(replayLines(80, {from: wall, to: wall, at: wall})[0]).toContain('●');
    expect(replayLines(80, {from: 9e15, to: 9e15, at: 9e15})[0]).toContain('●');
  });

  it('shows whether it plays, its speed, and as many whole keys as fit', () => {
    expect(replayLines(80, {isPlaying: true, speed: 16})[0]).toMatch(/^ playing 16x /);
    expect(replayLines(40)[1]).toBe(' q quit  Space play  ← → step');
    expect(replayLines(80)[1]).toBe(' q quit  Space play  ← → step  [ ] minute  n N event  g time');
  });

  it('shows what is typed, and what the last key came to', () => {
    expect(replayLines(80, {typed: '14:0'})[1]).toMatch(/^ time: 14:0 {3}q quit/);
    expect(replayLines(80, {said: 'Nothing\u001b[2J later.'})[1]).toMatch(/^ Nothing␛\[2J later\. {2}q quit/);
  });

  it('shows during a look back that the dashboard continues, and its state', () => {
    expect(backLines(80)[0]).toBe(' NOW IS MOVING  UNKNOWN 2   STALE   HALTED   3 fills ');
    expect(backLines(40)[0]).toBe('NOW IS MOVING UNKNOWN 2 STALE HALT +3');
    expect(backLines(80, calm)[0]).toBe(' NOW IS MOVING');
    expect(backLines(80, {...calm, fills: 1})[0]).toBe(' NOW IS MOVING  1 fill ');
  });

  it('never drops the live state or the way back for a key or a text', () => {
    for (const columns of widths) {
      for (const more of [{}, {said: 'x'.repeat(400)}, {typed: 'y'.repeat(40)}]) {
        const [live = ''] = backLines(columns, {...worst, unknown: 999, fills: 9}, more);
        expect(live).toMatch(/^ ?NOW IS MOVING +UNKNOWN 999 +STALE +HALT\w* +(\+9|9 fills) ?$/);
        for (const line of backLines(columns, worst, more)) expect(width(line)).toBeLessThanOrEqual(columns);
      }
      expect(backLines(columns)[1]).toContain('Esc now');
    }
  });

  it('is drawn with any number of columns', () => {
    for (let columns = 0; columns < 40; columns++) {
      expect(replayLines(columns, {typed: '14:03'})).toHaveLength(2);
      expect(backLines(columns)).toHaveLength(2);
    }
  });

  it('has the colours of the banner', () => {
    const spans = timeLines(lookedBack(filledDesk(120, 24), worst)).flat();
    expect(spans.map(({tone, text}) => `${tone} ${text.trim()}`)).toEqual(
      expect.arrayContaining(['danger UNKNOWN 2', 'stale STALE', 'danger HALTED', 'warning 3 fills']),
    );
  });

  it('uses the same cells in ASCII', () => {
    const lines = replayLines(120);
    const rows = new FrameReader(true).read(
      lines.map(text => [{text, style: 0}]),
      120,
      2,
    );
    const texts = rows.map(({chars}) => chars.join(''));
    expect(texts.join('')).toMatch(/^[ -~]+$/);
    expect(texts[0]).toMatch(/^ paused 02:37:35 -+\*-+ /);
  });
});
