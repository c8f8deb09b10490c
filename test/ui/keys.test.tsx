import {describe, expect, it} from 'vitest';
import {panes} from '../../src/account/model/vocabulary.ts';
import {sheetOf} from '../../src/desk/dialogs/index.ts';
import {paletteMatches} from '../../src/desk/dialogs/palette.ts';
import {keyLabel} from '../../src/desk/key-words.ts';
import {bindingOn, isOfPanes} from '../../src/desk/keys.ts';
import {allot} from '../../src/ui/dialog/allot.ts';
import {bindings} from '../helpers/bindings.ts';
import {filledDesk} from './helpers/sample.ts';
import {show} from './helpers/screen.tsx';

const actions = bindings.filter(isOfPanes).map(each => each.action);
const shownInHelp = bindings.filter(each => each.isFixed === undefined);

describe('the key table', () => {
  it.each(panes)('gives each key one meaning on %s', pane => {
    const all = bindings.filter(isOfPanes).filter(each => each.on === undefined || each.on.includes(pane));
    const keys = all.flatMap(each =>
      each.keys.filter(key => !all.some(({over, keys}) => over === each.action && keys.includes(key))),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    for (const {over, keys} of all.filter(each => each.over !== undefined))
      for (const key of keys) expect(bindingOn(bindings, key, pane)?.over).toBe(over);
  });

  it('gives every command its own key and name', () => {
    const keyless = bindings.filter(({keys}) => !keys[0]).map(({action}) => action);
    expect(keyless).toEqual(['readOnly.on', 'readOnly.off']);
    expect(new Set(bindings.map(each => each.label)).size).toBe(bindings.length);
    expect(new Set(actions).size).toBe(actions.length);
  });
});

describe('the help', () => {
  it.each([40, 80, 120])('shows every key and its action, %s columns wide', columns => {
    const state = {...filledDesk(120, 40), overlay: {kind: 'help', top: 0, search: ''}} as const;
    const rows = allot(sheetOf(state), {columns, rows: 1_000}).blocks.flatMap(({table = []}) => table);
    const shown = rows.map(row => row.keys).filter(Boolean);
    expect(shown).toEqual(
      expect.arrayContaining([
        ...shownInHelp.map(each => each.keys.map(keyLabel).join(' ')).filter(Boolean),
        'y',
      ]),
    );
    const words = rows
      .map(row => row.what)
      .join(' ')
      .replace(/\s+/g, ' ');
    for (const {label} of shownInHelp) expect(words).toContain(label);
  });

  it.each([
    ['y', /│ y +│ Confirm a review; where it asks twice/],
    ['letter', /│ a-z +│ Confirm a review: the letter that it shows/],
  ] as const)('shows the key that confirms: %s', async (confirm, said) => {
    const shown = show(filledDesk(120, 90, undefined, {confirm}));
    await shown.press('?');
    expect(shown.picture()).toMatch(said);
  });

  it('starts with the actions of the current pane, and ends with the meaning of marks', async () => {
    const shown = show(filledDesk(120, 200));
    await shown.press('3', '?');
    const lines = shown.picture().split('\n');
    const at = (words: string) => lines.findIndex(line => line.includes(words));
    expect(at('Cancel the order')).toBeGreaterThan(0);
    expect(at('Cancel the order')).toBeLessThan(at('Go to Cards'));
    expect(at('Go to Cards')).toBeLessThan(at('Open an Easy Option from the card'));
    for (const mark of ['▌', '^ v *', '▲ ▼', '● ○', '40+', 'STALE']) {
      const legend = lines.findIndex(line => line.startsWith(`│ ${mark} `) && line.includes('marks'));
      expect(legend, mark).toBeGreaterThan(at('Open an Easy Option from the card'));
    }
  });
});

describe('the palette', () => {
  it('contains every command except itself', () => {
    const names = paletteMatches(filledDesk(80, 24), '').map(({action}) => action);
    expect(names).toEqual(actions.filter(action => action !== 'palette'));
  });

  it('explains why a command cannot run now', async () => {
    const shown = show(filledDesk(80, 24));
    await shown.press(':', ...'recheck');
    expect(shown.picture()).toContain('UNKNOWN: recheck');
    expect(shown.picture()).toContain('Nothing is UNKNOWN.');
  });
});
