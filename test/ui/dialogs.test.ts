import {describe, expect, it} from 'vitest';
import {bindings, bindingsWith} from '../../src/desk/bindings.ts';
import {dialogNames, dialogs} from '../../src/desk/dialogs.ts';
import {remappable} from '../../src/desk/keys.ts';
import type {DialogName} from '../../src/desk/model/overlay.ts';
import type {State} from '../../src/desk/state.ts';
import {keyLabel} from '../../src/desk/words/keys.ts';
import {helpRows} from '../../src/ui/dialogs/help.tsx';
import {present, topLines} from '../../src/ui/early.ts';
import {drawings, linesIn} from '../../src/ui/Panel.tsx';
import {createTableView} from '../../src/ui/table/view.ts';
import {noPaint} from '../../src/ui/theme.ts';
import {deskWith} from '../helpers/dialogs.ts';
import {show, turn} from './helpers/screen.tsx';

/** Each action by a key of its own that no keyboard has, so that it is found on the screen. */
const elsewhere = Object.fromEntries(remappable.map((action, index) => [action, [`f${100 + index}`]]));

async function drawn(state: State): Promise<string> {
  const shown = show(state);
  await turn();
  const picture = shown.picture();
  shown.unmount();
  return picture;
}

/** These tell of what acts over the panes. */
const telling: readonly DialogName[] = ['help', 'search', 'palette'];

const keysIn = (text: string) => [...text.matchAll(/\bf1\d\d\b/g)].map(([key]) => key);

describe('every dialog', () => {
  it('is drawn by one part of the screen', () => {
    expect(Object.keys(drawings).sort()).toEqual([...dialogNames].sort());
  });

  it.each(dialogNames)('is on the screen while it is open: %s', async name => {
    const {state} = deskWith(name);
    const shown = await drawn(state);
    expect(shown).not.toBe(await drawn({...state, overlay: {kind: 'none'}}));
    const [head = ''] = linesIn(state, {columns: 55, rows: 30}, noPaint);
    expect(shown).toContain(head.trim());
  });

  it.each(dialogNames)(
    'names its keys as the profile has them, and none that does not act there: %s',
    async name => {
      const table = bindingsWith(elsewhere);
      const {state} = deskWith(name, {bindings: table});
      const shown = await drawn(state);
      const acts = table.flatMap(each => each.at.get(name) ?? []);
      expect(keysIn(shown).filter(key => acts.includes(key))).not.toEqual([]);
      const around = keysIn(
        [...topLines(state, noPaint, present), ...present.bottom(state, noPaint, createTableView())].join(
          '\n',
        ),
      );
      const strange = keysIn(shown).filter(key => !acts.includes(key) && !around.includes(key));
      if (!telling.includes(name)) expect(strange).toEqual([]);
    },
  );

  it.each(dialogNames)('has a place in the help, with the keys that act in it: %s', name => {
    const rows = helpRows(bindings, true, 200);
    const own = bindings.filter(each => each.group === 'dialogs' && !each.isFixed && each.at.has(name));
    expect(own).not.toEqual([]);
    for (const {label, keys} of own) {
      const row = rows.find(each => each.what === label);
      expect(row?.keys).toBe(keys.map(keyLabel).join(' '));
      expect(row?.where.split(', ')).toContain(dialogs[name].called);
    }
  });
});
