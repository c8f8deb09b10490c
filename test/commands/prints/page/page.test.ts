import {createHash} from 'node:crypto';
import {beforeAll, describe, expect, it} from 'vitest';
import {grounds, seenColors} from '../../../../src/commands/prints/colours.ts';
import {createDrawing} from '../../../../src/commands/prints/drawing.tsx';
import {pageText} from '../../../../src/commands/prints/page/page.ts';
import {type FrameWalk, type Recorded, recordFrames} from '../../../../src/commands/prints/page/record.ts';
import {pageScript} from '../../../../src/commands/prints/page/script.ts';
import type {State} from '../../../../src/desk/model/state.ts';
import {update} from '../../../../src/desk/update.ts';
import type {CellRow} from '../../../../src/term/screen/cells.ts';
import {seenStyle} from '../../../../src/term/screen/style.ts';
import {arrived, at, card, filledDesk, wall} from '../../../ui/helpers/sample.ts';
import {openPage, pageFunctions} from './document.ts';

/** What would be markup, end a script or a string, or be two cells or none. */
const hostile = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(2)>',
  '"\'`{alert(3)} &lt;b&gt; \u2028\u2029 <!-- ]]>',
  '期权 ▲ e\u0301 \ud83d\ude80 \ud83c\uddec\ud83c\udde7',
];

/** A market that moves for five minutes, with rows walked over, a dialog, another pane and another size. */
function session(): {at: number; state: State}[] {
  const told: {at: number; state: State}[] = [];
  let state = filledDesk(100, 30);
  const take = (ms: number, next: State) => {
    state = next;
    told.push({at: wall + ms, state});
  };
  const run = (ms: number, action: 'row.down' | 'help' | 'pane.orders' | 'details') =>
    take(ms, update(state, {type: 'ran', action, now: at(ms)})[0]);
  for (let second = 1; second <= 300; second++) {
    const ms = second * 1_000;
    const cards = Array.from({length: 12}, (_, index) =>
      card(index, {
        title: hostile[index % 6] ?? 'BTC to the moon',
        currentAskPrice: (12 + ((index * 7 + second * (index % 5)) % 40) / 4).toFixed(2),
      }),
    );
    take(ms, arrived(state, 'cards', cards, ms));
    take(ms + 500, update(state, {type: 'tick', now: at(ms + 500)})[0]);
    if (second % 20 === 0) run(ms + 600, 'row.down');
    if (second === 100) run(ms + 700, 'help');
    if (second === 110) take(ms + 700, {...state, overlay: {kind: 'none'}});
    if (second === 150) run(ms + 700, 'pane.orders');
    if (second === 180) run(ms + 700, 'details');
    if (second === 200)
      take(ms + 800, update(state, {type: 'resized', columns: 80, rows: 24, now: at(ms + 800)})[0]);
    if (second === 220)
      take(ms + 800, update(state, {type: 'resized', columns: 120, rows: 40, now: at(ms + 800)})[0]);
  }
  return told;
}

const told = session();
const length = 301_000;

function walkOf(): FrameWalk {
  let index = 0;
  return {
    next: () => ++index < told.length,
    state: () => told[index]?.state ?? fail(index),
    at: () => told[index]?.at ?? fail(index),
  };
}

function fail(index: number): never {
  throw new Error(`there is no state ${index}`);
}

const drawings = () => ({
  dark: createDrawing({ground: 'dark', ascii: false, hasColors: true}),
  light: createDrawing({ground: 'light', ascii: false, hasColors: true}),
});

let recorded: Recorded;
let real: {at: number; dark: CellRow[]; light: CellRow[]}[];
let html: string;

beforeAll(async () => {
  recorded = await recordFrames(walkOf(), drawings(), {
    from: wall,
    to: wall + length,
    stillAt: wall + 60_000,
  });
  const {dark, light} = drawings();
  real = [];
  for (const {at: time, state} of told)
    real.push({at: time, dark: await dark.draw(state), light: await light.draw(state)});
  html = pageText(
    {
      from: wall,
      length,
      at: 60_000,
      zone: -210,
      zoneName: '-03:30',
      frames: recorded.frames,
      events: [90_000],
    },
    {title: `</title><script>x</script> "host"`, css: recorded.css, text: hostile.join('\n')},
  );
}, 120_000);

/** What the screen showed at a time. */
const realAt = (ms: number) => real.findLast(each => each.at <= wall + ms) ?? real[0] ?? fail(0);
const textOf = (row: {readonly chars: readonly string[]}) => row.chars.join('');

describe('the frames of a page', () => {
  it('make every screen again, forwards, backwards and in leaps', () => {
    const {openTape, cellsAt} = pageFunctions(pageScript);
    const tape = openTape(recorded.frames);
    const times = real.map(each => each.at - wall);
    const leaps = Array.from(
      {length: 300},
      (_, index) => ((index * 7_919) % 301) * 1_000 + (index % 10) * 100,
    );
    for (const ms of [...times, ...times.toReversed(), ...leaps]) {
      const cells = cellsAt(tape, ms);
      expect(
        cells.map(row => row.text.join('')),
        `at ${ms}`,
      ).toEqual(realAt(ms).dark.map(textOf));
    }
  });

  it('give every cell the colours that it has on each ground', () => {
    const {openTape, cellsAt} = pageFunctions(pageScript);
    const tape = openTape(recorded.frames);
    const [dark = '', light = ''] = recorded.css.split('@media');
    const rules = (css: string) =>
      new Map([...css.matchAll(/\.(s\d+)\{([^}]*)\}/g)].map(([, name, rule]) => [name, rule]));
    const [ofDark, ofLight] = [rules(dark), rules(light)];
    for (const ms of [2_000, 50_600, 105_000, 190_000, 210_000, 299_000]) {
      const cells = cellsAt(tape, ms);
      for (const [ground, of, rows] of [
        ['dark', ofDark, realAt(ms).dark],
        ['light', ofLight, realAt(ms).light],
      ] as const) {
        for (const [row, {styles}] of rows.entries()) {
          for (const [column, style] of styles.entries()) {
            const rule = of.get(`s${cells[row]?.style[column]}`) ?? '';
            const seen = seenStyle(style);
            const {color, background} = seenColors(seen, grounds[ground]);
            expect(rule).toContain(
              `color:${color};background:${background === grounds[ground].ground ? 'none' : background}`,
            );
            expect(rule).toContain(`font-weight:${seen.isBold ? 'bold' : 'normal'}`);
          }
        }
      }
    }
  });

  it('are small: a moving market takes less than 64 KiB a minute', () => {
    const bytes = JSON.stringify(recorded.frames).length;
    expect(bytes / 5).toBeLessThan(65_536);
    expect(recorded.frames.length).toBeGreaterThan(150);
  });
});

describe('a span that changes too much', () => {
  it('ends where the page would grow too large, with all that was before', async () => {
    const span = {from: wall, to: wall + length, stillAt: wall};
    const cut = await recordFrames(walkOf(), drawings(), span, 20_000);
    expect(cut.cutAt).toBeGreaterThan(wall + 20_000);
    expect(cut.cutAt).toBeLessThan(wall + length);
    expect(cut.frames).toEqual(recorded.frames.slice(0, cut.frames.length));
  });
});

describe('the page', () => {
  it('shows the time it is opened at, and REPLAY, as text', () => {
    const page = openPage(html);
    expect(page.rows()).toEqual(realAt(60_000).dark.map(textOf));
    expect(page.byId('time').textContent).toBe('2026-11-20 23:38:35.000 -03:30');
    expect(html).toContain('<b>REPLAY</b>');
    expect(page.byId('slider').attributes.get('aria-valuetext')).toBe('2026-11-20 23:38:35.000 -03:30');
  });

  it('plays as fast as is asked for, and stops at the end', () => {
    const page = openPage(html);
    page.byId('play').happen('click');
    expect(page.byId('play').textContent).toBe('Pause');
    page.advance(10_000);
    expect(page.rows()).toEqual(realAt(70_000).dark.map(textOf));
    page.byId('speed').value = '16';
    page.advance(5_000);
    expect(page.rows()).toEqual(realAt(150_000).dark.map(textOf));
    page.advance(60_000);
    expect(page.byId('slider').value).toBe(String(length));
    expect(page.byId('play').textContent).toBe('Play');
    expect(page.rows()).toEqual(realAt(length).dark.map(textOf));
  });

  it('goes where the slider and the keys say', () => {
    const page = openPage(html);
    page.byId('slider').value = '215000';
    page.byId('slider').happen('input');
    expect(page.rows()).toEqual(realAt(215_000).dark.map(textOf));
    page.press('[');
    expect(page.rows()).toEqual(realAt(155_000).dark.map(textOf));
    page.press('N');
    expect(page.byId('slider').value).toBe('90000');
    page.press('ArrowRight');
    expect(Number(page.byId('slider').value)).toBeGreaterThan(90_000);
    page.press('ArrowLeft');
    page.press('Home');
    expect(page.rows()).toEqual(realAt(0).dark.map(textOf));
    page.press(' ');
    page.advance(1_000);
    page.press(' ');
    page.advance(5_000);
    expect(Number(page.byId('slider').value)).toBe(1_000);
  });

  it('runs nothing but its own script, and asks for nothing', () => {
    const scripts = [...html.matchAll(/<script/g)];
    expect(scripts).toHaveLength(2);
    expect([...html.matchAll(/<\/script/g)]).toHaveLength(2);
    expect(html).not.toMatch(/<img|<!--|alert\(\d\)<\//);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'$/,
    );
    const hash = (text: string | undefined) =>
      createHash('sha256')
        .update(text ?? '')
        .digest('base64');
    expect(policy).toContain(hash(/<script>([\s\S]*?)<\/script>/.exec(html)?.[1]));
    expect(policy).toContain(hash(/<style>([\s\S]*?)<\/style>/.exec(html)?.[1]));
    expect(html.replace(/<script[\s\S]*<\/script>/, '')).not.toMatch(
      /<[^>]*\s(?:src|href|style|on\w+)=|https?:|url\(|@import/,
    );
  });

  it('shows hostile text as it is', () => {
    const page = openPage(html);
    const shown = page.rows().join('\n');
    expect(shown).toContain('<script>alert(1)</script>');
    expect(shown).toContain('</script><img src=x');
    expect(shown).toContain('期权 ▲');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
