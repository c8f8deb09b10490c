import {describe, expect, it} from 'vitest';
import {dialogNames, dialogs, sheetOf} from '../../src/desk/dialogs/index.ts';
import type {State} from '../../src/desk/state.ts';
import {panelDrawn} from '../../src/ui/dialog/Dialog.tsx';
import {deskWith} from '../helpers/dialogs.ts';
import {filledDesk} from './helpers/sample.ts';
import {show, turn} from './helpers/screen.tsx';

const [down, up] = ['\x1b[6~', '\x1b[5~'];

/** Those with a list. */
const paged = dialogNames.filter(name => dialogs[name].keys.includes('row.pageDown'));

const squeezed = (text: string) => text.replaceAll(/[\s│]+/g, '');

/** The rows of the lists, each by its first words. */
const rowsOf = (state: State) =>
  sheetOf(state)
    .flatMap(each => {
      if (each.is === 'items') return each.items.map(({text}) => text);
      if (each.is === 'table') return each.items.map(({what}) => what);
      return each.is === 'choices' ? each.items.map(({text}) => text) : [];
    })
    .map(each => squeezed(each).slice(0, 8));

describe('a page', () => {
  it.each(paged)('down leaves out no row, and is back at once from the end: %s', async name => {
    for (const rows of [10, 17]) {
      const desk = deskWith(name);
      const shown = show({...desk.state, viewport: {columns: 100, rows}});
      await turn();
      const first = shown.picture();
      const wanted = rowsOf(shown.desk.getState());
      let seen = first;
      for (let pages = 0; pages < 40; pages++) {
        await shown.press(down);
        seen += shown.picture();
      }
      expect(wanted.filter(each => !squeezed(seen).includes(each))).toEqual([]);
      const {list} = panelDrawn(shown.desk.getState());
      const end = shown.picture();
      if (list !== undefined && wanted.length > list.page + 1) {
        await shown.press(up);
        expect(shown.picture(), `${name} ${rows}`).not.toBe(end);
      }
      shown.unmount();
    }
  });

  it('of the details ends where they end', async () => {
    const shown = show(filledDesk(120, 16));
    await shown.press('\r');
    for (let pages = 0; pages < 9; pages++) await shown.press(down);
    const end = shown.picture();
    await shown.press(up);
    expect(shown.picture()).not.toBe(end);
  });
});
