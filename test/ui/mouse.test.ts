import {describe, expect, it} from 'vitest';
import type {FeedPane} from '../../src/account/model/vocabulary.ts';
import type {State} from '../../src/desk/state.ts';
import {update} from '../../src/desk/update.ts';
import {pointed} from '../../src/ui/mouse.ts';
import {createTableView} from '../../src/ui/table/Table.tsx';
import {screenLines} from './helpers/panel.ts';
import {filledDesk} from './helpers/sample.ts';
import {texts} from './helpers/texts.ts';

type Does = Parameters<typeof pointed>[2]['does'];

/** A dashboard under a mouse: a press goes where the words are on the screen. */
function pointing(start: State) {
  let state = start;
  const table = createTableView();
  const shown = () => texts(screenLines(state, table));
  const mouse = (does: Does, column: number, row: number) => {
    const msg = pointed(state, table, {kind: 'mouse', does, column, row});
    const commands = msg === undefined ? [] : update(state, {...msg, now: state.now})[1];
    if (msg !== undefined) state = update(state, {...msg, now: state.now})[0];
    return commands;
  };
  return {
    get state() {
      return state;
    },
    shown,
    mouse,
    press(words: string, from = 0) {
      const row = shown().findIndex((line, index) => index >= from && line.includes(words));
      return mouse('press', shown()[row]?.indexOf(words) ?? -1, row);
    },
    run(action: 'details' | 'cancel' | 'row.down' | 'filter') {
      state = update(state, {type: 'ran', action, now: state.now})[0];
    },
  };
}

const on = (pane: FeedPane, columns = 120, rows = 24) =>
  pointing(
    update(filledDesk(columns, rows, 72), {
      type: 'ran',
      action: `pane.${pane}`,
      now: filledDesk(1, 1).now,
    })[0],
  );

describe('the mouse', () => {
  it.each([
    [120, 24],
    [80, 24],
    [40, 10],
  ])('changes panes by their tabs at %sx%s', (columns, rows) => {
    const desk = on('cards', columns, rows);
    desk.press(columns < 80 ? '3Ord' : '3 Ord', 1);
    expect(desk.state.pane).toBe('orders');
    desk.press(columns < 80 ? '6Pf' : columns < 110 ? '6 Pf' : '6 Portfolio', 1);
    expect(desk.state.pane).toBe('portfolio');
  });

  it('selects the row that it is pressed on, also after scrolling', () => {
    const desk = on('orders');
    desk.press('7005');
    expect(desk.state.feeds.orders.selected).toBe('7005');
    for (let turn = 0; turn < 12; turn++) desk.mouse('wheelDown', 10, 10);
    expect(desk.state.feeds.orders.selectedIndex).toBe(4 + 36);
    const [, , , , seen = ''] = desk.shown();
    const id = /\b7\d{3}\b/.exec(seen)?.[0] ?? '';
    desk.press(id);
    expect(desk.state.feeds.orders.selected).toBe(id);
    desk.mouse('wheelUp', 10, 10);
    expect(desk.state.feeds.orders.selected).toBe(String(Number(id) - 3));
  });

  it('sorts by the heading that it is pressed on, and reverses on the next press', () => {
    const desk = on('orders');
    desk.press('price', 2);
    expect(desk.state.feeds.orders.sort).toEqual({field: 'price', descending: false});
    desk.press('price', 2);
    expect(desk.state.feeds.orders.sort).toEqual({field: 'price', descending: true});
  });

  it('selects lines of Activity', () => {
    const line = {kind: 'filled', what: 'Fill', target: 'X', amount: '1', outcome: 'FILL'} as const;
    const lines = ['1', '2', '3'].map(id => ({
      ...line,
      ...{id, at: 0, requestId: undefined, latencyMs: undefined},
    }));
    const desk = pointing({...filledDesk(120, 24), activity: lines});
    desk.press('5 Activity', 1);
    desk.mouse('press', 4, 4);
    expect(desk.state.activitySelected).toBe('2');
  });

  it('scrolls the details under it, and the rows beside them', () => {
    const desk = on('cards', 120, 16);
    desk.run('details');
    desk.mouse('wheelDown', 100, 8);
    expect(desk.state.detailsScroll).toBeGreaterThan(0);
    desk.mouse('wheelDown', 10, 8);
    expect(desk.state.feeds.cards.selectedIndex).toBe(3);
    desk.mouse('press', 100, 5);
    expect(desk.state.feeds.cards.selectedIndex).toBe(3);
  });

  it('does nothing while a dialog is open, and nowhere causes more than a read', () => {
    const desk = on('orders', 120, 24);
    for (const action of ['filter', 'cancel'] as const) {
      desk.run(action);
      const before = desk.state;
      for (let row = 0; row < 24; row++)
        for (let column = 0; column < 120; column += 3) desk.mouse('press', column, row);
      desk.mouse('wheelDown', 10, 10);
      expect(desk.state).toBe(before);
      if (action === 'filter') desk.run('row.down');
    }
    const free = on('orders', 120, 24);
    const asked = new Set<string>();
    for (let row = 0; row < 24; row++)
      for (let column = 0; column < 120; column += 3)
        for (const {type} of free.mouse('press', column, row)) asked.add(type);
    expect(['after', 'fetch', 'readPortfolio', 'readTrade']).toEqual(expect.arrayContaining([...asked]));
  });
});
