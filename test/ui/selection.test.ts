import {describe, expect, it} from 'vitest';
import {type FeedPane, feedPanes, type Pane} from '../../src/account/model/vocabulary.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {blankRow, cellsOf} from '../../src/term/screen/cells.ts';
import {diff, type ShownScreen} from '../../src/term/screen/diff.ts';
import {hasGround} from '../../src/term/screen/style.ts';
import {type Line, textOf, tinted} from '../../src/ui/format.ts';
import {type Column, paneColumns as columnsOf} from '../../src/ui/table/columns.ts';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {createStyles, paletteFor} from '../../src/ui/theme.ts';
import {screenLines} from './helpers/panel.ts';
import {arrived, at, card, easyOption, filledDesk, order, trade} from './helpers/sample.ts';
import {sizes} from './helpers/sizes.ts';

const inColour = createStyles('default', {colors: 256, background: 'dark'});

const press = (state: State, action: 'row.down' | `pane.${Pane}`) =>
  update(state, {type: 'ran', action, now: at(10)})[0];
const slowly = (state: State): State => ({...state, way: {isRemote: true, isSlow: true}});

/** Draws state after state on one terminal. */
function createDrawing({viewport: {columns, rows}}: State, styled = inColour) {
  const table = createTableView();
  let shown: ShownScreen = {
    rows: Array.from({length: rows}, () => blankRow(columns)),
    cursor: {row: 0, column: 0},
    style: 0,
  };
  return (state: State) => {
    // The last line names the keys for what is selected, whichever way that is shown.
    const lines = screenLines(state, table).with(-1, []);
    const next = diff(
      shown,
      lines.map(line => cellsOf(styled(line), columns, false)),
    );
    shown = next.shown;
    return {bytes: Buffer.byteLength(next.bytes), rows: shown.rows};
  };
}

/** What a row down costs once some rows were gone down. */
function rowDown(before: State): number {
  const draw = createDrawing(before);
  let state = before;
  draw(state);
  const costs = [1, 2, 3, 4].map(() => {
    state = press(state, 'row.down');
    return draw(state).bytes;
  });
  return Math.max(...costs);
}

describe('the selected row', () => {
  it.each(sizes)('is tinted completely, from its mark to the last column: %ix%i', (columns, rows) => {
    for (const pane of feedPanes) {
      const state = press(filledDesk(columns, rows), `pane.${pane}`);
      const drawn = createDrawing(state)(state).rows;
      const tinted = drawn.filter(row => row.chars[0] === '▌');
      expect(tinted).toHaveLength(1);
      expect(tinted[0]?.styles.every(hasGround)).toBe(true);
      const others = drawn.slice(2).filter(row => row.chars[0] !== '▌');
      expect(others.flatMap(row => row.styles).some(hasGround)).toBe(false);
    }
  });

  it('is inverse without colours', () => {
    const state = filledDesk(80, 24);
    const styled = createStyles('auto', {colors: 0, background: undefined});
    const [tinted] = createDrawing(state, styled)(state).rows.filter(row => row.chars[0] === '▌');
    expect(tinted?.styles.every(hasGround)).toBe(true);
  });

  it('keeps its tint behind text with its own background', () => {
    const line = tinted([{text: 'a '}, {text: 'b', tone: 'danger'}, {text: ' '}, {text: 'c', tone: 'up'}], 7);
    const {styles} = cellsOf(inColour(line), 7, false);
    expect(styles.every(hasGround)).toBe(true);
    expect(styles[6]).toBe(styles[0]);
  });

  it('on a slow link has a tint only on its mark and the start of its name', () => {
    const state = slowly(filledDesk(120, 40));
    const [row] = createDrawing(state)(state).rows.filter(each => each.chars[0] === '▌');
    const tinted = row?.chars.filter((_, at) => hasGround(row.styles[at] ?? 0)).join('');
    expect(tinted).toBe('▌BTC to ');
  });

  it('moves down a row for 300 bytes at most, and for 60 over a slow link', () => {
    for (const pane of feedPanes) {
      for (const [columns, rows] of [
        [80, 24],
        [120, 40],
      ] as const) {
        const state = press(filledDesk(columns, rows), `pane.${pane}`);
        expect(rowDown(state), `${pane} ${columns}`).toBeLessThanOrEqual(300);
        expect(rowDown(slowly(state)), `${pane} ${columns}, slow`).toBeLessThanOrEqual(60);
      }
    }
  });
});

it('a dimmed row has only dim cells and no change marks, if it is closed or the data is STALE', () => {
  const over = {active: false, currentAskPrice: '98'};
  const moved = [card(0, {currentAskPrice: '99'}), card(1, over), card(2, {currentAskPrice: '97'})];
  const state = press(arrived(filledDesk(120, 40), 'cards', moved, 20), 'row.down');
  const drawn = (of: State) => createTableView().draw(of, 120, 10).lines.slice(1, 4);
  const isAllDim = (line: Line) => line.every(({text, tone}) => text.trim() === '' || tone === 'dim');
  const hasMark = (line: Line) => /\d\S*[\^v*]/.test(textOf(line));
  const withoutCursor = (line: Line) => line.filter(({text}) => text !== '▌');
  const [first = [], , third = []] = drawn(state);
  expect([isAllDim(first), hasMark(first)]).toEqual([false, true]);
  expect([isAllDim(third), hasMark(third)]).toEqual([false, true]);
  const withoutMark = drawn(state).map(withoutCursor);
  expect([isAllDim(withoutMark[1] ?? []), hasMark(withoutMark[1] ?? [])]).toEqual([true, false]);
  const stale = drawn({...state, now: at(3_600_000)}).map(withoutCursor);
  expect(stale.map(line => [isAllDim(line), hasMark(line)])).toEqual(stale.map(() => [true, false]));
});

describe('a colour', () => {
  const cellTones = <P extends FeedPane>(pane: P, row: object) =>
    (columnsOf[pane] as readonly Column<never>[])
      .filter(column => column.cell(row as never, {now: 0, zone: 0}, '1').tone !== undefined)
      .map(column => column.name);

  it('marks gains and losses in rows, or else the side or direction', () => {
    expect(cellTones('cards', card(0))).toEqual(['direction']);
    expect(cellTones('orders', order(0))).toEqual(['side']);
    expect(cellTones('trades', trade(0))).toEqual(['tradeSide']);
    expect(
      cellTones('easyOptions', easyOption(0, {pl: '1', plClosed: '-1', investmentAmount: '10'})),
    ).toEqual(['pl', 'plPercent', 'plClosed']);
  });

  it.each(['default', 'light', 'high-contrast'] as const)('has one meaning in the theme %s', theme => {
    for (const background of ['dark', 'light'] as const) {
      const {up, down, accent, warning, ...coats} = paletteFor(theme, {colors: 256, background});
      const texts = [up, down, accent, warning].map(coat => coat.foreground);
      expect(new Set(texts).size).toBe(texts.length);
      const badges = [coats.live, coats.danger, coats.stale, coats.paper, coats.tab].map(
        coat => coat.background,
      );
      expect(new Set(badges).size).toBe(badges.length);
      for (const ground of badges.slice(0, 3)) expect([up.foreground, down.foreground]).not.toContain(ground);
    }
  });
});
