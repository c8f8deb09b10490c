import {describe, expect, it} from 'vitest';
import {createDrawing} from '../../../src/commands/prints/prints.tsx';
import {printedText} from '../../../src/commands/prints/svg.ts';
import type {State} from '../../../src/desk/state.ts';
import {FrameReader} from '../../../src/term/screen/cells.ts';
import {pastOf} from '../../ui/helpers/past.ts';
import {filledDesk} from '../../ui/helpers/sample.ts';
import {scenes} from '../../ui/helpers/scenes.ts';
import {show, turn} from '../../ui/helpers/screen.tsx';

const sizes = [
  [40, 10],
  [80, 24],
  [120, 40],
] as const;
const black = {ground: 'dark', ascii: false, hasColors: false} as const;

/** What a terminal shows of a state. */
async function shownOf(state: State) {
  const {columns, rows} = state.viewport;
  const shown = show(state);
  await turn();
  const cells = new FrameReader(false).read(shown.lines(), columns, rows);
  shown.unmount();
  return cells.map(({chars, styles}) => ({chars, styles}));
}

/** The states that the scenes come to, at one size after the other. */
async function states(): Promise<State[]> {
  const all: State[] = [];
  for (const [index, {state, keys, then}] of scenes.entries()) {
    const [columns, rows] = sizes[index % sizes.length] ?? [80, 24];
    const shown = show(state(columns, rows));
    await shown.press(...(keys ?? []));
    then?.(shown);
    await turn();
    all.push(shown.desk.getState());
    shown.unmount();
  }
  return all;
}

describe('a drawing without a terminal', () => {
  it('matches a terminal cell by cell, whatever was drawn before', {timeout: 120_000}, async () => {
    const drawing = createDrawing(black);
    for (const state of await states()) {
      const wanted = await shownOf(state);
      const drawn = await drawing.draw(state);
      expect(drawn.map(({chars, styles}) => ({chars, styles}))).toEqual(wanted);
    }
    drawing.close();
  });

  it('has the width and height of each state, also with an open dialog', async () => {
    const drawing = createDrawing(black);
    const help = (columns: number, rows: number): State => ({
      ...filledDesk(columns, rows),
      overlay: {kind: 'help', scroll: 0, most: 0, search: ''},
    });
    for (const [columns, rows] of [...sizes, [60, 20]] as const) {
      const drawn = await drawing.draw(help(columns, rows));
      expect([drawn.length, drawn[0]?.chars.length]).toEqual([rows, columns]);
      expect(printedText(drawn)).toMatch(/Open an/);
    }
    drawing.close();
  });

  it('has the same rows if the time bar replaces the keys', async () => {
    const drawing = createDrawing(black);
    const state = filledDesk(80, 24);
    const now = printedText(await drawing.draw(state)).split('\n');
    const past = printedText(await drawing.draw({...state, past: pastOf({keys: []})})).split('\n');
    expect(past.slice(1, 23)).toEqual(now.slice(1, 23));
    expect(past[0]).toMatch(/^ REPLAY 2026-11-21 03:07:35/);
    expect(past[23]).toMatch(/^ \d\d:\d\d:\d\d .*●/);
    drawing.close();
  });

  it('reports why it cannot be drawn, not the message of Ink', async () => {
    const drawing = createDrawing(black);
    const broken = {...filledDesk(80, 24), overlay: {kind: 'help', scroll: 0, most: 0}} as unknown as State;
    await expect(drawing.draw(broken)).rejects.toThrow(TypeError);
    drawing.close();
  });

  it('has no escape sequences and no trailing blanks, and only ASCII if requested', async () => {
    for (const ascii of [false, true]) {
      const drawing = createDrawing({ground: 'dark', ascii, hasColors: true});
      const text = printedText(await drawing.draw({...filledDesk(120, 40), past: pastOf({keys: []})}));
      expect(text).not.toMatch(ascii ? /[^\n -~]/ : /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      expect(text).not.toMatch(/ \n/);
      drawing.close();
    }
  });
});
